package coex.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ResultsPageTest {

    private static final List<String> SUITES = List.of("gc", "tasks");

    @TempDir private Path results;

    /// A row beside `new` with this number of ours; the peer's is 2.
    private static String row(String name, double ours) {
        return """
        {"name": "%s", "ours": %s, "peer": 2, "peerName": "new", "unit": "ns", "ratio": %s,
         "goal": "<= 1 (1.5) x peer", "met": false, "verdict": "NO",
         "oursRange": [%s, 9], "peerRange": [2, 2], "note": "a | b"}
        """
                .formatted(name, ours, ours / 2, ours);
    }

    private static String document(String command, String date, String... rows) {
        return """
        {"metadata": {"date": "%s", "command": "coex bench %s", "jvm": "Some VM 25", "cpu": "Some CPU",
          "cores": 2, "memory": "2097152 kB", "loadAtStart": "0.5 0.4 0.3"},
         "rows": [%s], "failures": ["mark: ended"]}
        """
                .formatted(date, command, String.join(",", rows));
    }

    private void write(String file, String text) throws IOException {
        Path path = results.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void run(String file, String command, String hour, String... rows) throws IOException {
        write(file, document(command, "2026-11-16T" + hour + ":00Z", rows));
    }

    private List<String> linesFor(String row) throws IOException {
        return ResultsPage.of(results, SUITES)
                .lines()
                .filter(line -> line.startsWith("| " + row + " |"))
                .toList();
    }

    @Test
    void aRowShowsEverythingTheFileHas() throws IOException {
        run("2026-11-16-aaaaaaa/gc.json", "gc", "10", row("read", 4));
        assertThat(linesFor("read"))
                .containsExactly(
                        "| read | 4 ns | 4..9 | 2 ns, new |  | 2 | <= 1 (1.5) x peer | NO |  |"
                                + " [aaaaaaa](results/2026-11-16-aaaaaaa/gc.json) | a \\| b |");
        assertThat(ResultsPage.of(results, SUITES))
                .contains("| [gc](#gc) | 1 | 0 | 0 | 1 | 0 | 0 |")
                .contains(
                        "| [aaaaaaa](results/2026-11-16-aaaaaaa/gc.json) | 2026-11-16T10:00Z |"
                                + " `coex bench gc` | 1 | 0.5 0.4 0.3 | Some CPU, 2 cores, 2 GiB |"
                                + " Some VM 25 | mark: ended |");
    }

    @Test
    void theNewestRunCountsAndShowsTheOneBefore() throws IOException {
        run("2026-11-16-ccccccc/gc.json", "gc --quick", "12", row("read", 5));
        run("2026-11-16-aaaaaaa/gc.json", "gc --quick", "10", row("read", 3));
        run("2026-11-16-bbbbbbb/gc.json", "gc --quick", "11", row("read", 4));
        assertThat(linesFor("read")).singleElement().asString().contains("| 5 ns |", "| 4 ns; 2 |");
    }

    @Test
    void aFullRunCountsBeforeAQuickOneOfTheSameCommitThatIsNewer() throws IOException {
        run("2026-11-16-aaaaaaa/gc.json", "gc", "10", row("read", 3));
        run("2026-11-16-aaaaaaa/gc-quick.json", "gc --quick", "11", row("read", 4));
        assertThat(linesFor("read")).singleElement().asString().contains("| 3 ns |");
    }

    @Test
    void aFullRunOfAnOlderCommitStandsBelowTheQuickOneThatCounts() throws IOException {
        run("2026-11-16-aaaaaaa/gc.json", "gc", "10", row("read", 3));
        run("2026-11-16-bbbbbbb/gc-quick.json", "gc --quick", "11", row("read", 4));
        List<String> lines = linesFor("read");
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("| 4 ns |", "bbbbbbb");
        assertThat(lines.get(1)).contains("| 3 ns |", "aaaaaaa");
        assertThat(ResultsPage.of(results, SUITES)).contains("### gc, full but older");
    }

    @Test
    void rowsOfOneNameComeFromOneRunAlsoWhenTheirPeersDiffer() throws IOException {
        String beside = row("read", 3).replace("\"new\"", "\"an older peer\"");
        run("2026-11-16-aaaaaaa/gc.json", "gc", "10", beside);
        run("2026-11-16-bbbbbbb/gc.json", "gc", "11", row("read", 4));
        assertThat(linesFor("read")).singleElement().asString().contains("| 4 ns |");
    }

    @Test
    void aRunThatIsKeptToCompareWithCountsForNoRowHoweverNewItIs() throws IOException {
        run("2026-11-16-bbbbbbb/gc.json", "gc", "10", row("read", 3));
        run("2026-11-16-aaaaaaa-before/gc.json", "gc", "12", row("read", 4), row("gone", 4));
        run("2026-11-16-bbbbbbb-after/gc.json", "gc", "11", row("read", 5));
        assertThat(linesFor("read"))
                .singleElement()
                .asString()
                .contains("| 3 ns |", "[bbbbbbb](results/2026-11-16-bbbbbbb/gc.json)")
                .doesNotContain("; 2 |");
        assertThat(linesFor("gone")).isEmpty();
        assertThat(ResultsPage.of(results, SUITES))
                .contains(
                        "| [aaaaaaa, to compare](results/2026-11-16-aaaaaaa-before/gc.json) |"
                                + " 2026-11-16T12:00Z | `coex bench gc` | 0 |");
    }

    @Test
    void aGoalWhosePeerHasNoNumberIsNotSaidToLackOneOfOurs() throws IOException {
        String lost =
                row("read", 4)
                        .replace("\"peer\": 2,", "\"peer\": null,")
                        .replace("\"ratio\": 2.0", "\"ratio\": null")
                        .replace("[2, 2]", "null")
                        .replace("\"NO\"", "\"\"");
        run("2026-11-16-aaaaaaa/gc.json", "gc", "10", lost);
        assertThat(linesFor("read")).singleElement().asString().contains("| 4 ns |", "| -, new |");
        assertThat(ResultsPage.of(results, SUITES)).doesNotContain("| no number |  |");
    }

    @Test
    void sizesAreInTheOrderOfTheNumbers() throws IOException {
        run("2026-11-16-aaaaaaa/gc.json", "gc", "10", row("get/1000", 3), row("get/16", 3));
        String page = ResultsPage.of(results, SUITES);
        assertThat(page.indexOf("get/16")).isLessThan(page.indexOf("get/1000"));
    }

    @Test
    void aGoalWithoutANumberOfOursIsNotPassedOver() throws IOException {
        String lost =
                row("read", 4)
                        .replace("\"ours\": 4.0", "\"ours\": null")
                        .replace("\"ratio\": 2.0", "\"ratio\": null")
                        .replace("[4.0, 9]", "null")
                        .replace("\"NO\"", "\"\"");
        run("2026-11-16-aaaaaaa/gc.json", "gc", "10", lost);
        assertThat(linesFor("read")).singleElement().asString().contains("| - |", "| no number |");
        assertThat(ResultsPage.of(results, SUITES))
                .contains("| [gc](#gc) | 1 | 0 | 0 | 0 | 1 | 0 |");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    '"rows": ['            | '"rows": [,'          | it is not JSON, line 3
                    '"rows":'              | '"lines":'            | `rows` is missing
                    '"ours": 4.0'          | '"ours": "4"'         | rows[0]: `ours` is no number
                    '"name": "read",'      | ''                    | rows[0]: `name` is missing
                    '[4.0, 9]'             | '[4.0]'               | rows[0]: `oursRange` is not two
                    '"cores": 2'           | '"cores": "two"'      | metadata: `cores` is no number
                    '2026-11-16T10:00:00Z' | 'yesterday'           | metadata: `date` is no date
                    'coex bench gc'        | 'make bench'          | metadata: `command` does not
                    'coex bench gc'        | 'coex bench disk'     | no suite called disk; there are gc
                    '"mark: ended"'        | '3'                   | failures[0]: it is no string
                    """)
    void whatIsWrongWithAFileIsSaidWithItsName(String right, String wrong, String message)
            throws IOException {
        String good = document("gc", "2026-11-16T10:00:00Z", row("read", 4));
        assertThat(good).contains(right);
        write("2026-11-16-aaaaaaa/gc.json", good.replace(right, wrong));
        assertThatThrownBy(() -> ResultsPage.of(results, SUITES))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(Path.of("2026-11-16-aaaaaaa", "gc.json") + ": ")
                .hasMessageContaining(message);
    }

    @Test
    void anEmptyFileAndOneInNoFolderOfACommitAreNamed() throws IOException {
        write("2026-11-16-aaaaaaa/empty.json", "");
        assertThatThrownBy(() -> ResultsPage.of(results, SUITES))
                .hasMessageEndingWith("empty.json: it holds no JSON object");
        Files.delete(results.resolve("2026-11-16-aaaaaaa/empty.json"));
        run("gc.json", "gc", "10", row("read", 4));
        assertThatThrownBy(() -> ResultsPage.of(results, SUITES))
                .hasMessageContaining("gc.json: it must be in a folder <date>-<commit>");
    }

    @Test
    void twoRowsOfOneNameBesideOnePeerAreAMistake() throws IOException {
        run("2026-11-16-aaaaaaa/gc.json", "gc", "10", row("read", 4), row("read", 5));
        assertThatThrownBy(() -> ResultsPage.of(results, SUITES))
                .hasMessageContaining("gc.json: two rows are called read beside `new`");
    }
}
