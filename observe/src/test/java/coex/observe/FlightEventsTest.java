package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.HeapUsageException;
import coex.gc.Phase;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.log.GcWords;

import jdk.jfr.Configuration;
import jdk.jfr.DataAmount;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.Timespan;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What is recorded is what the heap knows.
class FlightEventsTest {

    private static final List<String> NAMES =
            List.of(
                    "coex.Cycle",
                    "coex.Phase",
                    "coex.Handshake",
                    "coex.HeapSummary",
                    "coex.Growth",
                    "coex.AllocationStall",
                    "coex.LateMutator");

    @TempDir Path folder;

    /// What the heap tells, kept to be compared with the recording.
    private static final class Witness implements HeapListener {
        final List<HeapStats> cycles = new ArrayList<>();
        final List<Handshake> handshakes = new ArrayList<>();
        final List<Long> newSizes = new ArrayList<>();
        final List<Long> stallNanos = new ArrayList<>();
        long markNanos;

        @Override
        public void phaseEnded(long cycle, Phase phase, Duration took) {
            markNanos += phase == Phase.MARK ? took.toNanos() : 0;
        }

        @Override
        public void handshakeEnded(Handshake handshake) {
            handshakes.add(handshake);
        }

        @Override
        public void cycleEnded(long cycle, HeapStats stats) {
            cycles.add(stats);
        }

        @Override
        public synchronized void resized(String region, long fromBytes, long toBytes) {
            newSizes.add(toBytes);
        }

        @Override
        public synchronized void allocationStalled(String thread, long bytes, Duration waited) {
            stallNanos.add(waited.toNanos());
        }
    }

    private final Witness witness = new Witness();

    private interface Program {
        void run(Heap heap) throws Exception;
    }

    private Path record(Map<String, String> settings, Heap heap, Program program) throws Exception {
        Path file = folder.resolve("heap.jfr");
        try (Recording recording = new Recording(settings)) {
            recording.start();
            program.run(heap);
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    /// In the order of time; a file has them by thread.
    private static Stream<RecordedEvent> events(Path file, String name) throws Exception {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime));
    }

    private Heap witnessed(Heap heap) {
        heap.addListener(new FlightEvents());
        heap.addListener(witness);
        return heap;
    }

    @Test
    void cyclesAreRecordedAsTheStatisticsHaveThem() throws Exception {
        Path file;
        try (Heap heap = witnessed(Heap.open(TracedHeaps.mostlyYoung().name("words").build()))) {
            file =
                    record(
                            FlightEvents.settings(),
                            heap,
                            it -> {
                                TracedHeaps.fill(it, 20, 1 << 20, it::collect);
                                TracedHeaps.fill(it, 4, 100, ConcurrentHeap.of(it)::collectAsBest);
                                it.collect();
                            });
        }
        List<RecordedEvent> cycles = events(file, "coex.Cycle").toList();
        assertThat(cycles).hasSameSizeAs(witness.cycles).hasSizeGreaterThanOrEqualTo(3);
        assertThat(cycles).extracting(event -> event.getString("kind")).contains("Young", "Full");
        assertThat(cycles.get(1).getLong("bytesOld"))
                .isGreaterThan(cycles.get(1).getLong("bytesMarked"));
        for (int i = 0; i < cycles.size(); i++) {
            RecordedEvent event = cycles.get(i);
            HeapStats.Collection did = witness.cycles.get(i).collection();
            assertThat(event.getString("heap")).isEqualTo("words");
            assertThat(event.getLong("gcId")).isEqualTo(did.completed());
            assertThat(event.getString("kind")).isEqualTo(GcWords.kind(did.lastKind()));
            assertThat(event.getString("cause")).isEqualTo(GcWords.cause(did.lastCause()));
            assertThat(event.getLong("objectsMarked")).isEqualTo(did.objectsMarked());
            assertThat(event.getLong("bytesMarked")).isEqualTo(did.bytesMarked());
            assertThat(event.getLong("bytesOld")).isEqualTo(did.bytesOld());
            HeapStats.Moving moved = witness.cycles.get(i).moving();
            assertThat(event.getLong("objectsMoved")).isEqualTo(moved.lastObjects());
            assertThat(event.getInt("markers")).isEqualTo(did.markers());
            assertThat(event.getLong("bytesMoved")).isEqualTo(moved.lastBytes());
            assertThat(event.getLong("objectsReclaimed")).isEqualTo(did.objectsSwept());
            assertThat(event.getLong("bytesReclaimed")).isEqualTo(did.bytesReclaimed());
            assertThat(event.getDuration("cycleTime").toNanos())
                    .isEqualTo(witness.cycles.get(i).time().lastCycle());
            assertThat(event.getDuration("longestHandshake"))
                    .isLessThan(event.getDuration("cycleTime"))
                    .isPositive();
            assertThat(event.getDuration()).isPositive();
        }
        List<RecordedEvent> after =
                events(file, "coex.HeapSummary")
                        .filter(event -> event.getString("when").equals("After GC"))
                        .toList();
        List<RecordedEvent> before =
                events(file, "coex.HeapSummary")
                        .filter(event -> event.getString("when").equals("Before GC"))
                        .toList();
        assertThat(after).hasSameSizeAs(cycles);
        for (int i = 0; i < cycles.size(); i++) {
            HeapStats stats = witness.cycles.get(i);
            assertThat(before.get(i).getLong("heapUsed"))
                    .isEqualTo(stats.collection().usedBefore());
            assertThat(after.get(i).getLong("heapUsed")).isEqualTo(stats.collection().usedAfter());
            assertThat(after.get(i).getLong("committedSize")).isEqualTo(stats.now().heapBytes());
            assertThat(after.get(i).getLong("reservedSize")).isEqualTo(stats.now().heapMaximum());
            assertThat(after.get(i).getLong("sideSize")).isEqualTo(stats.now().sideBytes());
        }
    }

