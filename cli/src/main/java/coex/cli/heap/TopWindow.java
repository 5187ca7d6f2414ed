package coex.cli.heap;

import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/// The terminal while `top` has it: the alternate screen, no cursor, keys read one by one.
///
/// Given back exactly once, by [#close]: also from a shutdown hook, when the command is killed.
final class TopWindow implements AutoCloseable {
    private static final int CTRL_C = 3;
    private static final int CTRL_D = 4;

    private final Terminal terminal;
    private final boolean colour;
    private final Display display;
    private final Attributes before;
    private final AtomicBoolean open = new AtomicBoolean(true);

    /// The window was resized. Set by the thread that handles signals, read by the one that draws.
    private final AtomicBoolean resized = new AtomicBoolean(true);

    TopWindow(Terminal terminal, boolean colour) {
        this.terminal = terminal;
        this.colour = colour;
        this.before = terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        raw.setLocalFlag(LocalFlag.ISIG, false); // Ctrl-C comes as a key, so that we clean up
        terminal.setAttributes(raw);
        terminal.handle(Terminal.Signal.WINCH, _ -> resized.set(true));
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
        this.display = new Display(terminal, true);
    }

    /// Draws only what has changed since the last call.
    void draw(TopSample sample) {
        if (resized.getAndSet(false)) {
            Size size = terminal.getSize();
            display.resize(Size.of(Math.max(20, size.getColumns()), Math.max(1, size.getRows())));
            display.clear();
        }
        boolean unicode = StandardCharsets.UTF_8.equals(terminal.encoding());
        TopScreen screen = new TopScreen(display.getColumns(), display.getRows(), colour, unicode);
        display.update(screen.lines(sample), 0);
    }

    boolean isResized() {
        return resized.get();
    }

    /// Waits for a key; true if it means to quit, false after `millis` or for any other key.
    boolean quitsWithin(long millis) throws IOException {
        int key = terminal.reader().read(Math.max(1, millis));
        return switch (key) {
            case 'q', 'Q', CTRL_C, CTRL_D, NonBlockingReader.EOF -> true;
            default -> false;
        };
    }

    @Override
    public void close() {
        if (open.getAndSet(false)) {
            terminal.puts(Capability.cursor_visible);
            terminal.puts(Capability.exit_ca_mode);
            terminal.flush();
            terminal.setAttributes(before);
        }
    }
}
