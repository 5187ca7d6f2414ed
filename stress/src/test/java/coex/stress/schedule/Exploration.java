package coex.stress.schedule;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.HeapClosedException;
import coex.gc.HeapException;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.StressOptions;
import coex.gc.ValidationReport;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// One random schedule of random programs, both made from a seed: the same seed gives the same
/// interleaving.
///
/// A few mutators work on a few objects that they hand to each other through roots, boxes, a weak
/// reference and, with half of the seeds, large arrays; they spawn, block and exit, while the
/// collector runs its cycles. After each operation a mutator looks at everything it holds. The heap
/// is verified as it is collected.
final class Exploration {

    /// So long that an array has blocks of its own, and it is noted which parts of it are written.
    static final int ARRAY_LENGTH = 1200;

    /// Where arrays are written: the first two are in one part.
    static final int[] PLACES = {0, 1, ARRAY_LENGTH / 2, ARRAY_LENGTH - 1};

    private static final int MOST_CYCLES = 8;
    private static final int OPERATIONS = 120;
    private static final int LONGEST_REST = 20;
    private static final int MOST_STEPS = 100_000;
    private static final Set<Place> WAITING =
            Set.of(
                    Place.at(SchedulePoint.COLLECTOR_WAITS),
                    Place.at(SchedulePoint.MARKER_WAITS),
                    Place.at(SchedulePoint.MARKER_RESTS));

    private final SplittableRandom random;
    private final Disturbance disturbance;
    private final Scheduler scheduler = new Scheduler();
    private final ConcurrentHeap heap;
    private final int mutators;

    // What the mutators share

    final Shape node;
    final Field next;
    final Field nextNumber;
    final Field nodeNumber;
    final Field nodeCheck;
    final Shape box;
    final Field content;
    final Field boxNumber;
    final Field boxCheck;
    final boolean hasArrays;
    final Shape array;
    final Field arrayNumber;
    final Field arrayCheck;
    final Shape weakBox;
    final Field target;
    final List<GlobalRoot> roots = new ArrayList<>();
    final GlobalRoot weakRoot;
    private long numbers;
    private int children;
    private int running;
    private final List<Actor> actors = new ArrayList<>();

    private Exploration(
            long seed, Protocol protocol, Set<Phase> verifyAfter, Disturbance disturbance) {
        random = new SplittableRandom(seed);
        this.disturbance = disturbance;
        HeapOptions options =
                Play.small()
                        .blockBytes(1024 << random.nextInt(3))
                        .runHandles(1 << random.nextInt(7))
                        .snapshotSlots(random.nextInt(3) * 2)
                        .bufferEntries(1 + random.nextInt(3))
                        .stackSlots(1 + random.nextInt(8))
                        .verifyAfter(verifyAfter)
                        .stress(
                                StressOptions.NONE
                                        .withPoison(true)
                                        .withFullEvery(
                                                random.nextBoolean()
                                                        ? 1
                                                        : 2 + random.nextInt(MOST_CYCLES))
                                        .withQuarantine(random.nextBoolean())
                                        .withMoveAll(movesAll(seed))
                                        .withAllMarkers(true))
                        .markers(markers(seed))
                        .build();
        heap = ConcurrentHeap.open(options, disturbance.after(scheduler), protocol, false);
        disturbance.setHeap(heap);
        node =
                heap.shape("Node")
                        .reference("next")
                        .longField("number")
                        .longField("nextNumber")
                        .longField("check")
                        .build();
        next = node.field("next");
        nodeNumber = node.field("number");
        nextNumber = node.field("nextNumber");
        nodeCheck = node.field("check");
        box =
                heap.shape("Box")
                        .reference("content")
                        .longField("number")
                        .longField("check")
                        .mutable()
                        .build();
        content = box.field("content");
        boxNumber = box.field("number");
        boxCheck = box.field("check");
        hasArrays = hasArrays(seed);
        array =
                heap.shape("Array")
                        .longField("number")
                        .longField("check")
                        .arrayOf(Kind.REFERENCE)
                        .mutable()
                        .build();
        arrayNumber = array.field("number");
        arrayCheck = array.field("check");
        weakBox = heap.shape("WeakBox").weak("target").build();
        target = weakBox.field("target");
        roots.add(heap.newRoot());
        roots.add(heap.newRoot());
        weakRoot = heap.newRoot();
        mutators = 2 + random.nextInt(2);
    }

    /// Not drawn: a seed gives the same schedule as before there was moving.
    private static boolean movesAll(long seed) {
        return new SplittableRandom(~seed).nextBoolean();
    }

    /// As [#movesAll].
    private static int markers(long seed) {
        return 1 + new SplittableRandom(~seed).split().nextInt(3);
    }

    /// As [#movesAll].
    private static boolean hasArrays(long seed) {
        SplittableRandom random = new SplittableRandom(~seed).split();
        return random.split().nextBoolean();
    }

    /// Plays the schedule of a seed.
    ///
    /// @throws AssertionError if an object was lost or the heap found itself broken
    static void explore(long seed, Protocol protocol) {
        explore(seed, protocol, EnumSet.of(Phase.MARK, Phase.FINISH));
    }

    static void explore(long seed, Protocol protocol, Set<Phase> verifyAfter) {
        explore(seed, protocol, verifyAfter, Disturbance.none());
    }

