package coex.runtime.error;

/// Why a program ends that was ended from outside: the process is asked to end, or the user
/// of a session has enough of it.
public final class InterruptedProgram extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InterruptedProgram() {
        super("interrupted", null, false, false);
    }
}
