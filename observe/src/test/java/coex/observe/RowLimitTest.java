package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

/// A report with a limit has no more rows than that, and says how many there would have been.
class RowLimitTest {

    private final SampleHeap sample = new SampleHeap();
    private final HeapReports reports = sample.reports();

    @AfterEach
    void closeHeap() {
        sample.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 3, 6, 7, 8, Long.MAX_VALUE})
    void objectsAndHandlesAreLimited(long rows) {
        long shown = Math.min(rows, 7);
        ParsedReports.HeapDump heap =
                ParsedReports.heap(Written.text(reports.heap(2).limitedTo(rows)), 2);
        assertThat(heap.objects()).hasSize((int) shown);
        assertThat(heap.more()).isEqualTo(7 - shown);
        assertThat(heap.listed()).isEqualTo(7);
        ParsedReports.Table table =
                ParsedReports.table(Written.text(reports.handleTable(2).limitedTo(rows)), 2);
        assertThat(table.slots()).hasSize((int) shown);
        assertThat(table.more()).isEqualTo(7 - shown);
        JsonNode json = Written.json(reports.heap(1).limitedTo(rows));
        assertThat(json.get("objects")).hasSize((int) shown);
        assertThat(json.get("more_objects").asLong()).isEqualTo(7 - shown);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void threadsAndFramesShareTheLimit(long rows) {
        ParsedReports.Stacks read =
                ParsedReports.stacks(Written.text(reports.shadowStacks().limitedTo(rows)));
        long written = read.stacks().size();
        for (ParsedReports.Stack stack : read.stacks()) {
            written += stack.frames().size();
            assertThat(stack.frames().size() + stack.more()).isEqualTo(stack.depth());
        }
        assertThat(written).isEqualTo(Math.min(rows, 6)); // two threads, four frames
        assertThat(read.stacks().size() + read.more()).isEqualTo(2);
        JsonNode json = Written.json(reports.shadowStacks().limitedTo(rows));
        assertThat(json.get("threads")).hasSize(read.stacks().size());
        assertThat(json.get("more_threads").asLong()).isEqualTo(read.more());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 5})
    void threadsFieldsErrorsAndShapesAreLimited(long rows) {
        ParsedReports.Stats stats =
                ParsedReports.stats(Written.text(reports.stats().limitedTo(rows)));
        assertThat(stats.threads()).hasSize((int) Math.min(rows, 2));
        assertThat(stats.more()).isEqualTo(2 - Math.min(rows, 2));
        ParsedReports.ObjectDump object =
                ParsedReports.object(Written.text(reports.object(sample.ada).limitedTo(rows)));
        assertThat(object.fields()).hasSize((int) rows);
        assertThat(object.moreFields()).isEqualTo(8 - rows);
        ParsedReports.Census census =
                ParsedReports.census(Written.text(reports.census().limitedTo(rows)));
        assertThat(census.kinds()).hasSize((int) rows);
        assertThat(census.more()).isEqualTo(5 - rows);
        try (var _ = new Corruption(sample)) {
            ParsedReports.Validation failed =
                    ParsedReports.validation(Written.text(reports.validation().limitedTo(rows)));
            assertThat(failed.errors()).hasSize((int) Math.min(rows, 4));
            assertThat(failed.more()).isEqualTo(4 - Math.min(rows, 4));
            assertThat(failed.count()).isEqualTo(4);
        }
    }
}
