package coex.cli.program;

import coex.language.check.OutputOptions;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.Optional;

/// An option that says whether `print` or `debug` does something, whatever a file says.
enum OutputSwitch {
    PRINTING("--printing", "Have print print, whatever the file says."),
    NO_PRINTING("--no-printing", "Have print do nothing, whatever the file says."),
    DEBUGGING("--debugging", "Have debug print, whatever the file says."),
    NO_DEBUGGING("--no-debugging", "Have debug do nothing, whatever the file says.");

    private final String word;
    private final String description;

    OutputSwitch(String word, String description) {
        this.word = word;
        this.description = description;
    }

    String word() {
        return word;
    }

    String description() {
        return description;
    }

    /// The options as they are with the switch called `word`; null if there is none. The last of a
    /// kind wins.
    static OutputOptions apply(String word, OutputOptions options) {
        for (OutputSwitch each : values()) {
            if (each.word.equals(word)) {
                return each.apply(options);
            }
        }
        return null;
    }

    /// Adds all of them to a command.
    static void addTo(CommandSpec spec) {
        for (OutputSwitch each : values()) {
            spec.addOption(
                    OptionSpec.builder(each.word)
                            .description(each.description)
                            .arity("0")
                            .type(boolean.class)
                            .build());
        }
    }

    /// What those say that a command was given.
    static OutputOptions given(CommandLine command) {
        OutputOptions output = OutputOptions.AS_WRITTEN;
        for (ArgSpec given : command.getParseResult().matchedArgs()) {
            if (given instanceof OptionSpec option) {
                OutputOptions with = apply(option.longestName(), output);
                output = with == null ? output : with;
            }
        }
        return output;
    }

    OutputOptions apply(OutputOptions options) {
        return switch (this) {
            case PRINTING -> new OutputOptions(Optional.of(true), options.debugging());
            case NO_PRINTING -> new OutputOptions(Optional.of(false), options.debugging());
            case DEBUGGING -> new OutputOptions(options.printing(), Optional.of(true));
            case NO_DEBUGGING -> new OutputOptions(options.printing(), Optional.of(false));
        };
    }
}
