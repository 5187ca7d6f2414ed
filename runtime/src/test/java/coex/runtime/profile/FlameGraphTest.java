package coex.runtime.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

class FlameGraphTest {

    private static CallTree tree() {
        var tree = new CallTree(Duration.ofMillis(10));
        tree.add(new SampledCalls(List.of("main", "a"), "a:3"));
        tree.add(new SampledCalls(List.of("main", "b", "[collections]"), "b:7"));
        tree.add(new SampledCalls(List.of("main", "a"), "a:3"));
        tree.add(new SampledCalls(List.of(), ""));
        return tree;
    }

    @Test
    void callsWithTheSameCallersAreOneBoxAndTheMostSeenComeFirst() throws IOException {
        assertThat(FlameGraph.page(tree()))
                .contains(
                        """
                        ["all",3,0],
                        ["main",3,1],
                        ["a",2,2],
                        ["b",1,2],
                        ["[collections]",1,3]
                        """);
    }

    @Test
    void thePageSaysHowMuchWasSeenAndWhere() throws IOException {
        assertThat(FlameGraph.page(tree()))
                .contains("3 samples, one each 10 ms")
                .contains("1 more ran no function")
                .contains("<td>66.7 %</td><td>a:3</td>", "<td>33.3 %</td><td>b:7</td>");
    }

    @Test
    void namesCannotEndTheScriptThatHoldsThem() throws IOException {
        var tree = new CallTree(Duration.ofMillis(10));
        tree.add(new SampledCalls(List.of("</script><b>\"\\é"), "<b>:1"));
        assertThat(FlameGraph.page(tree))
                .contains("[\"\\u003c/script>\\u003cb>\\u0022\\u005c\\u00e9\",1,1]")
                .contains("&lt;b&gt;:1")
                .doesNotContain("<b>", "@DATA@", "@SUMMARY@", "@BUSIEST@");
    }

    @Test
    void nothingOnThePageComesFromElsewhere() throws IOException {
        assertThat(FlameGraph.page(tree())).doesNotContain("http:", "https:", "src=", "@import");
    }

    @Test
    void callsAsDeepAsTheRecorderKeepsThemFit() throws IOException {
        var tree = new CallTree(Duration.ofMillis(10));
        tree.add(new SampledCalls(Collections.nCopies(100_000, "f"), "f:1"));
        assertThat(FlameGraph.page(tree)).contains("[\"f\",1,100000]");
    }
}
