package coex.runtime.error;

/// That a json is not what a program wants it to be. An `as T?` answers it with nil, so it comes
/// without a stack trace; else it becomes a [CoexError].
public final class ConversionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String what;

    /// From the whole json to the part that is not as wanted: `.orders[2].amount`.
    private final String path;

    public ConversionException(String message) {
        this(message, "");
    }

    private ConversionException(String what, String path) {
        super(path.isEmpty() ? what : what + ", at " + path, null, false, false);
        this.what = what;
        this.path = path;
    }

    /// The same, seen from the json that holds the part.
    public ConversionException within(String step) {
        return new ConversionException(what, step + path);
    }
}