    @Test
    void phasesAndHandshakesLieInsideTheirCycle() throws Exception {
        Path file;
        try (Heap heap = witnessed(Heap.open(TracedHeaps.calm().build()))) {
            file =
                    record(
                            FlightEvents.settings(),
                            heap,
                            it -> TracedHeaps.fill(it, 50, 100, it::collect));
        }
        RecordedEvent cycle = events(file, "coex.Cycle").findFirst().orElseThrow();
        List<RecordedEvent> phases = events(file, "coex.Phase").toList();
        assertThat(new TreeSet<>(phases.stream().map(event -> event.getString("name")).toList()))
                .hasSize(Phase.values().length);
        assertThat(phases)
                .allMatch(event -> !event.getStartTime().isBefore(cycle.getStartTime()))
                .allMatch(event -> !event.getEndTime().isAfter(cycle.getEndTime()));
        assertThat(
                        phases.stream()
                                .filter(event -> event.getString("name").equals("Concurrent Mark"))
                                .mapToLong(event -> event.getDuration("phaseTime").toNanos())
                                .sum())
                .isEqualTo(witness.markNanos);
        List<RecordedEvent> handshakes = events(file, "coex.Handshake").toList();
        assertThat(handshakes).hasSameSizeAs(witness.handshakes).hasSizeGreaterThanOrEqualTo(5);
        for (int i = 0; i < handshakes.size(); i++) {
            HeapListener.Handshake told = witness.handshakes.get(i);
            RecordedEvent event = handshakes.get(i);
            assertThat(event.getString("name")).isEqualTo(GcWords.phase(told.phase()));
            assertThat(event.getInt("mutators")).isEqualTo(told.mutators());
            assertThat(event.getInt("onBehalf")).isEqualTo(told.onBehalf());
            assertThat(event.getDuration("handshakeTime")).isEqualTo(told.took());
            assertThat(event.getString("slowestThread")).isEqualTo(told.slowestThread());
            assertThat(event.getStartTime()).isAfterOrEqualTo(cycle.getStartTime());
        }
    }

