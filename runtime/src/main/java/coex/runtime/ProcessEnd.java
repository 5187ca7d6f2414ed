package coex.runtime;

/// How the process of a program ends. What a run opens is closed by then.
public final class ProcessEnd {

    /// What is to be done before the end; null if nothing is. Written by threads that load
    /// libraries, under the lock of this class, and read by the thread that ends the process;
    /// volatile because no lock orders the two.
    private static volatile Runnable last;

    static final String NO_MEMORY =
            "Runtime error: memory exhausted: the JVM has no memory left (--jvm-max)";

    private static final AbruptEnd OUT_OF_MEMORY = new AbruptEnd(NO_MEMORY);

    private ProcessEnd() {}

    /// Makes what [#ifOutOfMemory] needs.
    public static void prepare() {
        // the initialiser of this class has done it
    }

    /// Has something done when the process ends, whichever way. It may be done twice.
    public static synchronized void doBefore(Runnable action) {
        Runtime.getRuntime().addShutdownHook(new Thread(action));
        Runnable earlier = last;
        last =
                earlier == null
                        ? action
                        : () -> {
                            earlier.run();
                            action.run();
                        };
    }

    /// Ends the JVM if an exception is that it has no memory left, and says so. Nothing is
    /// allocated for that, and no class loaded if this one was.
    public static void ifOutOfMemory(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            OUT_OF_MEMORY.now();
        }
    }

    /// Ends the JVM with the status of a program.
    ///
    /// Not by `exit`: it looks for somebody who logs the ends of JVMs first, which takes as long as
    /// compiling a small program. But if a signal ends the process already, its number is the
    /// status, and `exit` waits for that.
    public static void with(int status) {
        System.err.flush();
        if (status == ProgramRunner.INTERRUPTED) {
            System.exit(status);
        }
        if (last != null) {
            last.run();
        }
        Runtime.getRuntime().halt(status);
    }
}
