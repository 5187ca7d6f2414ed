// SPDX-License-Identifier: Apache-2.0
package coex.web.heap;

import coex.observe.HeapGoneException;
import coex.observe.HeapMXBean.Census;
import coex.observe.HeapMXBean.ShapeFigures;
import coex.observe.HeapSource;
import coex.web.server.EventQueue;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Consumer;

/// Asks the heap for frames while somebody looks, once for all who do, and passes them on.
///
/// A frame costs the heap's program one question a second, as `coex heap top` does. The count of
/// objects by shape walks the heap, so it is bounded as it is there: a walk ends after
/// [#CENSUS_BUDGET_MILLIS], and between two there is at least twenty times what the last one took,
/// and five seconds.
///
/// One thread asks; it exists while somebody looks. The set of viewers and what they have missed
/// are guarded by this object's monitor, which nobody holds while asking or writing.
final class HeapSampler {

    static final int MOST_VIEWERS = 16;
    private static final String GAVE_WAY =
            "This page has given way to others: at most %d look at a heap at once."
                    .formatted(MOST_VIEWERS);
    static final long INTERVAL_MILLIS = 1_000;
    static final long CENSUS_BUDGET_MILLIS = 100;
    private static final long CENSUS_EVERY_NANOS = 5_000_000_000L;
    private static final int CENSUS_PAUSE_FACTOR = 20;
    private static final int MOST_SHAPES = 50;

    /// The picture has at most so many cells.
    private static final int CELLS = 4096;

    /// A reader that takes nothing for so long is given up.
    private static final long STUCK_NANOS = 60_000_000_000L;

    /// Who comes later gets the last frames, so that a page which is loaded again is not empty.
    private static final int MOST_KEPT = 120;

    private static final long MOST_KEPT_CHARACTERS = 8L << 20;

    private static final JsonFactory FACTORY = new JsonFactory();

    private final HeapSource source;
    private final Consumer<String> onGone;

    /// The oldest first.
    private final SequencedSet<EventQueue> viewers = new LinkedHashSet<>();

    private final Deque<String> kept = new ArrayDeque<>();
    private long keptCharacters;
    private String lastShapes;
    private String ended;

    /// Whether the thread that asks is there. Guarded by the monitor, so that of the last viewer
    /// who goes and the next who comes one sees the other.
    private boolean asking;

    // Of the thread that asks

    /// The number of the last event that was seen; -1 for none.
    private long after = -1;

    private long censusNanos;
    private long censusDoneAt;
    private boolean hasCensus;

    /// @param onGone told once why nothing more can be asked
    HeapSampler(HeapSource source, Consumer<String> onGone) {
        this.source = source;
        this.onGone = onGone;
    }

    /// Begins to pass frames on to `viewer`. If there are too many then, the oldest gives way: it
    /// may be of a page that was loaded again, of which the server learns only when it writes to
    /// it.
    synchronized void add(EventQueue viewer) {
        if (ended != null) {
            viewer.add("ended", ended);
            viewer.end();
            return;
        }
        if (viewers.size() == MOST_VIEWERS) {
            EventQueue oldest = viewers.removeFirst();
            oldest.add("ended", HeapService.json("reason", GAVE_WAY));
            oldest.end();
        }
        viewers.add(viewer);
        if (!kept.isEmpty()) {
            viewer.add("frames", "[" + String.join(",", kept) + "]");
        }
        if (lastShapes != null) {
            viewer.add("shapes", lastShapes);
        }
        if (!asking) {
            asking = true;
            Thread.ofPlatform().daemon().name("coex-heap-page").start(this::run);
        }
        notifyAll();
    }

    synchronized void remove(EventQueue viewer) {
        viewers.remove(viewer);
        notifyAll();
    }

    /// Passes on why there are no more frames; nobody gets any from now on.
    synchronized void end(String reason) {
        ended = reason;
        for (EventQueue viewer : viewers) {
            viewer.add("ended", reason);
            viewer.end();
        }
        notifyAll();
    }

    /// Waits until every viewer has taken what there was, but not longer than that.
    synchronized void awaitViewersGone(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        long left = millis;
        while (!viewers.isEmpty() && left > 0) {
            wait(left);
            left = (deadline - System.nanoTime()) / 1_000_000;
        }
    }

    private void run() {
        try {
            while (isWanted()) {
                askFrame();
                askShapes();
                pause();
            }
        } catch (HeapGoneException e) {
            onGone.accept(e.getMessage());
        } catch (IOException | RuntimeException e) {
            onGone.accept("The heap does not answer any more: " + HeapActions.reason(e));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// False when nobody looks; the thread ends then.
    private synchronized boolean isWanted() {
        viewers.forEach(viewer -> viewer.endIfStuck(STUCK_NANOS));
        asking = !viewers.isEmpty() && ended == null;
        return asking;
    }

    private synchronized void pause() throws InterruptedException {
        long deadline = System.nanoTime() + INTERVAL_MILLIS * 1_000_000;
        long left = INTERVAL_MILLIS;
        while (left > 0 && ended == null && !viewers.isEmpty()) {
            wait(left);
            left = (deadline - System.nanoTime()) / 1_000_000;
        }
    }

    private void askFrame() throws IOException {
        String frame = source.ask(heap -> heap.live(after, CELLS));
        after = last(frame);
        synchronized (this) {
            kept.add(frame);
            keptCharacters += frame.length();
            while (kept.size() > MOST_KEPT || keptCharacters > MOST_KEPT_CHARACTERS) {
                keptCharacters -= kept.remove().length();
            }
            send("frame", frame);
        }
    }

    /// The member `last` of a frame, which is its first.
    private static long last(String frame) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), frame)) {
            json.nextToken();
            if (!"last".equals(json.nextName())) {
                throw new IllegalStateException("the heap is of another version of Coex");
            }
            json.nextToken();
            return json.getLongValue();
        }
    }

    private void askShapes() throws IOException {
        long now = System.nanoTime();
        if (hasCensus
                && now - censusDoneAt
                        < Math.max(CENSUS_EVERY_NANOS, CENSUS_PAUSE_FACTOR * censusNanos)) {
            return;
        }
        Census census = source.ask(heap -> heap.census(MOST_SHAPES, CENSUS_BUDGET_MILLIS));
        hasCensus = true;
        censusNanos = census.tookNanos();
        censusDoneAt = System.nanoTime();
        String shapes = json(census);
        synchronized (this) {
            lastShapes = shapes;
            send("shapes", shapes);
        }
    }

    private void send(String type, String data) {
        viewers.forEach(viewer -> viewer.add(type, data));
    }

    private static String json(Census census) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeBooleanProperty("complete", census.complete());
            json.writeNumberProperty("objects", census.objects());
            json.writeNumberProperty("bytes", census.bytes());
            json.writeArrayPropertyStart("shapes");
            for (ShapeFigures shape : census.shapes()) {
                json.writeStartObject();
                json.writeStringProperty("name", shape.shape());
                json.writeNumberProperty("objects", shape.objects());
                json.writeNumberProperty("bytes", shape.bytes());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }
}