    @Test
    void growthAndStallsAreRecorded() throws Exception {
        Path file;
        try (Heap heap = witnessed(Heap.open(TracedHeaps.tiny().build()))) {
            file =
                    record(
                            FlightEvents.settings(),
                            heap,
                            it -> {
                                for (int i = 0; i < 50 && witness.stallNanos.isEmpty(); i++) {
                                    TracedHeaps.fill(it, 24, (1 << 18) + i, () -> {});
                                }
                                it.close(); // so that nobody hears anything after the recording
                            });
        }
        List<Long> sizes =
                events(file, "coex.Growth").map(event -> event.getLong("newSize")).toList();
        assertThat(sizes).isNotEmpty().containsExactlyInAnyOrderElementsOf(witness.newSizes);
        List<Long> stalls =
                events(file, "coex.AllocationStall")
                        .map(event -> event.getDuration("stallTime").toNanos())
                        .toList();
        assertThat(stalls).isNotEmpty().containsExactlyInAnyOrderElementsOf(witness.stallNanos);
    }

    @Test
    void aLateMutatorIsRecorded() throws Exception {
        try (Heap heap = Heap.open(TracedHeaps.calm().name("held").build())) {
            FlightEvents events = new FlightEvents();
            events.listening(heap);
            Path file =
                    record(
                            FlightEvents.settings(),
                            heap,
                            _ ->
                                    events.mutatorLate(
                                            new HeapListener.LateMutator(
                                                    3,
                                                    Phase.SNAPSHOT,
                                                    "sleeper",
                                                    Duration.ofSeconds(2),
                                                    "A.b(A.java:1)",
                                                    0)));
            RecordedEvent event = events(file, "coex.LateMutator").findFirst().orElseThrow();
            assertThat(event.getString("heap")).isEqualTo("held");
            assertThat(event.getString("mutator")).isEqualTo("sleeper");
            assertThat(event.getString("name")).isEqualTo("Snapshot");
            assertThat(event.getDuration("waitTime")).isEqualTo(Duration.ofSeconds(2));
            assertThat(event.getString("at")).isEqualTo("A.b(A.java:1)");
        }
    }

    @Test
    void aPlainRecordingHasCyclesWithoutFurtherSettings() throws Exception {
        try (Heap heap = witnessed(Heap.open(TracedHeaps.calm().build()))) {
            Map<String, String> settings = Configuration.getConfiguration("default").getSettings();
            Path file = record(settings, heap, Heap::collect);
            assertThat(events(file, "coex.Cycle")).hasSize(1);
            assertThat(events(file, "coex.HeapSummary")).hasSize(2);
        }
    }

    @Test
    void aHeapWithoutTheListenerRecordsNothing() throws Exception {
        try (Heap heap = Heap.open(TracedHeaps.calm().build())) {
            Path file = record(FlightEvents.settings(), heap, Heap::collect);
            assertThat(RecordingFile.readAllEvents(file))
                    .noneMatch(event -> event.getEventType().getName().startsWith("coex."));
        }
    }

    @Test
    void eventsBeginInTheMiddleOfACycleToo() throws Exception {
        try (Heap heap = Heap.open(TracedHeaps.calm().build())) {
            FlightEvents events = new FlightEvents();
            events.listening(heap);
            Path file =
                    record(
                            FlightEvents.settings(),
                            heap,
                            it -> {
                                events.phaseEnded(1, Phase.MARK, Duration.ofMillis(1));
                                events.phaseEnded(1, Phase.FLUSH, Duration.ofMillis(1));
                                it.collect();
                                events.cycleEnded(1, it.stats());
                            });
            assertThat(events(file, "coex.Phase").map(event -> event.getString("name")))
                    .containsExactly("Flush");
            assertThat(events(file, "coex.Cycle")).isEmpty();
            assertThat(events(file, "coex.HeapSummary")).hasSize(1);
        }
    }

    @Test
    void oneListenerServesOneHeap() {
        try (Heap first = Heap.open(TracedHeaps.calm().name("first").build());
                Heap second = Heap.open(TracedHeaps.calm().name("second").build())) {
            FlightEvents events = new FlightEvents();
            events.listening(first);
            assertThatThrownBy(() -> events.listening(second))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessageContaining("heap=first another=second");
        }
    }

