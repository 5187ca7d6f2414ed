// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.HeapUsageException;
import coex.gc.Phase;
import coex.observe.flight.AllocationStallEvent;
import coex.observe.flight.CycleEvent;
import coex.observe.flight.GrowthEvent;
import coex.observe.flight.HandshakeEvent;
import coex.observe.flight.HeapSummaryEvent;
import coex.observe.flight.LateMutatorEvent;
import coex.observe.flight.PhaseEvent;
import coex.observe.log.GcWords;

import jdk.jfr.Configuration;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;

/// Tells the JVM's Flight Recorder what one heap does: `coex.Cycle`, `coex.Phase`,
/// `coex.Handshake`, `coex.HeapSummary`, `coex.Growth`, `coex.AllocationStall`, `coex.LateMutator`.
///
/// ```java
/// Heap heap = Heap.open(HeapOptions.builder().listener(new FlightEvents()).build());
/// ```
///
/// or `heap.addListener(new FlightEvents())` while it runs, one for each heap. Nothing is recorded
/// unless a recording runs, and then phases and handshakes only if they are long; [#settings] has
/// everything.
///
/// Events are made where they are told of. The Flight Recorder puts them in a buffer of the thread
/// and does the rest elsewhere.
public final class FlightEvents implements HeapListener {

    private static final String COLLECTOR = "Coex";

    /// The heap whose events these are. Written once, by the thread that has this listen; volatile,
    /// because others read it.
    private volatile Heap heap;

    // Of the running cycle. Touched only by the holder of the collector's role, which is handed on
    // with it.

    private CycleEvent cycleEvent;
    private PhaseEvent phaseEvent;
    private HandshakeEvent handshakeEvent;
    private long longestHandshake;

    /// To be given to one heap as a listener.
    public FlightEvents() {}

    /// {@return settings for a recording that switch on every event of ours, however short}
    ///
    /// ```java
    /// try (var recording = new jdk.jfr.Recording(FlightEvents.settings())) {
    ///     recording.start();
    /// }
    /// ```
    public static Map<String, String> settings() {
        var resource = FlightEvents.class.getResourceAsStream("coex.jfc");
        try (var reader = new InputStreamReader(resource, StandardCharsets.UTF_8)) {
            return Configuration.create(reader).getSettings();
        } catch (IOException | ParseException e) {
            throw new IllegalStateException("settings cannot be read: resource=coex.jfc", e);
        }
    }

    @Override
    public void listening(Heap told) {
        if (heap != null && heap != told) {
            throw new HeapUsageException(
                    "these are the events of one heap: heap=%s another=%s"
                            .formatted(heap.options().name(), told.options().name()));
        }
        heap = told;
    }

    private String heapName() {
        return heap.options().name();
    }

    // The collector

    @Override
    public void cycleStarted(long cycle, CycleKind kind, Cause cause) {
        longestHandshake = 0;
        cycleEvent = new CycleEvent();
        cycleEvent.begin();
        HeapSummaryEvent before = new HeapSummaryEvent();
        if (before.isEnabled()) {
            try {
                HeapStats stats = heap.stats();
                summarise(before, cycle, HeapSummaryEvent.BEFORE, stats.now().heapUsed(), stats);
            } catch (HeapClosedException e) {
                // The cycle is about to break off.
            }
        }
        beginPhase();
    }

    /// A handshake is the whole of its phase, so both begin here. What the heap does between the
    /// end of a phase and the beginning of the next is little, unless it verifies itself.
    private void beginPhase() {
        phaseEvent = new PhaseEvent();
        phaseEvent.begin();
        handshakeEvent = new HandshakeEvent();
        handshakeEvent.begin();
    }

    @Override
    public void phaseEnded(long cycle, Phase phase, Duration took) {
        PhaseEvent event = phaseEvent;
        if (event != null) { // it is if this began to listen in the middle of a cycle
            event.end();
            if (event.shouldCommit()) {
                event.heap = heapName();
                event.gcId = cycle;
                event.name = GcWords.phase(phase);
                event.phaseTime = took.toNanos();
                event.commit();
            }
        }
        beginPhase();
    }

