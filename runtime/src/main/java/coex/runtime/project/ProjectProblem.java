package coex.runtime.project;

/// A project that cannot be used as it is. The message is for the user.
public final class ProjectProblem extends Exception {

    private static final long serialVersionUID = 1L;

    ProjectProblem(String message) {
        super(message);
    }
}
