package coex.cli.program;

/// A source file that cannot be read. The message is for the user.
public final class SourceProblem extends Exception {

    private static final long serialVersionUID = 1L;

    public SourceProblem(String message) {
        super(message);
    }
}
