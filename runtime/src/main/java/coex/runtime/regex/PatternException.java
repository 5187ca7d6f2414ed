package coex.runtime.regex;

/// A pattern that cannot be compiled: it is wrong, or beyond a limit. The codes are those of the C
/// library.
public final class PatternException extends Exception {

    private static final long serialVersionUID = 1L;

    /// What can be wrong, with what `error_code()` gives for it.
    public enum Cause {
        ENDS_WITH_BRACKET(2),
        COLLATING_ELEMENT(3),
        CLASS_NAME(4),
        TRAILING_BACKSLASH(5),
        BACK_REFERENCE(6),
        BRACKET(7),
        PARENTHESIS(8),
        BRACE(9),
        BRACE_CONTENT(10),
        RANGE(11),

        /// All patterns together take more than there may be.
        NO_ROOM(12),

        REPETITION_OF_NOTHING(13),

        /// The pattern alone is longer, deeper or repeats more than it may.
        TOO_LARGE(15);

        private final int code;

        Cause(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    private final Cause cause;

    public PatternException(Cause cause) {
        super(cause.name(), null, false, false);
        this.cause = cause;
    }

    public Cause cause() {
        return cause;
    }
}
