package coex.cli;

/// What the exit codes of `coex` mean.
final class ExitCode {
    static final int OK = 0;

    /// What was run or checked failed.
    static final int FAILED = 1;

    /// The arguments make no sense.
    static final int USAGE = 2;

    /// There is a bug in Coex.
    static final int BUG = 70;

    private ExitCode() {}
}