    @Override
    public void handshakeEnded(Handshake handshake) {
        longestHandshake = Math.max(longestHandshake, handshake.took().toNanos());
        HandshakeEvent event = handshakeEvent != null ? handshakeEvent : new HandshakeEvent();
        handshakeEvent = null; // another one in this phase is of the verifier
        event.end();
        if (event.shouldCommit()) {
            event.heap = heapName();
            event.gcId = handshake.cycle();
            event.name = GcWords.phase(handshake.phase());
            event.mutators = handshake.mutators();
            event.onBehalf = handshake.onBehalf();
            event.handshakeTime = handshake.took().toNanos();
            event.slowestThread = handshake.slowestThread();
            event.slowestTime = handshake.slowest().toNanos();
            event.commit();
        }
    }

    @Override
    public void cycleEnded(long cycle, HeapStats stats) {
        phaseEvent = null;
        handshakeEvent = null;
        HeapSummaryEvent after = new HeapSummaryEvent();
        if (after.isEnabled()) {
            summarise(after, cycle, HeapSummaryEvent.AFTER, stats.collection().usedAfter(), stats);
        }
        CycleEvent event = cycleEvent;
        cycleEvent = null;
        if (event == null) {
            return;
        }
        event.end();
        if (event.shouldCommit()) {
            HeapStats.Collection did = stats.collection();
            event.heap = heapName();
            event.gcId = cycle;
            event.name = COLLECTOR;
            event.kind = GcWords.kind(did.lastKind());
            event.cause = GcWords.cause(did.lastCause());
            event.objectsMarked = did.objectsMarked();
            event.bytesMarked = did.bytesMarked();
            event.bytesOld = did.bytesOld();
            event.objectsReclaimed = did.objectsSwept();
            event.bytesReclaimed = did.bytesReclaimed();
            event.objectsMoved = stats.moving().lastObjects();
            event.bytesMoved = stats.moving().lastBytes();
            event.flushRounds = did.flushRounds();
            event.markers = did.markers();
            event.cycleTime = stats.time().lastCycle();
            event.longestHandshake = longestHandshake;
            event.commit();
        }
    }

    private void summarise(
            HeapSummaryEvent event, long cycle, String when, long used, HeapStats stats) {
        HeapStats.Now now = stats.now();
        event.heap = heapName();
        event.gcId = cycle;
        event.when = when;
        event.heapUsed = used;
        event.committedSize = now.heapBytes();
        event.reservedSize = now.heapMaximum();
        event.sideSize = now.sideBytes();
        event.handlesInUse = now.handlesInUse();
        event.commit();
    }

    @Override
    public void mutatorLate(LateMutator late) {
        LateMutatorEvent event = new LateMutatorEvent();
        if (event.isEnabled()) {
            event.heap = heapName();
            event.gcId = late.cycle();
            event.name = GcWords.phase(late.phase());
            event.mutator = late.thread();
            event.waitTime = late.waited().toNanos();
            event.at = late.at();
            event.commit();
        }
    }

    // Any thread

    @Override
    public void resized(String region, long fromBytes, long toBytes) {
        GrowthEvent event = new GrowthEvent();
        if (event.isEnabled()) {
            event.heap = heapName();
            event.region = region;
            event.oldSize = fromBytes;
            event.newSize = toBytes;
            event.commit();
        }
    }

    @Override
    public void allocationStalled(String threadName, long requestedBytes, Duration waited) {
        AllocationStallEvent event = new AllocationStallEvent();
        if (event.isEnabled()) {
            event.heap = heapName();
            event.mutator = threadName;
            event.size = requestedBytes;
            event.stallTime = waited.toNanos();
            event.commit();
        }
    }
}
