package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapException;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.HeapUsageException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Who asks for what cannot be had is told why, and the heap stays as it was.
class ReportMisuseTest {

    @Test
    void aVerbosityThatDoesNotExistIsRefusedAtOnce() {
        try (SampleHeap sample = new SampleHeap()) {
            assertThatThrownBy(() -> sample.reports().heap(3))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessage("verbosity out of range: verbosity=3 least=0 most=2");
            assertThatThrownBy(() -> sample.reports().handleTable(-1))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessageContaining("verbosity=-1");
            assertThatThrownBy(() -> sample.reports().stats().limitedTo(-1))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessage("row limit negative: rows=-1");
        }
        assertThatThrownBy(() -> HeapReports.of(null))
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("heap=null");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 8, 10, 12, 1023, 1024, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE})
    void aHandleThatNamesNoObjectIsNamed(long handle) {
        try (SampleHeap sample = new SampleHeap()) { // 8 is free, 10 retired, 12 set aside
            Report report = sample.reports().object(handle);
            assertThatThrownBy(() -> report.writeText(new StringBuilder()))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessage("no such object: handle=" + handle + " heap=sample");
            assertThatThrownBy(() -> report.writeJson(new StringBuilder()))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessageContaining("handle=" + handle);
        }
    }

    private static List<Report> every(SampleHeap sample) {
        HeapReports reports = sample.reports();
        return List.of(
                reports.stats(),
                reports.heap(0),
                reports.heap(1),
                reports.heap(2),
                reports.handleTable(0),
                reports.handleTable(1),
                reports.handleTable(2),
                reports.shadowStacks(),
                reports.object(sample.ada),
                reports.validation(),
                reports.fragmentation(),
                reports.census());
    }

    @Test
    void aClosedHeapIsReportedAsClosed() {
        SampleHeap sample = new SampleHeap();
        List<Report> reports = every(sample);
        sample.close();
        for (Report report : reports) {
            assertThatThrownBy(() -> report.writeText(new StringBuilder()))
                    .isInstanceOf(HeapClosedException.class)
                    .hasMessageContaining("sample");
            assertThatThrownBy(() -> report.writeJson(new StringBuilder()))
                    .isInstanceOf(HeapClosedException.class);
        }
    }

    @Test
    void aListenerMayAskForFiguresOnly() {
        Map<Integer, String> outcomes = new ConcurrentHashMap<>();
        List<Report> reports = new ArrayList<>();
        HeapListener asking =
                new HeapListener() {
                    @Override
                    public void cycleEnded(long cycle, HeapStats stats) {
                        for (int i = 0; i < reports.size(); i++) {
                            outcomes.put(i, outcome(reports.get(i)));
                        }
                    }
                };
        try (SampleHeap sample = new SampleHeap(asking)) {
            reports.addAll(every(sample));
            sample.heap.collect();
            for (int i = 0; i < reports.size(); i++) {
                boolean figuresOnly = i == 0 || i == 1 || i == 10;
                assertThat(outcomes.get(i))
                        .as("report %d", i)
                        .isEqualTo(
                                figuresOnly
                                        ? "written"
                                        : i == 9
                                                ? "a listener cannot wait for the collector:"
                                                        + " heap=sample"
                                                : "a listener cannot look at objects: heap=sample");
            }
            assertThat(sample.heap.validate().isValid()).isTrue();
        }
    }

    private static String outcome(Report report) {
        try {
            report.writeText(new StringBuilder());
            return "written";
        } catch (HeapException | IOException e) {
            return e.getMessage();
        }
    }

    @Test
    void whatTheTargetThrowsIsPassedOn() {
        try (SampleHeap sample = new SampleHeap()) {
            for (Report report : every(sample)) {
                Appendable full = new FullDisk();
                assertThatThrownBy(() -> report.writeText(full))
                        .isInstanceOf(IOException.class)
                        .hasMessage("disk full");
                assertThatThrownBy(() -> report.writeJson(full))
                        .isInstanceOf(IOException.class)
                        .hasMessage("disk full");
            }
            sample.heap.collect(); // nobody is left behind for it to wait for
            assertThat(sample.heap.stats().registeredThreads()).isEqualTo(2);
        }
    }

    private static final class FullDisk implements Appendable {
        @Override
        public Appendable append(CharSequence text) throws IOException {
            throw new IOException("disk full");
        }

        @Override
        public Appendable append(CharSequence text, int start, int end) throws IOException {
            throw new IOException("disk full");
        }

        @Override
        public Appendable append(char character) throws IOException {
            throw new IOException("disk full");
        }
    }

    @Test
    void aThreadThatIsNotAttachedMayAsk() throws InterruptedException {
        try (SampleHeap sample = new SampleHeap()) {
            List<String> outcomes = new ArrayList<>();
            Thread stranger =
                    Thread.ofVirtual()
                            .start(() -> every(sample).forEach(r -> outcomes.add(outcome(r))));
            try (var _ = sample.mutator.safeRegion()) {
                stranger.join();
            }
            assertThat(outcomes).hasSize(12).containsOnly("written");
        }
    }

    @Test
    void reportsOnTwoHeapsDoNotMix() {
        try (SampleHeap sample = new SampleHeap();
                Heap other = Heap.open()) {
            assertThat(Written.json(HeapReports.of(other).census()).get("object_count").asLong())
                    .isZero();
            assertThat(Written.json(sample.reports().census()).get("object_count").asLong())
                    .isEqualTo(7);
        }
    }
}
