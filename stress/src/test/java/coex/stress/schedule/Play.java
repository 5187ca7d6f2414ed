package coex.stress.schedule;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.StressOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// A heap on a stage: mutators and a collector that do what the script says, one at a time.
///
/// Objects are *nodes* (immutable, one reference, a number that tells them apart), *boxes*
/// (mutable, one reference) and *arrays* (mutable, so long that they have blocks of their own). A
/// mutator that is not told anything stands still, as a running thread between two safepoints does;
/// the collector waits for it.
final class Play implements AutoCloseable {

    private static final int MOST_HANDSHAKES = 100;
    private static final int ARRAY_LENGTH = 100_000;

    final Scheduler scheduler = new Scheduler();
    final ConcurrentHeap heap;
    final Shape node;
    final Field next;
    final Field number;
    final Shape box;
    final Field content;
    final Shape array;
    final Shape weakBox;
    final Field target;
    private final Actor collector;
    private boolean young;
    private final List<Player> players = new ArrayList<>();

    Play(Protocol protocol) {
        this(protocol, options -> options, Disturbance.none());
    }

    /// @param adjust what this play needs different from the others
    Play(Protocol protocol, UnaryOperator<HeapOptions.Builder> adjust) {
        this(protocol, adjust, Disturbance.none());
    }

    /// @param disturbance what goes wrong, from when it is told of the heap
    Play(Protocol protocol, Disturbance disturbance) {
        this(protocol, options -> options, disturbance);
    }

    /// A heap that moves everything in every cycle, all of which are full. What lies in the block
    /// of a mutator moves with the second: it gives the block back in the first.
    static Play thatMoves(Protocol protocol) {
        return new Play(
                protocol,
                options -> options.stress(StressOptions.NONE.withPoison(true).withMoveAll(true)));
    }

    /// A heap whose collector has a helper from the beginning of each cycle.
    static Play withHelper(Protocol protocol) {
        return new Play(
                protocol,
                options ->
                        options.markers(2)
                                .stress(
                                        StressOptions.NONE
                                                .withPoison(true)
                                                .withFullEvery(Integer.MAX_VALUE)
                                                .withAllMarkers(true)));
    }

    private Play(
            Protocol protocol, UnaryOperator<HeapOptions.Builder> adjust, Disturbance disturbance) {
        heap =
                ConcurrentHeap.open(
                        adjust.apply(small()).build(),
                        disturbance.after(scheduler),
                        protocol,
                        false);
        node = heap.shape("Node").reference("next").longField("number").build();
        next = node.field("next");
        number = node.field("number");
        box = heap.shape("Box").reference("content").mutable().build();
        content = box.field("content");
        array = heap.shape("Array").arrayOf(Kind.REFERENCE).mutable().build();
        weakBox = heap.shape("WeakBox").weak("target").build();
        target = weakBox.field("target");
        collector = scheduler.actor("collector");
    }

    /// A heap that opens quickly and has no reason to collect by itself.
    static HeapOptions.Builder small() {
        return HeapOptions.builder()
                .initialBytes(1 << 20)
                .maximumBytes(16 << 20)
                .initialHandles(1 << 10)
                .maximumHandles(1 << 16)
                .snapshotSlots(0)
                .hugePages(false)
                .lateAfter(Duration.ofMinutes(10))
                .stress(StressOptions.NONE.withPoison(true).withFullEvery(Integer.MAX_VALUE));
    }

    // Mutators

    /// A thread attached to the heap, with one frame of four slots.
    Player mutator(String name) {
        Player player = new Player(this, scheduler.actor(name));
        players.add(player);
        player.attaches();
        return player;
    }

    void forget(Player player) {
        players.remove(player);
    }

    void remember(Player player) {
        players.add(player);
    }

    // The collector

    /// Goes to the beginning of a phase, in which nothing has happened yet. Mutators that have
    /// nothing to do answer on the way.
    void collectorGoesTo(Phase phase) {
        startCollector();
        if (!collector.place().equals(Place.before(phase))) {
            goWhileIdleAnswer(Place.before(phase));
        }
    }

    /// Goes on until it has asked the mutators for something and waits for their answers.
    void collectorAsks() {
        startCollector();
        collector.goesTo(Place.at(SchedulePoint.COLLECTOR_WAITS));
    }

    /// Goes to a point; nobody answers anything on the way.
    void collectorGoesTo(SchedulePoint point) {
        startCollector();
        collector.goesTo(Place.at(point));
    }

    /// Goes on as far as it can while nobody answers; returns where it is then.
    Place collectorGoesAsFarAsItCan() {
        startCollector();
        return collector.runs(Play::isWaiting);
    }

    /// The marker that helps the collector.
    Actor helper() {
        return scheduler.markers().getFirst();
    }

    /// Goes on until it waits for its helper; mutators that have nothing to do answer.
    void collectorWaitsForHelper() {
        goWhileIdleAnswer(Place.at(SchedulePoint.MARKER_WAITS));
    }

    /// The helper goes on until it has nothing to do.
    void helperRunsOut() {
        helper().runs(Play::isMarkerWaiting);
    }

    /// Ends the cycle; mutators that have nothing to do answer.
    void collectorFinishes() {
        goWhileIdleAnswer(Place.IDLE);
    }

    /// Runs whole cycles.
    void collect(int cycles) {
        for (int i = 0; i < cycles; i++) {
            startCollector();
            collectorFinishes();
        }
    }

    /// From here on cycles are young.
    void collectsYoung() {
        young = true;
    }

    private void startCollector() {
        if (collector.isIdle()) {
            collector.begins(young ? heap::collectAsBest : heap::collect);
        }
    }

