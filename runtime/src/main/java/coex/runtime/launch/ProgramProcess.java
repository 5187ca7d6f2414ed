package coex.runtime.launch;

import coex.runtime.Program;
import coex.runtime.ProgramRunner;
import coex.runtime.RunOptions;
import coex.runtime.io.StandardStreams;
import coex.runtime.sandbox.TimeLimit;

import java.util.List;
import java.util.Optional;

/// A run of a program that has the process to itself: its streams and its exit status.
public final class ProgramProcess {

    /// Options for every program, as words separated by blanks.
    public static final String OPTIONS_VARIABLE = "COEX_OPTIONS";

    private ProgramProcess() {}

    /// What the environment asks of every program.
    ///
    /// @throws BadOptionException if it makes no sense
    public static RunSettings settingsOfEnvironment() throws BadOptionException {
        String words = System.getenv(OPTIONS_VARIABLE);
        if (words == null || words.isEmpty()) {
            return RunSettings.DEFAULTS;
        }
        try {
            return RunSettings.DEFAULTS.with(words);
        } catch (BadOptionException e) {
            throw new BadOptionException(OPTIONS_VARIABLE + ": " + e.getMessage());
        }
    }

    /// Runs a program to its end and returns its exit status.
    ///
    /// @param arguments what `args` is: the program's path, then the arguments
    /// @param time what is left of its time, if it is limited
    /// @throws BadOptionException if something that was asked for cannot be had
    public static int run(
            Program program, RunSettings settings, List<String> arguments, Optional<TimeLimit> time)
            throws InterruptedException, BadOptionException {
        var streams = StandardStreams.ofProcess();
        var options =
                RunOptions.of(settings.heap(), streams, arguments)
                        .within(
                                settings.sandbox().permissions(),
                                settings.sandbox().limits(settings.heapBytes(), time));
        if (!settings.watch().isAny()) {
            return ProgramRunner.run(program, options);
        }
        try (var observation = Observation.begin(settings.watch(), streams)) {
            return ProgramRunner.run(program, options.observedBy(observation));
        }
    }

    /// Does what [#run] does before it calls the program's `main`.
    static int prepare(Program program, RunSettings settings, List<String> arguments)
            throws InterruptedException {
        var options = RunOptions.of(settings.heap(), StandardStreams.ofProcess(), arguments);
        return ProgramRunner.prepare(program, options);
    }
}
