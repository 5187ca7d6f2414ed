package coex.cli.test;

import coex.runtime.ProgramRunner;
import coex.runtime.error.VisibleText;
import coex.runtime.launch.BadOptionException;
import coex.runtime.launch.ContainedRun;
import coex.runtime.launch.RunSettings;

import java.util.Optional;

/// Runs tests, each with a heap, a class loader and threads of its own. What may call C functions
/// is run in a process of its own, where there is a way to start one. Any thread may call.
///
/// @param settings what each test may do and have
/// @param children starts processes; empty where there is no finished command to start
record TestRun(RunSettings settings, Optional<ChildProcesses> children) {

    /// How long a test may take if nobody has said.
    static final String TIME = "60s";

    TestResult run(TestCase test) throws InterruptedException, BadOptionException {
        ContainedRun.Outcome outcome =
                test.callsC() && children.isPresent()
                        ? children.get().run(test)
                        : ContainedRun.run(test.program(), settings, TIME);
        Optional<Failure> failure = Failure.in(outcome.err());
        String output = outcome.out() + failure.map(Failure::before).orElse(outcome.err());
        Optional<String> wrong = wrongWith(test, outcome, failure);
        return new TestResult(
                test,
                wrong.isEmpty(),
                VisibleText.lines(wrong.orElse("")),
                VisibleText.lines(output),
                outcome.took());
    }

    private static Optional<String> wrongWith(
            TestCase test, ContainedRun.Outcome outcome, Optional<Failure> failure) {
        boolean hasFailed = outcome.status() != 0;
        if (test.failure().isPresent()) {
            String wanted = test.failure().get();
            if (!hasFailed) {
                return Optional.of(
                        "no runtime error, and `@fails` says that there is one"
                                + (wanted.isEmpty() ? "" : ": " + wanted));
            }
            if (failure.isPresent() && failure.get().message().contains(wanted)) {
                return Optional.empty();
            }
        }
        return hasFailed ? Optional.of(shown(test, outcome, failure)) : Optional.empty();
    }

    private static String shown(
            TestCase test, ContainedRun.Outcome outcome, Optional<Failure> failure) {
        if (failure.isPresent()) {
            return failure.get().shown(test.sources());
        }
        return switch (outcome.status()) {
            case ContainedRun.ABANDONED ->
                    "it took too long, and did not end when it was told to (--time-max)";
            case ProgramRunner.INTERRUPTED -> "interrupted";
            default -> "its process ended before the test did: status=" + outcome.status();
        };
    }
}
