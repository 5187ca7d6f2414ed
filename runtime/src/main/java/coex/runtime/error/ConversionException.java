package coex.runtime.error;

/// That a json is not what a program wants it to be. An `as T?` answers it with nil, so it comes
/// without a stack trace; else it becomes a [CoexError].
public final class ConversionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ConversionException(String message) {
        super(message, null, false, false);
    }
}
