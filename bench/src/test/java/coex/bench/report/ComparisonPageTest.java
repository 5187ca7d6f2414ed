package coex.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

/// The page with charts shows losses as it shows wins, needs nothing else, and its charts are well
/// formed.
class ComparisonPageTest {
    private static final Path KEPT = Path.of("results");
    private static final Pattern CHART = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL);

    private static final Map<String, Object> METADATA =
            Map.of(
                    "date", "2026-11-16T10:00:00Z",
                    "command", "coex bench gc --only x",
                    "jvm", "Some VM 25",
                    "cpu", "Some CPU",
                    "cores", 2,
                    "memory", "2097152 kB",
                    "loadAtStart", "0.5");

    @TempDir private Path results;

    private static String row(String name, double ours, double peer, String peerName, String unit) {
        return """
        {"name": "%s", "ours": %s, "peer": %s, "peerName": "%s", "unit": "%s", "ratio": %s,
         "goal": "", "met": false, "verdict": "",
         "oursRange": [%s, %s], "peerRange": [%s, %s], "note": "1 < 2 & 'so'"}
        """
                .formatted(
                        name,
                        ours,
                        peer,
                        peerName,
                        unit,
                        peer == 0 ? "null" : ours / peer,
                        ours,
                        ours,
                        peer,
                        peer);
    }

    private String page(String... rows) throws IOException {
        write(
                """
                {"metadata": {"date": "2026-11-16T10:00:00Z", "command": "coex bench gc --only x",
                  "jvm": "Some VM 25", "cpu": "Some CPU", "cores": 2, "memory": "2097152 kB",
                  "loadAtStart": "0.5"}, "rows": [%s], "failures": []}
                """
                        .formatted(String.join(",", rows)));
        return ComparisonPage.of(results, List.of("gc"));
    }

    private void write(String run) throws IOException {
        Path folder = Files.createDirectories(results.resolve("2026-11-16-aaaaaaa"));
        Files.writeString(folder.resolve("gc.json"), run);
    }

    @Test
    void winsTiesAndLossesAreCountedByWhatIsBetterInTheirUnit() throws IOException {
        String page =
                page(
                        row("fast", 1, 4, "new", "ns"),
                        row("slow", 8, 4, "new", "ns"),
                        row("much", 9, 4, "new", "M ops/s"),
                        row("same", 4, 4, "new", "ns"));
        assertThat(page)
                .contains("4 comparisons", ">2 won<", "1 ties", ">1 lost<")
                .contains("coex bench gc --only x", "Some CPU, 2 cores", "aaaaaaa")
                .contains("More is better.", "Less is better.")
                .contains("1 &lt; 2 &amp; &#39;so&#39;");
    }

    @Test
    void sizesOfTheHeapAndPercentilesAreDrawnAsLinesToo() throws Exception {
        String page =
                page(
                        row("churn/2x/reads", 1, 4, "G1", "M/s"),
                        row("churn/4x/reads", 2, 5, "G1", "M/s"),
                        row("hold/p50", 1, 4, "G1", "us"),
                        row("hold/p99", 2, 50, "G1", "us"),
                        row("hold/max", 3, 600, "G1", "us"));
        assertThat(page).contains("over the size of the heap", "hold, by percentile");
        assertThat(charts(page)).hasSize(5); // all, two groups, and lines for each of them
        for (String chart : charts(page)) {
            assertThat(parsed(chart).getDocumentElement().getTagName()).isEqualTo("svg");
        }
    }

    @Test
    void sizesOfTheHeapThatAreNoWholeMultiplesStandInTheOrderOfTheNumbers() throws Exception {
        String page =
                page(
                        row("churn/2x/reads", 3, 4, "G1", "M/s"),
                        row("churn/1.5x/reads", 2, 4, "G1", "M/s"),
                        row("churn/10x/reads", 4, 4, "G1", "M/s"));
        String lines = charts(page).getLast();
        assertThat(lines).contains("over the size of the heap");
        assertThat(lines.indexOf(">1.5x<")).isPositive().isLessThan(lines.indexOf(">2x<"));
        assertThat(lines.indexOf(">2x<")).isPositive().isLessThan(lines.indexOf(">10x<"));
    }

    @Test
    void everyPeerHasAColourOfItsOwnWhichBarsAndLinesShare() throws Exception {
        String page =
                page(
                        row("churn/2x/reads", 1, 4, "G1", "M/s"),
                        row("churn/2x/reads", 1, 5, "ZGC", "M/s"),
                        row("churn/4x/reads", 2, 5, "G1", "M/s"),
                        row("churn/4x/reads", 2, 6, "ZGC", "M/s"));
        String bars = charts(page).get(1);
        assertThat(bars).containsPattern("'peer0'[^>]*>\n<text[^>]*>4 G1<");
        assertThat(bars).containsPattern("'peer1'[^>]*>\n<text[^>]*>5 ZGC<");
        String lines = charts(page).get(2);
        assertThat(lines).containsPattern("'peer0'[^>]*><title>G1,");
        assertThat(lines).containsPattern("'peer1'[^>]*><title>ZGC,");
        assertThat(page).contains(".peer" + (Chart.PEER_COLOURS - 1) + " {");
        assertThat(page).doesNotContain(".peer" + Chart.PEER_COLOURS + " {");
    }

    @Test
    void namesOfLinesStandInTheOrderOfTheirEndsAndAColouredLineLeadsToEach() throws Exception {
        String page =
                page(
                        row("hold/p50", 1, 400, "G1", "us"),
                        row("hold/p50", 1, 300, "ZGC", "us"),
                        row("hold/p99", 5, 450, "G1", "us"),
                        row("hold/p99", 5, 350, "ZGC", "us"),
                        row("hold/max", 10, 500, "G1", "us"),
                        row("hold/max", 10, 450, "ZGC", "us"));
        String lines = charts(page).getLast();
        String before = "<line class='%s'[^>]*/>\n<text[^>]*y='([\\d.]+)'[^>]*>%s<";
        double top = heightOf(lines, before.formatted("peer0", "G1"));
        double middle = heightOf(lines, before.formatted("peer1", "ZGC"));
        assertThat(top).isLessThan(middle);
        assertThat(middle).isLessThan(heightOf(lines, before.formatted("ours", "Coex")));
    }

    private static double heightOf(String chart, String label) {
        Matcher found = Pattern.compile(label).matcher(chart);
        assertThat(found.find()).as(label).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void thePageOfTheKeptRunsNeedsNothingElseAndEveryRowIsInIt() throws Exception {
        String page =
                ComparisonPage.of(
                        KEPT,
                        List.of("gc", "collections", "language", "tasks", "start-up", "editor"));
        assertThat(page).doesNotContain("<script", "<link", "src=", "url(", "NaN", "Infinity");
        int dots = 0;
        for (String chart : charts(page)) {
            Document drawn = parsed(chart);
            NodeList circles = drawn.getElementsByTagName("circle");
            dots += chart.contains("x better") ? circles.getLength() : 0;
        }
        Matcher told = Pattern.compile("<p>(\\d+) comparisons").matcher(page);
        assertThat(told.find()).isTrue();
        assertThat(dots).isEqualTo(Integer.parseInt(told.group(1))).isGreaterThan(100);
    }

    @Test
    @Timeout(60)
    void rowsThatAreAllNothingAreDrawnToo() throws Exception {
        for (String chart :
                charts(
                        page(
                                row("stalls/p50", 0, 0, "G1", "us"),
                                row("stalls/p99", 0, 0, "G1", "us"),
                                row("stalls/max", 0, 0, "G1", "us")))) {
            assertThat(parsed(chart).getDocumentElement().getTagName()).isEqualTo("svg");
            assertThat(chart).doesNotContain("NaN", "Infinity");
        }
    }

    @Test
    void aDistributionThatWasKeptIsDrawnWithAllItsPoints() throws Exception {
        Histogram few = new Histogram(3);
        Histogram many = new Histogram(3);
        for (int i = 1; i <= 100_000; i++) {
            few.recordValue(i);
            many.recordValue(10L * i);
        }
        Row row =
                new Row(
                                "hold/max",
                                Measured.once(100),
                                Measured.once(1000),
                                "G1",
                                "us",
                                Goal.NONE,
                                "")
                        .with(Curve.of(few, 1e3), Curve.of(many, 1e3));
        write(new Results(METADATA, List.of(row), List.of()).toJson());
        String page = ComparisonPage.of(results, List.of("gc"));
        assertThat(page).contains("hold, the whole distribution");
        String curve = charts(page).getLast();
        assertThat(parsed(curve).getElementsByTagName("circle").getLength())
                .isEqualTo(2 * Curve.PERCENTILES.length);
        assertThat(curve)
                .contains("Coex, 50%: 50 us", "G1, 99.9%: ", "Coex, max: 100 us", ">99.99%<");
    }

    @Test
    void withoutRunsThereIsAPageThatSaysSo() throws IOException {
        assertThat(ComparisonPage.of(results, List.of("gc"))).contains("0 comparisons");
    }

    private static List<String> charts(String page) {
        return CHART.matcher(page).results().map(found -> found.group()).toList();
    }

    private static Document parsed(String chart) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(chart)));
    }
}
