package coex.runtime.io;

/// What a program is told when the system does not do what it was asked for.
public final class Failure {

    private Failure() {}

    /// As in `NoSuchFile: data.txt`. Begins with a letter.
    public static String text(Exception failure) {
        String kind = failure.getClass().getSimpleName().replaceFirst("Exception$", "");
        return kind + ": " + failure.getMessage();
    }
}
