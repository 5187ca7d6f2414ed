package coex.runtime.csource;

/// C sources that are refused, or cannot be built here. The message is for the user.
public final class BuildFailure extends Exception {

    private static final long serialVersionUID = 1L;

    public BuildFailure(String message) {
        super(message);
    }
}
