package coex.cli;

import coex.cli.program.HeapWarmUp;
import coex.cli.program.ProgramRun;
import coex.runtime.ProcessEnd;

/// What the JVM starts. Programs are small and run once, so `coex run` goes straight to the
/// program: to read and build the descriptions of all commands would take longer than compiling
/// most of them (design note 0022). Everything else, and every mistake in the arguments, is for
/// [Main].
public final class Launch {

    private Launch() {}

    public static void main(String[] arguments) {
        ProcessEnd.prepare();
        Thread.setDefaultUncaughtExceptionHandler((_, failure) -> System.exit(report(failure)));
        if (arguments.length > 0 && arguments[0].equals("run")) {
            HeapWarmUp.begin();
        }
        ProgramRun run = ProgramRun.ofPlainArguments(arguments);
        if (run == null) {
            System.exit(Main.run(Main.commandLine(), arguments));
        }
        ProcessEnd.with(start(run));
    }

    private static int start(ProgramRun run) {
        try {
            return run.start(BugReport.stderr());
        } catch (Throwable failure) {
            return report(failure);
        }
    }

    private static int report(Throwable failure) {
        ProcessEnd.ifOutOfMemory(failure);
        return BugReport.of(failure).print(BugReport.stderr());
    }
}