    /// The same, with something that goes wrong on the way. Afterwards the heap has to be in order,
    /// and to collect.
    static void explore(
            long seed, Protocol protocol, Set<Phase> verifyAfter, Disturbance disturbance) {
        Exploration exploration = new Exploration(seed, protocol, verifyAfter, disturbance);
        try {
            exploration.play();
            exploration.judge();
        } catch (AssertionError e) {
            throw new AssertionError("seed %d: %s".formatted(seed, e.getMessage()), e);
        } finally {
            exploration.close();
        }
    }

    // The controller

    private void play() {
        Actor collector = scheduler.actor("collector");
        SplittableRandom pauses = random.split();
        collector.begins(
                () -> {
                    for (int i = 0; i < MOST_CYCLES && (i < 2 || running > 0); i++) {
                        rest(pauses.nextInt(LONGEST_REST));
                        collect();
                    }
                });
        actors.add(collector);
        for (int i = 0; i < mutators; i++) {
            SplittableRandom own = random.split();
            running++;
            scheduler.threadFactory("m" + i).newThread(() -> performAttached(own)).start();
            actors.add(scheduler.latest());
        }
        int steps = 0;
        Actor last = null;
        while (true) {
            Actor actor = choose(last);
            if (actor == null) {
                break;
            }
            int[] left = {random.nextInt(4) > 0 ? 1 : 1 + random.nextInt(12)};
            try {
                actor.runs(place -> --left[0] <= 0 || WAITING.contains(place));
            } catch (AssertionError e) {
                disturbance.expect(e.getCause() == null ? e : e.getCause()); // it ends the thread
            }
            last = actor;
            if (steps++ > MOST_STEPS) {
                throw new AssertionError("no end: " + scheduler.describe());
            }
        }
    }

    /// An actor that can go on: one that waits only after another has run. Markers that help never
    /// come to an end, and can go on as long as anybody else has something to do.
    private Actor choose(Actor last) {
        List<Actor> able = new ArrayList<>();
        boolean somebodyIsBusy = false;
        for (Actor actor : actors) {
            somebodyIsBusy |= !actor.isIdle();
            if (!actor.isIdle() && !isWaitingAfter(last, actor)) {
                able.add(actor);
            }
        }
        for (Actor marker : scheduler.markers()) {
            if (somebodyIsBusy && !isWaitingAfter(last, marker)) {
                able.add(marker);
            }
        }
        if (able.isEmpty()) {
            for (Actor actor : actors) {
                if (!actor.isIdle() && disturbance.hasHappened()) {
                    return actor; // the thread has returned its turn and is about to end
                }
                if (!actor.isIdle()) {
                    throw new AssertionError("nobody can go on: " + scheduler.describe());
                }
            }
            return null;
        }
        return able.get(random.nextInt(able.size()));
    }

    private static boolean isWaitingAfter(Actor last, Actor actor) {
        return actor == last && WAITING.contains(actor.place());
    }

    private void close() {
        scheduler.release(
                () -> {
                    Mutator mutator = heap.current();
                    if (mutator != null) {
                        mutator.close();
                    }
                });
        heap.close();
        scheduler.close();
    }

    // Mutators; one runs at a time, so what they share needs no lock

    /// Lets mutators run between two cycles.
    private void rest(int steps) {
        for (int i = 0; i < steps; i++) {
            scheduler.step("rests");
        }
    }

    private void collect() {
        try {
            heap.collectAsBest();
        } catch (HeapClosedException e) {
            disturbance.expect(e);
        }
        Thread.interrupted();
    }

    private void performAttached(SplittableRandom own) {
        try {
            Mutator mutator = heap.attach();
            new RandomMutator(this, mutator, own, null).perform(OPERATIONS);
            scheduler.step("exit");
            mutator.close();
        } catch (HeapClosedException | Disturbance.EndOfThread e) {
            disturbance.expect(e);
        }
        running--;
    }

    private void performSpawned(SplittableRandom own, Mutator mutator, Frame frame) {
        try {
            new RandomMutator(this, mutator, own, frame).perform(OPERATIONS / 2);
        } catch (HeapClosedException | Disturbance.EndOfThread e) {
            disturbance.expect(e);
        }
    }

    Disturbance disturbance() {
        return disturbance;
    }

    /// Everybody has done what it had to do: the heap is whole, and collects.
    private void judge() {
        disturbance.isOver();
        if (disturbance.closesHeap()) {
            disturbance.awaitClosed();
            return;
        }
        ValidationReport report;
        try {
            heap.collect();
            heap.collect();
            report = heap.validate();
        } catch (HeapException e) {
            throw new AssertionError("broken: " + e, e);
        }
        if (!report.isValid()) {
            throw new AssertionError(report.toString());
        }
    }

    /// Starts a child with what the parent gives it, unless there are many already.
    void spawn(Mutator parent, SplittableRandom own, long... arguments) {
        if (children < 2) {
            parent.spawn(
                    scheduler.threadFactory("child" + children++),
                    (mutator, frame) -> performSpawned(own, mutator, frame),
                    arguments);
            actors.add(scheduler.latest());
        }
    }

    long newNumber() {
        return ++numbers;
    }

    void step(String name) {
        scheduler.step(name);
    }
}
