package coex.examples.lisp;

/// A mistake of the Lisp program, in words for its author.
public final class LispException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LispException(String message) {
        super(message, null, false, false); // what went wrong is in the program, not in Java
    }
}
