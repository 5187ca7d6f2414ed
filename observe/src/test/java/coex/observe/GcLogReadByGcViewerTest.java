package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.CycleKind;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.Phase;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.log.GcWords;

import com.tagtraum.perf.gcviewer.imp.DataReaderFacade;
import com.tagtraum.perf.gcviewer.model.AbstractGCEvent;
import com.tagtraum.perf.gcviewer.model.ConcurrentGCEvent;
import com.tagtraum.perf.gcviewer.model.GCEvent;
import com.tagtraum.perf.gcviewer.model.GCModel;
import com.tagtraum.perf.gcviewer.model.GcResourceFile;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A reader of the JVM's logs finds in ours what the heap itself knows.
class GcLogReadByGcViewerTest {

    @TempDir Path folder;

    /// What the heap knows, kept to be compared with the log.
    private static final class Witness implements HeapListener {
        final List<HeapStats> cycles = new ArrayList<>();
        final List<Phase> phases = new ArrayList<>();

        @Override
        public void phaseEnded(long cycle, Phase phase, Duration took) {
            phases.add(phase);
        }

        @Override
        public void cycleEnded(long cycle, HeapStats stats) {
            cycles.add(stats);
        }
    }

    private final Witness witness = new Witness();
    private GCModel model;
    private List<String> complaints;

    @BeforeEach
    void logAProgramAndReadItBack() throws Exception {
        Path file = folder.resolve("gc.log");
        try (GcLog log = GcLog.toFile(file, GcLogOptions.defaults().withLevel(LogLevel.DEBUG));
                Heap heap = Heap.open(TracedHeaps.mostlyYoung().initialBytes(4 << 20).build())) {
            heap.addListener(log);
            heap.addListener(witness);
            TracedHeaps.fill(heap, 50, 1 << 20, heap::collect);
            heap.collect();
            TracedHeaps.fill(heap, 70, 1 << 10, heap::collect);
            TracedHeaps.fill(heap, 7, 100, ConcurrentHeap.of(heap)::collectAsBest);
        }
        GcResourceFile resource = new GcResourceFile(file.toFile());
        try (LoggedWarnings warnings = new LoggedWarnings(resource.getLogger())) {
            model = new DataReaderFacade().loadModel(resource);
            complaints = warnings.messages();
        }
    }

    private List<GCEvent> collections() {
        List<GCEvent> events = new ArrayList<>();
        model.getGCEvents().forEachRemaining(events::add);
        return events;
    }

    private List<String> phases() {
        List<String> names = new ArrayList<>();
        model.getConcurrentGCEvents()
                .forEachRemaining((ConcurrentGCEvent event) -> names.add(event.getTypeAsString()));
        return names;
    }

    /// What a unit of the log leaves of a size, in the reader's kilobytes.
    private static int kilobytes(long bytes) {
        return (int) (bytes >= 10 << 20 ? bytes >> 20 << 10 : bytes >> 10);
    }

    @Test
    void everyCollectionIsThereWithItsSizes() {
        assertThat(collections()).hasSameSizeAs(witness.cycles).hasSizeGreaterThanOrEqualTo(4);
        for (int i = 0; i < witness.cycles.size(); i++) {
            HeapStats stats = witness.cycles.get(i);
            AbstractGCEvent<?> event = collections().get(i);
            assertThat(event.getNumber()).isEqualTo((int) stats.collection().completed());
            assertThat(event.getPreUsed()).isEqualTo(kilobytes(stats.collection().usedBefore()));
            assertThat(event.getPostUsed()).isEqualTo(kilobytes(stats.collection().usedAfter()));
            assertThat(event.getTotal()).isEqualTo(kilobytes(stats.now().heapBytes()));
        }
        assertThat(witness.cycles)
                .extracting(stats -> stats.collection().lastKind())
                .contains(CycleKind.YOUNG, CycleKind.FULL);
        assertThat(collections()).anyMatch(event -> event.getPreUsed() >= 20 << 10);
    }

    @Test
    void thereAreNoPauses() {
        assertThat(model.getPause().getSum()).isZero();
        assertThat(model.getFullGCPause().getN()).isZero();
    }

    @Test
    void theConcurrentPhasesAreThere() {
        for (Phase phase : List.of(Phase.MARK, Phase.SWEEP, Phase.PREPARE, Phase.WEAK)) {
            String name = GcWords.phase(phase);
            assertThat(phases().stream().filter(name::equals))
                    .as(name)
                    .hasSize((int) witness.phases.stream().filter(phase::equals).count());
        }
        assertThat(phases().stream().filter("Concurrent Cycle"::equals))
                .hasSameSizeAs(witness.cycles);
    }

    @Test
    void everyLineIsUnderstoodOrKnownToBeOfNoInterest() {
        assertThat(complaints)
                .isNotEmpty() // it also says what format it found
                .noneMatch(text -> text.contains("Failed") || text.contains("Expected"))
                .noneMatch(text -> text.contains("Unknown"));
    }
}
