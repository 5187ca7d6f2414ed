package coex.runtime.launch;

import coex.runtime.ProgramRunner;

/// How the process of a program ends. What a run opens is closed by then.
public final class ProcessEnd {

    private ProcessEnd() {}

    /// Ends the JVM with the status of a program.
    ///
    /// Not by `exit`: it looks for somebody who logs the ends of JVMs first, which takes as long as compiling a
    /// small program. But if a signal ends the process already, its number is the status, and `exit` waits for
    /// that.
    public static void with(int status) {
        System.err.flush();
        if (status == ProgramRunner.INTERRUPTED) {
            System.exit(status);
        }
        Runtime.getRuntime().halt(status);
    }
}
