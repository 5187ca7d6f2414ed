package coex.runtime.error;

/// Why a program ends that was ended from outside: the process is asked to end.
public final class InterruptedProgram extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InterruptedProgram() {
        super("interrupted", null, false, false);
    }
}
