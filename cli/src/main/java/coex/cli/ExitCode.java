package coex.cli;

/// What the exit codes of `coex` mean.
public final class ExitCode {
    public static final int OK = 0;

    /// What was run or checked failed.
    public static final int FAILED = 1;

    /// The arguments make no sense.
    public static final int USAGE = 2;

    /// There is a bug in Coex.
    public static final int BUG = 70;

    private ExitCode() {}
}
