package coex.cli.heap;

import java.io.PrintWriter;

/// How far something is: one line that changes on a terminal, a line every few seconds elsewhere.
final class ProgressLine {
    private static final long PLAIN_EVERY_NANOS = 5_000_000_000L;

    private final PrintWriter out;
    private final boolean inPlace;
    private long lastPlain = System.nanoTime() - PLAIN_EVERY_NANOS;
    private int width;

    ProgressLine(PrintWriter out) {
        this(out, isTerminal());
    }

    ProgressLine(PrintWriter out, boolean inPlace) {
        this.out = out;
        this.inPlace = inPlace;
    }

    private static boolean isTerminal() {
        return System.console() != null
                && System.console().isTerminal()
                && !"dumb".equals(System.getenv("TERM"));
    }

    void show(String text) {
        if (inPlace) {
            out.print("\r" + text + " ".repeat(Math.max(0, width - text.length())));
            out.flush();
            width = text.length();
        } else if (System.nanoTime() - lastPlain >= PLAIN_EVERY_NANOS) {
            out.println(text);
            lastPlain = System.nanoTime();
        }
    }

    /// Leaves nothing of the line that changes.
    void end() {
        if (width > 0) {
            out.print("\r" + " ".repeat(width) + "\r");
            out.flush();
        }
    }
}
