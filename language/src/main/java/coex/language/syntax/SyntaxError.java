package coex.language.syntax;

/// Thrown after a syntax error was reported, to get back to where parsing can go on.
final class SyntaxError extends Exception {

    private static final long serialVersionUID = 1L;

    static final SyntaxError REPORTED = new SyntaxError();

    /// Nesting is too deep. What is around it is given up too, up to the declaration: its inner
    /// statements would all say the same.
    static final SyntaxError TOO_DEEP = new SyntaxError();

    private SyntaxError() {
        super(null, null, false, false);
    }
}
