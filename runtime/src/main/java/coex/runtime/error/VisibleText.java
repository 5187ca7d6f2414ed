package coex.runtime.error;

import java.util.function.IntPredicate;

/// Text from outside, names of files above all, such that it can be shown on a terminal: a name may
/// hold sequences that move the cursor, change what was written before, or show letters in another
/// order. What does not show is written as `\u001B`, as in sources.
///
/// The front end has the same for its reports, since neither module needs the other when it runs; a
/// test compares the two for every character.
public final class VisibleText {

    private VisibleText() {}

    /// A text that stays on its line.
    public static String line(String text) {
        return escaped(text, _ -> false);
    }

    /// A text of several lines.
    public static String lines(String text) {
        return escaped(text, c -> c == '\n' || c == '\t');
    }

    private static String escaped(String text, IntPredicate isKept) {
        if (text.chars().allMatch(c -> c >= ' ' && c < 0x7F)) {
            return text;
        }
        var shown = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        c -> {
                            if (isKept.test(c) || isVisible(c)) {
                                shown.appendCodePoint(c);
                            } else {
                                for (char unit : Character.toChars(c)) {
                                    shown.append("\\u%04X".formatted((int) unit));
                                }
                            }
                        });
        return shown.toString();
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }
}
