package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Phase;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Each report on a known heap is, letter for letter, the one kept with the tests. Addresses and
/// times are masked. `-Dcoex.golden=write` writes the files anew, for a person to look at.
class GoldenReportsTest {

    private static final Path GOLDEN = Path.of("src/test/resources/coex/observe/golden");

    private static Map<String, Report> reports(SampleHeap sample) {
        HeapReports reports = sample.reports();
        Map<String, Report> named = new LinkedHashMap<>();
        named.put("stats", reports.stats());
        for (int verbosity = 0; verbosity <= 2; verbosity++) {
            named.put("heap-" + verbosity, reports.heap(verbosity));
            named.put("handle-table-" + verbosity, reports.handleTable(verbosity));
        }
        named.put("heap-2-limited", reports.heap(2).limitedTo(2));
        named.put("handle-table-1-limited", reports.handleTable(1).limitedTo(3));
        named.put("shadow-stacks", reports.shadowStacks());
        named.put("shadow-stacks-limited", reports.shadowStacks().limitedTo(2));
        named.put("object-person", reports.object(sample.grace));
        named.put("object-person-limited", reports.object(sample.grace).limitedTo(3));
        named.put("object-text", reports.object(sample.greeting));
        named.put("object-long-text", reports.object(sample.longText));
        named.put("object-numbers", reports.object(sample.some));
        named.put("object-list", reports.object(sample.people));
        named.put("object-odd", reports.object(sample.strange));
        named.put("validation-passed", reports.validation());
        named.put("fragmentation", reports.fragmentation());
        named.put("census", reports.census());
        named.put("census-limited", reports.census().limitedTo(1));
        return named;
    }

    @Test
    void reportsOnAKnownHeapAreThoseOnFile() throws Exception {
        try (SampleHeap sample = new SampleHeap()) {
            for (Map.Entry<String, Report> named : reports(sample).entrySet()) {
                compare(named.getKey(), named.getValue());
            }
        }
    }

    @Test
    void theWatermarkIsShownInTheMiddleOfACycle() throws Exception {
        SampleHeap.Gate gate = new SampleHeap.Gate(Phase.SNAPSHOT);
        try (SampleHeap sample = new SampleHeap(gate)) {
            gate.collectUpToHere(sample.mutator);
            try {
                compare("shadow-stacks-in-cycle", sample.reports().shadowStacks());
            } finally {
                gate.open(); // closing waits for the cycle
            }
            sample.heap.awaitCollection();
        }
    }

    @Test
    void aFailedValidationIsReportedAsItIsOnFile() throws Exception {
        try (SampleHeap sample = new SampleHeap()) {
            try (var _ = new Corruption(sample)) {
                compare("validation-failed", sample.reports().validation());
                compare("validation-failed-limited", sample.reports().validation().limitedTo(1));
            }
        }
    }

    private static void compare(String name, Report report) throws IOException {
        compareFile(name + ".txt", Masked.of(Written.text(report)));
        String pretty =
                Written.JSON
                        .writerWithDefaultPrettyPrinter()
                        .writeValueAsString(Written.json(report));
        compareFile(name + ".json", Masked.of(pretty + "\n"));
    }

    private static void compareFile(String name, String found) throws IOException {
        Path file = GOLDEN.resolve(name);
        if ("write".equals(System.getProperty("coex.golden"))) {
            Files.writeString(file, found);
        }
        assertThat(file).as("run with -Dcoex.golden=write and look at the file").exists();
        assertThat(found).as(name).isEqualTo(Files.readString(file));
    }
}
