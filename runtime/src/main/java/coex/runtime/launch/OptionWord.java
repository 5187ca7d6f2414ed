package coex.runtime.launch;

/// An option as it stands among words: `--name`, `--name value` or `--name=value`.
///
/// @param value empty if the option takes none
/// @param length how many words it is
public record OptionWord(RunOption option, String value, int length) {

    /// The option at a place among words; null if there is none.
    ///
    /// @throws BadOptionException if its value is missing, or one is given that it does not take
    public static OptionWord at(String[] words, int place) throws BadOptionException {
        String word = words[place];
        int equals = word.indexOf('=');
        RunOption option =
                RunOption.named(equals < 0 ? word : word.substring(0, equals)).orElse(null);
        if (option == null) {
            return null;
        }
        if (equals >= 0 && !option.takesValue()) {
            throw new BadOptionException(option.word() + " takes no value");
        }
        if (equals >= 0) {
            return new OptionWord(option, word.substring(equals + 1), 1);
        }
        if (!option.takesValue()) {
            return new OptionWord(option, "", 1);
        }
        if (place + 1 == words.length) {
            throw new BadOptionException(
                    "%s needs a value: %s".formatted(option.word(), option.label()));
        }
        return new OptionWord(option, words[place + 1], 2);
    }
}
