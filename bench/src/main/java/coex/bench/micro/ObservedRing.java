package coex.bench.micro;

import coex.gc.Heap;
import coex.observe.FlightEvents;
import coex.observe.GcLog;
import coex.observe.HeapTrace;

import jdk.jfr.Recording;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/// Has the heap of a [HandleRing] watched by what the property [#OBSERVER] names.
@State(Scope.Thread)
public class ObservedRing {

    /// Names the [Observer] to a JVM that measures.
    public static final String OBSERVER = "coex.bench.observer";

    /// Who watches.
    public enum Observer {
        NOTHING,
        FLIGHT_EVENTS_IDLE,
        FLIGHT_EVENTS_RECORDING,
        GC_LOG,
        TRACE_0_AFTER_4,
        TRACE_1,
        TRACE_2,
        TRACE_4,
        EVERYTHING,
        TOP,
        PAGE
    }

    private final Deque<AutoCloseable> observers = new ArrayDeque<>();

    /// What is watched. Benchmarks take it from here: as an argument they would get another one.
    HandleRing ring;

    @Setup
    public void observe(HandleRing watched) throws IOException {
        ring = watched;
        switch (Observer.valueOf(System.getProperty(OBSERVER))) {
            case NOTHING -> {}
            case FLIGHT_EVENTS_IDLE -> ring.heap.addListener(new FlightEvents());
            case FLIGHT_EVENTS_RECORDING -> record(ring.heap);
            case GC_LOG -> log(ring.heap);
            case TRACE_0_AFTER_4 -> {
                HeapTrace trace = trace(ring.heap, HeapTrace.MOST);
                for (int i = 0; i < 1000; i++) {
                    ring.mutator.allocate(ring.triple);
                }
                trace.level(0);
            }
            case TRACE_1 -> trace(ring.heap, 1);
            case TRACE_2 -> traceSlowly(2);
            case TRACE_4 -> traceSlowly(HeapTrace.MOST);
            case TOP -> observers.push(BeanQuestions.asTop(ring.heap));
            case PAGE -> observers.push(BeanQuestions.asPage(ring.heap));
            case EVERYTHING -> {
                record(ring.heap);
                log(ring.heap);
                trace(ring.heap, 1);
            }
        }
    }

    private void record(Heap heap) {
        heap.addListener(new FlightEvents());
        Recording recording = new Recording(FlightEvents.settings());
        recording.start();
        observers.push(recording);
    }

    private void log(Heap heap) throws IOException {
        Path folder = Files.createTempDirectory("coex-bench");
        observers.push(() -> deleteAll(folder));
        GcLog log = GcLog.toFile(folder.resolve("gc.log"));
        heap.addListener(log);
        observers.push(log);
    }

    /// At these levels allocation is so slow that no collection may come to its end; one that is
    /// asked for shows that it would.
    private void traceSlowly(int level) {
        trace(ring.heap, level);
        ring.heap.collect();
    }

    /// To nowhere: what is measured is the heap telling, not a disk.
    private HeapTrace trace(Heap heap, int level) {
        HeapTrace trace = HeapTrace.on(heap, Writer.nullWriter()).level(level);
        observers.push(trace);
        return trace;
    }

    private static void deleteAll(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    @TearDown
    public void close() throws Exception {
        while (!observers.isEmpty()) {
            observers.pop().close();
        }
    }
}
