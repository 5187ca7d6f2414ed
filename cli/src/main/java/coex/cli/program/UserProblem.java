package coex.cli.program;

/// Carries a message for the user out of the thread that compiles.
final class UserProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UserProblem(String message) {
        super(message);
    }
}
