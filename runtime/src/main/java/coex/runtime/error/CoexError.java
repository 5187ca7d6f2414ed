package coex.runtime.error;

/// A runtime error of a Coex program: it ends the program, which cannot catch it.
public final class CoexError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CoexError(String message) {
        super(message);
    }

    public CoexError(String message, Throwable cause) {
        super(message, cause);
    }
}