    private static boolean isWaiting(Place place) {
        return place.equals(Place.at(SchedulePoint.COLLECTOR_WAITS));
    }

    private static boolean isMarkerWaiting(Place place) {
        return place.equals(Place.at(SchedulePoint.MARKER_WAITS))
                || place.equals(Place.at(SchedulePoint.MARKER_RESTS));
    }

    private static boolean isWaitingForAny(Place place) {
        return isWaiting(place) || isMarkerWaiting(place);
    }

    private void goWhileIdleAnswer(Place stop) {
        int rounds = 0;
        while (!collector
                .runs(place -> place.equals(stop) || isWaitingForAny(place))
                .equals(stop)) {
            if (isMarkerWaiting(collector.place())) {
                helperRunsOut();
            } else if (!isWaiting(collector.place()) || rounds++ == MOST_HANDSHAKES) {
                throw new AssertionError(
                        "the collector does not come to %s; %s"
                                .formatted(stop, scheduler.describe()));
            }
            players.forEach(Player::answersIfIdle);
        }
    }

    /// Whether a node is still what it was, now and after two more cycles.
    boolean keeps(Player witness, long handle, long number) {
        boolean kept = witness.finds(handle, number);
        for (int i = 0; i < 2; i++) {
            collect(1);
            kept &= witness.finds(handle, number);
        }
        return kept;
    }

    // Cells that are roots

    /// A global root that holds an object.
    GlobalRoot rootHolding(Player player, long handle) {
        GlobalRoot root = heap.newRoot();
        player.does(mutator -> root.set(mutator, handle));
        return root;
    }

    @Override
    public void close() {
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

    /// A mutator of the play.
    static final class Player {

        private final Play play;
        private final Actor actor;
        private Mutator mutator;
        private Frame frame;

        private Player(Play play, Actor actor) {
            this.play = play;
            this.actor = actor;
        }

        private void attaches() {
            does(
                    _ -> {
                        mutator = play.heap.attach();
                        frame = mutator.frame(4);
                    });
        }

        /// The frame it was given at first.
        Frame frame() {
            return frame;
        }

        Mutator mutator() {
            return mutator;
        }

        Actor actor() {
            return actor;
        }

        void does(Consumer<Mutator> something) {
            actor.does(() -> something.accept(mutator));
        }

        <T> T gives(Function<Mutator, T> something) {
            return actor.gives(() -> something.apply(mutator));
        }

        /// Does something up to a point, and stands there.
        void stopsAt(SchedulePoint point, Consumer<Mutator> something) {
            actor.begins(() -> something.accept(mutator));
            actor.goesTo(Place.at(point));
        }

        /// Ends what it was doing.
        void finishes() {
            actor.finishes();
        }

        /// Comes to a safepoint.
        void answers() {
            does(Mutator::safepoint);
        }

        private void answersIfIdle() {
            if (actor.isIdle()) {
                answers();
            }
        }

        /// Enters a safe region: others answer for it.
        SafeRegion entersSafeRegion() {
            play.forget(this);
            return gives(Mutator::safeRegion);
        }

        /// Leaves it, and goes straight on to do something.
        void leaves(SafeRegion region, Consumer<Mutator> something) {
            play.remember(this);
            does(
                    _ -> {
                        region.close();
                        something.accept(mutator);
                    });
        }

        /// Detaches.
        void exits() {
            does(Mutator::close);
            play.forget(this);
        }

        /// Makes a node in a slot of its frame and returns it. A safepoint.
        long makesNode(int slot, long number, long next) {
            return gives(_ -> makeNode(slot, number, next));
        }

        /// The same, as a step of something longer.
        long makeNode(int slot, long number, long next) {
            long handle = mutator.allocate(play.node);
            mutator.setLong(handle, play.number, number);
            mutator.setReference(handle, play.next, next);
            mutator.seal(handle);
            frame.set(slot, handle);
            return handle;
        }

        /// Makes a node in a slot of its frame, does not seal it, and returns it. A safepoint.
        long beginsNode(int slot) {
            return gives(
                    _ -> {
                        long handle = mutator.allocate(play.node);
                        frame.set(slot, handle);
                        return handle;
                    });
        }

        /// Makes a box in a slot of its frame and returns it. A safepoint.
        long makesBox(int slot) {
            return gives(
                    _ -> {
                        long handle = mutator.allocate(play.box);
                        frame.set(slot, handle);
                        return handle;
                    });
        }

        /// Makes an array in a slot of its frame and returns it. A safepoint.
        long makesArray(int slot) {
            return gives(
                    _ -> {
                        long handle = mutator.allocateArray(play.array, ARRAY_LENGTH);
                        frame.set(slot, handle);
                        return handle;
                    });
        }

        /// Makes a box with a weak reference in a slot of its frame and returns it. A safepoint.
        long makesWeakBox(int slot, long target) {
            return gives(
                    _ -> {
                        long handle = mutator.allocate(play.weakBox);
                        mutator.setWeak(handle, play.target, target);
                        frame.set(slot, handle);
                        return handle;
                    });
        }

        void drops(int slot) {
            does(_ -> frame.set(slot, 0));
        }

        void loads(int slot, GlobalRoot root) {
            does(_ -> frame.set(slot, root.get(mutator)));
        }

        void stores(GlobalRoot root, long handle) {
            does(_ -> root.set(mutator, handle));
        }

        /// Whether a handle still names the node it was made for, with what it refers to.
        boolean finds(long handle, long number) {
            return gives(
                    _ ->
                            mutator.isLive(handle)
                                    && mutator.shapeOf(handle) == play.node
                                    && mutator.getLong(handle, play.number) == number);
        }
    }
}
