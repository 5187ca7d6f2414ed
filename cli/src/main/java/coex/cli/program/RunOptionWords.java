package coex.cli.program;

import coex.runtime.launch.BadOptionException;
import coex.runtime.launch.ProgramProcess;
import coex.runtime.launch.RunOption;
import coex.runtime.launch.RunSettings;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The options of runs, for commands that picocli describes. There is one list of them.
public final class RunOptionWords {

    private RunOptionWords() {}

    public static void addTo(CommandSpec spec, Predicate<RunOption> isWanted) {
        for (RunOption option : RunOption.values()) {
            if (isWanted.test(option)) {
                spec.addOption(described(option));
            }
        }
    }

    private static OptionSpec described(RunOption option) {
        var described = OptionSpec.builder(option.word()).description(option.description());
        if (option.isRepeatable()) {
            described.arity("1").type(List.class).auxiliaryTypes(String.class);
        } else if (option.takesValue()) {
            described.arity("1").type(String.class);
        } else {
            described.arity("0").type(boolean.class);
        }
        if (option.takesValue()) {
            described.paramLabel(option.label());
        }
        return described.build();
    }

    /// What the environment and the options ask for that a command was given.
    public static RunSettings given(CommandLine command) throws BadOptionException {
        return with(ProgramProcess.settingsOfEnvironment(), all(command));
    }

    /// Looks at the options that a command was given, which are for runs that it starts later.
    ///
    /// @throws BadOptionException if a run would not take one
    public static void check(CommandLine command) throws BadOptionException {
        with(RunSettings.DEFAULTS, all(command));
    }

    /// The options that a command was given, as words.
    public static List<String> words(CommandLine command) {
        return all(command).stream().map(Given::word).toList();
    }

    private static RunSettings with(RunSettings settings, List<Given> options)
            throws BadOptionException {
        for (Given each : options) {
            settings = settings.with(each.option(), each.value());
        }
        return settings;
    }

    private record Given(RunOption option, String value) {
        String word() {
            return option.takesValue() ? option.word() + "=" + value : option.word();
        }
    }

    private static List<Given> all(CommandLine command) {
        var all = new ArrayList<Given>();
        for (ArgSpec given : command.getParseResult().matchedArgs()) {
            if (given instanceof OptionSpec option) {
                Optional<RunOption> run = RunOption.named(option.longestName());
                if (run.isPresent()) {
                    Object value = option.getValue();
                    for (Object each :
                            value instanceof List<?> several ? several : List.of(value)) {
                        all.add(new Given(run.get(), String.valueOf(each)));
                    }
                }
            }
        }
        return all;
    }
}
