package coex.cli.heap;

import org.jline.utils.ScreenTerminal;

import java.util.stream.Collectors;

/// A terminal's screen as text, after it was sent some output.
final class Screens {
    private Screens() {}

    /// Lines without the blanks at their ends.
    static String render(String output, int columns, int rows) {
        ScreenTerminal screen = new ScreenTerminal(columns, rows);
        screen.write(output);
        return screen.toString()
                .lines()
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n"));
    }
}
