package coex.runtime.library;

/// A package that cannot be used. The message is for the author of the program that imports it.
public final class PackageException extends Exception {

    private static final long serialVersionUID = 1L;

    public PackageException(String message) {
        super(message);
    }
}
