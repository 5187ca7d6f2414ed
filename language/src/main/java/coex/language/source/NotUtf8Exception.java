package coex.language.source;

/// A source file is not UTF-8.
public final class NotUtf8Exception extends Exception {

    private static final long serialVersionUID = 1L;

    private final int line;

    NotUtf8Exception(int line, int offendingByte) {
        super("not UTF-8: line=%d byte=0x%02X".formatted(line, offendingByte));
        this.line = line;
    }

    public int line() {
        return line;
    }
}
