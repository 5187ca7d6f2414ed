package coex.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class ResultsTest {

    @Test
    void aRowBecomesAnObjectWithItsNumbersAndVerdict() {
        Row row =
                new Row(
                        "allocate-24",
                        new Measured(6, 5, 7),
                        Measured.once(4),
                        "new, G1",
                        "ns",
                        Goal.ratioAtMost(1.5),
                        "one thread");

        assertThat(new Results(Map.of(), List.of(row), List.of()).toJson())
                .contains(
                        "\"name\": \"allocate-24\"",
                        "\"ours\": 6.0",
                        "\"peer\": 4.0",
                        "\"peerName\": \"new, G1\"",
                        "\"unit\": \"ns\"",
                        "\"ratio\": 1.5",
                        "\"goal\": \"<= 1.5 x peer\"",
                        "\"met\": true",
                        "\"verdict\": \"yes\"");
    }

    @Test
    void whatIsMissingIsNull() {
        Row row = new Row("space", Measured.once(1), Measured.NONE, "", "bytes", Goal.NONE, "");

        assertThat(new Results(Map.of(), List.of(row), List.of()).toJson())
                .contains(
                        "\"peer\": null",
                        "\"ratio\": null",
                        "\"goal\": null",
                        "\"met\": null",
                        "\"peerRange\": null");
    }

    @Test
    void metadataAndFailuresAreKept() {
        assertThat(new Results(Map.of("cores", 2), List.of(), List.of("mark: ended")).toJson())
                .isEqualTo(
                        """
                        {
                          "metadata": {
                            "cores": 2
                          },
                          "rows": [],
                          "failures": [
                            "mark: ended"
                          ]
                        }
                        """);
    }

    @Test
    void textIsEscaped() {
        assertThat(new Results(Map.of("k", "a\"b\\c\n\u0001"), List.of(), List.of()).toJson())
                .contains("\"a\\\"b\\\\c\\n\\u0001\"");
    }

    @Test
    void theEnvironmentNamesTheJvmAndTheCommand() {
        assertThat(Environment.describe(List.of("gc", "--quick")))
                .containsEntry("command", "coex bench gc --quick")
                .containsKeys("date", "jvm", "jvmFlags", "cpu", "cores", "memory");
    }
}
