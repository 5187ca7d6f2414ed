package coex.codegen;

/// That a program, or one of its functions, is larger than the JVM allows. A function has some
/// thousand lines then.
public final class ProgramTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String file;
    private final int line;

    public ProgramTooLargeException(String file, int line, String message) {
        super("%s:%d: %s".formatted(file, line, message));
        this.file = file;
        this.line = line;
    }

    public String file() {
        return file;
    }

    /// Where the function begins.
    public int line() {
        return line;
    }
}
