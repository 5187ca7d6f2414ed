package coex.cli;

import coex.cli.program.ProgramRun;

/// Does what most commands do, so that the JDK's cache has the classes they need. `./coex` runs it
/// once after each build, with a program to train with (design note 0022).
public final class Training {

    private Training() {}

    public static void main(String[] arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.ofPlainArguments(new String[] {"run", arguments[0]});
        int status = run.start(BugReport.stderr());
        if (status == ExitCode.OK) {
            status = Main.run(Main.commandLine(), "check", arguments[0]);
        }
        System.exit(status);
    }
}
