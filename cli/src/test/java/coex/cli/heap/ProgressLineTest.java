package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

class ProgressLineTest {
    private final StringWriter out = new StringWriter();

    @Test
    void onATerminalTheLineIsWrittenOverAndThenTakenAway() {
        ProgressLine line = new ProgressLine(new PrintWriter(out, true), true);
        line.show("12345");
        line.show("123");
        line.end();
        assertThat(out.toString()).isEqualTo("\r12345\r123  \r   \r");
    }

    @Test
    void elsewhereALineIsPrintedNowAndThen() {
        ProgressLine line = new ProgressLine(new PrintWriter(out, true), false);
        line.show("one");
        line.show("two");
        line.end();
        assertThat(out.toString()).isEqualTo("one" + System.lineSeparator());
    }
}
