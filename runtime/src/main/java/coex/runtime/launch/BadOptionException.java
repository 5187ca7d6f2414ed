package coex.runtime.launch;

/// An option that makes no sense. The message is one line for the user.
public final class BadOptionException extends Exception {

    private static final long serialVersionUID = 1L;

    BadOptionException(String message) {
        super(message);
    }
}
