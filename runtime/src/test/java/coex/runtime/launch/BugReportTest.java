package coex.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class BugReportTest {

    @Test
    void theFileHoldsWhatIsNeededToRepeatTheRun() throws Exception {
        var err = new StringWriter();
        var sources = Map.of("a.coex", "func main() ~\n");
        var failure = new IllegalStateException("the roof is on fire\nand more");
        int status = new BugReport("coex", "9.9", sources, failure).print(new PrintWriter(err));

        assertThat(status).isEqualTo(70);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("coex: this is a bug in Coex: ")
                .endsWith(".txt");
        Path file = Path.of(err.toString().strip().split("details are in ")[1]);
        assertThat(file)
                .content()
                .contains(
                        "coex 9.9\n",
                        "java.vm.version ",
                        "command ",
                        "\tat coex.runtime.launch.BugReportTest",
                        "--- a.coex ---\nfunc main() ~\n");
        Files.delete(file);
    }
}