    /// Mission Control shows an event by its labels, and a number by its unit.
    @Test
    void everyFieldIsLabelledAndEverySizeAndTimeHasItsUnit() throws Exception {
        try (Heap heap = witnessed(Heap.open(TracedHeaps.calm().build()))) {
            record(
                    FlightEvents.settings(),
                    heap,
                    it -> {
                        FlightEvents events = new FlightEvents();
                        events.listening(it);
                        events.cycleStarted(1, CycleKind.FULL, Cause.IDLE);
                        events.resized("heap", 1, 2);
                        events.allocationStalled("t", 1, Duration.ZERO);
                        events.mutatorLate(
                                new HeapListener.LateMutator(
                                        1, Phase.MARK, "t", Duration.ZERO, "", 0));
                    });
            List<EventType> types =
                    FlightRecorder.getFlightRecorder().getEventTypes().stream()
                            .filter(type -> type.getName().startsWith("coex."))
                            .toList();
            assertThat(types.stream().map(EventType::getName))
                    .containsExactlyInAnyOrderElementsOf(NAMES);
            for (EventType type : types) {
                assertThat(type.getLabel()).isNotBlank();
                assertThat(type.getDescription()).isNotBlank();
                assertThat(type.getCategoryNames()).startsWith("Coex", "GC");
                assertThat(type.getField("heap")).isNotNull();
                assertThat(type.getFields()).allMatch(field -> field.getLabel() != null);
                assertThat(type.getFields())
                        .filteredOn(field -> field.getName().matches(".*([sS]ize|[bB]ytes.*|Used)"))
                        .allMatch(field -> field.getAnnotation(DataAmount.class) != null);
                assertThat(type.getFields())
                        .filteredOn(field -> field.getName().matches(".*Time|longest.*"))
                        .filteredOn(field -> !field.getName().equals("startTime"))
                        .allMatch(field -> field.getAnnotation(Timespan.class) != null);
            }
        }
    }

    @Test
    void theSettingsNameEveryEvent() {
        Map<String, String> settings = FlightEvents.settings();
        assertThat(settings).containsEntry("coex.Phase#threshold", "0 ms");
        for (String name : NAMES) {
            assertThat(settings).containsEntry(name + "#enabled", "true");
        }
    }

    @Test
    void missionControlReadsTheSame() throws Exception {
        Path file;
        try (Heap heap = witnessed(Heap.open(TracedHeaps.calm().name("words").build()))) {
            file =
                    record(
                            FlightEvents.settings(),
                            heap,
                            it -> TracedHeaps.fill(it, 20, 1 << 20, it::collect));
        }
        IItemCollection all = JfrLoaderToolkit.loadEvents(file.toFile());
        HeapStats stats = witness.cycles.getLast();
        IItemCollection cycles = all.apply(ItemFilters.type("coex.Cycle"));
        assertThat(count(cycles)).isEqualTo(witness.cycles.size());
        assertThat(last(cycles, "bytesReclaimed").clampedLongValueIn(UnitLookup.BYTE))
                .isEqualTo(stats.collection().bytesReclaimed());
        assertThat(last(cycles, "cycleTime").clampedLongValueIn(UnitLookup.NANOSECOND))
                .isEqualTo(stats.time().lastCycle());
        IItemCollection summaries = all.apply(ItemFilters.type("coex.HeapSummary"));
        assertThat(last(summaries, "heapUsed").clampedLongValueIn(UnitLookup.BYTE))
                .isEqualTo(stats.collection().usedAfter());
        assertThat(count(all.apply(ItemFilters.type("coex.Phase"))))
                .isEqualTo((int) events(file, "coex.Phase").count());
    }

    private static int count(IItemCollection items) {
        return (int) items.stream().mapToLong(iterable -> iterable.getItemCount()).sum();
    }

    private static IQuantity last(IItemCollection items, String field) {
        IQuantity found = null;
        for (var iterable : items) {
            for (var key : iterable.getType().getAccessorKeys().keySet()) {
                if (key.getIdentifier().equals(field)) {
                    var accessor = iterable.getType().getAccessor(key);
                    for (var item : iterable) {
                        found = (IQuantity) accessor.getMember(item);
                    }
                }
            }
        }
        assertThat(found).as(field).isNotNull();
        return found;
    }
}
