// SPDX-License-Identifier: Apache-2.0
package coex.observe.live;

import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.LatencyHistogram;
import coex.gc.MutatorStats;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/// A heap at one moment, and what has happened since another, as one line of JSON.
///
/// @param now nanoseconds, on the clock of the events
record LiveFrame(Heap heap, long now, EventRing.Events events, BlockCells cells) {

    private static final JsonFactory FACTORY = new JsonFactory();

    /// A heap may have thousands of threads; those that have allocated most are told one by one.
    static final int MOST_THREADS = 64;

    /// Holds are counted by length: below 128 ns, below 256 ns, ..., below 17 s, and longer.
    private static final int SHORTEST_HOLD_BITS = 7;

    private static final int LONGEST_HOLD_BITS = 34;

    String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            HeapStats stats = heap.stats();
            json.writeStartObject();
            json.writeNumberProperty("last", events.last());
            json.writeNumberProperty("lost", events.lost());
            json.writeNumberProperty("now", now);
            json.writeNumberProperty("at", System.currentTimeMillis());
            json.writeStringProperty("name", heap.options().name());
            writeMemory(json, stats);
            writeCounts(json, stats);
            writeThreads(json, stats);
            writeHolds(json, "actions", stats, MutatorStats::actions);
            writeHolds(json, "answers", stats, MutatorStats::acknowledgements);
            writeMap(json);
            json.writeArrayPropertyStart("events");
            events.events().forEach(event -> write(json, event));
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }

    private void writeMemory(JsonGenerator json, HeapStats stats) {
        HeapStats.Now is = stats.now();
        json.writeObjectPropertyStart("memory");
        json.writeNumberProperty("used", is.heapUsed());
        json.writeNumberProperty("live", stats.collection().usedAfter());
        json.writeNumberProperty("old", stats.collection().bytesOld());
        json.writeNumberProperty("committed", is.heapBytes());
        json.writeNumberProperty("discarded", is.heapDiscarded());
        json.writeNumberProperty("maximum", is.heapMaximum());
        json.writeNumberProperty("side", is.sideBytes());
        json.writeNumberProperty("free", stats.fragmentation().freeBytes());
        json.writeNumberProperty("largestFree", stats.fragmentation().largestFreeBytes());
        json.writeEndObject();
    }

    private static void writeCounts(JsonGenerator json, HeapStats stats) {
        json.writeObjectPropertyStart("counts");
        json.writeNumberProperty("allocations", stats.allocation().allocations());
        json.writeNumberProperty("bytesAllocated", stats.allocation().bytesAllocated());
        json.writeNumberProperty("stalls", stats.allocation().stalls());
        json.writeNumberProperty("cycles", stats.collection().completed());
        json.writeNumberProperty("young", stats.collection().young());
        json.writeNumberProperty("cycleNanos", stats.time().total());
        json.writeNumberProperty("objectsMoved", stats.moving().objects());
        json.writeNumberProperty("handles", stats.now().handlesInUse());
        json.writeNumberProperty("globalRoots", stats.now().globalRoots());
        json.writeNumberProperty("threads", stats.registeredThreads());
        json.writeEndObject();
    }

    private static void writeThreads(JsonGenerator json, HeapStats stats) {
        List<MutatorStats> all =
                stats.mutators().stream()
                        .sorted(Comparator.comparingLong(MutatorStats::bytesAllocated).reversed())
                        .toList();
        json.writeArrayPropertyStart("threads");
        for (MutatorStats thread : all.subList(0, Math.min(MOST_THREADS, all.size()))) {
            write(json, thread.thread(), thread);
        }
        json.writeEndArray();
        long others = all.stream().skip(MOST_THREADS).mapToLong(t -> t.bytesAllocated()).sum();
        json.writeNumberProperty("otherThreads", Math.max(0, all.size() - MOST_THREADS));
        json.writeNumberProperty("otherThreadsBytes", others);
        json.writeNumberProperty("detachedBytes", stats.detached().bytesAllocated());
    }

    private static void write(JsonGenerator json, String name, MutatorStats thread) {
        json.writeStartObject();
        json.writeStringProperty("name", name);
        json.writeNumberProperty("allocations", thread.allocations());
        json.writeNumberProperty("bytes", thread.bytesAllocated());
        json.writeNumberProperty("stalls", thread.stalls());
        json.writeNumberProperty("stallNanos", thread.stallNanos());
        json.writeNumberProperty("held", thread.actions().total());
        json.writeNumberProperty("longest", thread.actions().maximum());
        json.writeEndObject();
    }

    private static void writeHolds(
            JsonGenerator json,
            String name,
            HeapStats stats,
            Function<MutatorStats, LatencyHistogram> part) {
        LatencyHistogram all = part.apply(stats.detached());
        for (MutatorStats mutator : stats.mutators()) {
            all = all.plus(part.apply(mutator));
        }
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("count", all.count());
        json.writeNumberProperty("p50", all.percentile(50));
        json.writeNumberProperty("p99", all.percentile(99));
        json.writeNumberProperty("p999", all.percentile(99.9));
        json.writeNumberProperty("maximum", all.maximum());
        json.writeNumberProperty("firstBelow", 1L << SHORTEST_HOLD_BITS);
        json.writeArrayPropertyStart("buckets");
        long before = 0;
        for (int bits = SHORTEST_HOLD_BITS; bits <= LONGEST_HOLD_BITS; bits++) {
            long below = all.countUpTo((1L << bits) - 1);
            json.writeNumber(below - before);
            before = below;
        }
        json.writeNumber(all.count() - before);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeMap(JsonGenerator json) {
        json.writeObjectPropertyStart("map");
        json.writeNumberProperty("blocks", cells.blocks());
        json.writeNumberProperty("blockBytes", heap.options().blockBytes());
        json.writeNumberProperty("blocksPerCell", cells.blocksPerCell());
        json.writeNumberProperty("linesPerBlock", cells.linesPerBlock());
        json.writeStringProperty("uses", cells.uses());
        json.writeStringProperty("fill", cells.fill());
        json.writeEndObject();
    }

    // Events

    private static void write(JsonGenerator json, LiveEvent event) {
        json.writeStartObject();
        json.writeNumberProperty("t", event.end());
        switch (event) {
            case LiveEvent.CycleBegan(_, var cycle, var kind, var cause) -> {
                json.writeStringProperty("e", "began");
                json.writeNumberProperty("cycle", cycle);
                json.writeStringProperty("kind", kind);
                json.writeStringProperty("cause", cause);
            }
            case LiveEvent.PhaseEnded(_, var cycle, var phase, var nanos) -> {
                json.writeStringProperty("e", "phase");
                json.writeNumberProperty("cycle", cycle);
                json.writeStringProperty("phase", phase);
                json.writeNumberProperty("nanos", nanos);
            }
            case LiveEvent.HandshakeEnded handshake -> write(json, handshake);
            case LiveEvent.CycleEnded ended -> {
                json.writeStringProperty("e", "ended");
                json.writeNumberProperty("cycle", ended.cycle());
                json.writeNumberProperty("before", ended.usedBefore());
                json.writeNumberProperty("after", ended.usedAfter());
                json.writeNumberProperty("swept", ended.objectsSwept());
                json.writeNumberProperty("reclaimed", ended.bytesReclaimed());
                json.writeNumberProperty("moved", ended.objectsMoved());
            }
            case LiveEvent.Stalled(_, var thread, var bytes, var nanos) -> {
                json.writeStringProperty("e", "stall");
                json.writeStringProperty("thread", thread);
                json.writeNumberProperty("bytes", bytes);
                json.writeNumberProperty("nanos", nanos);
            }
            case LiveEvent.Late late -> {
                json.writeStringProperty("e", "late");
                json.writeNumberProperty("cycle", late.cycle());
                json.writeStringProperty("phase", late.phase());
                json.writeStringProperty("thread", late.thread());
                json.writeNumberProperty("nanos", late.nanos());
                json.writeStringProperty("where", late.at());
            }
            case LiveEvent.Resized(_, var region, var from, var to) -> {
                json.writeStringProperty("e", "resized");
                json.writeStringProperty("region", region);
                json.writeNumberProperty("from", from);
                json.writeNumberProperty("to", to);
            }
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, LiveEvent.HandshakeEnded handshake) {
        json.writeStringProperty("e", "handshake");
        json.writeNumberProperty("cycle", handshake.cycle());
        json.writeStringProperty("phase", handshake.phase());
        json.writeNumberProperty("nanos", handshake.nanos());
        json.writeNumberProperty("mutators", handshake.mutators());
        json.writeNumberProperty("resting", handshake.onBehalf());
        json.writeArrayPropertyStart("answers");
        for (HeapListener.Answer answer : handshake.answers()) {
            json.writeStartArray();
            json.writeString(answer.thread());
            json.writeNumber(answer.after().toNanos());
            json.writeNumber(answer.action().toNanos());
            json.writeEndArray();
        }
        json.writeEndArray();
    }
}
