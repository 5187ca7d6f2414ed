package coex.cli.program;

/// A file that cannot be written. The message is for the user.
final class OutputProblem extends Exception {

    private static final long serialVersionUID = 1L;

    OutputProblem(String message) {
        super(message);
    }
}
