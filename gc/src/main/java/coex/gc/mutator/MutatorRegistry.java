// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.HeapClosedException;
import coex.gc.LatencyHistogram;
import coex.gc.MutatorStats;
import coex.gc.Phase;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/// The mutators of a heap, and the handshake they are asked to answer.
///
/// Registration and the issuing of a handshake exclude each other by one short lock, so a mutator
/// is either among those a handshake addresses, or starts in the state of having answered it. The
/// class is whole because everything in it is under that lock.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `register`, `registerChild`, `registerLent`, `registerObserver`, `exit`, `unregister` | threads that come and go | the short lock |
/// | `request`, `isClosing` | mutators, at safepoints | no |
/// | `all`, figures | anyone | the short lock |
/// | everything else | the collector | the short lock |
public final class MutatorRegistry {

    /// The state of a mutator that has answered the last handshake issued.
    ///
    /// @param epoch the last cycle whose snapshot has been issued
    /// @param moving whether the collector moves objects
    public record Flags(boolean barrierOn, boolean pastSnapshot, long epoch, boolean moving) {}

    /// A handshake: what every mutator has to do once.
    public record Request(long number, Phase phase, HandshakeAction action, long issuedAt) {}

    /// Slots and shaded handles that a lent mutator has room for at first: there may be thousands.
    private static final int LENT_ENTRIES = 32;

    private static final int FEWEST_PLACES = 16;

    private static final long LONGEST_NAP_NANOS = 100_000;

    private final HeapCore core;
    private final Protocol protocol;
    private final CollectionRequests requests;
    private final ReentrantLock lock = new ReentrantLock();

    /// The handshake issued last.
    ///
    /// - writers: the collector, under the lock; a new one only when the last has been answered
    /// - readers: mutators at safepoints, without the lock
    /// - ordering: volatile; the action sees what the collector did before it asked
    private volatile Request request;

    /// Set once, by whoever closes the heap; volatile, read by mutators at safepoints.
    private volatile boolean closing;

    // Under the lock

    /// The mutators there are: the first [#count] places, in no order. Each knows its place.
    /// Changed where it is, and so never handed out: tasks come and go by the thousand.
    private MutatorContext[] mutators = new MutatorContext[FEWEST_PLACES];

    private int count;

    /// The same in an array that nobody changes; null if somebody has come or gone since it was
    /// made.
    private MutatorContext[] snapshot = {};

    /// The numbers that mutators have, which are never 0.
    private final BitSet numbers = new BitSet();

    /// Smaller numbers are all in use.
    private int smallestFree = 1;

    private Flags flags = new Flags(false, false, 0, false);
    private long issued;

    private final Orphans orphans = new Orphans();
    private final HandedLogs logs;
    private Totals exitedBefore = Totals.ZERO;
    private Totals exitedAfterSnapshot = Totals.ZERO;
    private MutatorStats detached =
            new MutatorStats("detached", 0, 0, 0, 0, 0, 0, noLatencies(), noLatencies());

    /// Objects allocated and their bytes.
    public record Totals(long objects, long bytes) {
        static final Totals ZERO = new Totals(0, 0);

        Totals plus(long moreObjects, long moreBytes) {
            return new Totals(objects + moreObjects, bytes + moreBytes);
        }
    }

    /// @param protocol what the threads of this heap follow: [Protocol#SOUND], but for tests that
    ///     break a rule
    public MutatorRegistry(HeapCore core, Protocol protocol, CollectionRequests requests) {
        this.core = core;
        this.protocol = protocol;
        this.requests = requests;
        this.logs = new HandedLogs(requests);
    }

    /// The rules that the threads of this heap follow.
    public Protocol protocol() {
        return protocol;
    }

    // Mutators

    /// Adds a mutator for the calling thread.
    public MutatorContext register() {
        StackRoom.require(); // who is registered must be able to exit
        lock.lock();
        try {
            MutatorContext mutator = create();
            mutator.setOwner(Thread.currentThread());
            add(mutator);
            return mutator;
        } finally {
            lock.unlock();
        }
    }

    /// Adds a mutator for the calling thread that only looks at objects: it takes part in
    /// handshakes, so that what it looks at is not reused meanwhile, and is left out of the
    /// statistics.
    public MutatorContext registerObserver() {
        StackRoom.require(); // as in register
        lock.lock();
        try {
            MutatorContext observer = create();
            observer.setObserver();
            observer.setOwner(Thread.currentThread());
            add(observer);
            return observer;
        } finally {
            lock.unlock();
        }
    }

    /// Adds a mutator that belongs to no thread and is borrowed for single operations.
    MutatorContext registerLent() {
        lock.lock();
        try {
            MutatorContext lent = create(LENT_ENTRIES);
            lent.mode().startLent();
            add(lent);
            return lent;
        } finally {
            lock.unlock();
        }
    }

    /// Adds a mutator for a thread that has not started, with `arguments` in its first frame. It is
    /// in a safe region until its thread calls [MutatorContext#leaveSafeRegion].
    ///
    /// The parent must have answered the handshake issued last: the child starts in the state after
    /// it, so what the parent gives must be protected as of then.
    public MutatorContext registerChild(MutatorContext parent, long[] arguments) {
        for (int rounds = 0; ; rounds++) {
            protocol.beforeSpawn(parent);
            lock.lock();
            try {
                if (protocol.maySpawn(parent, issued)) {
                    MutatorContext child = create();
                    child.stack().push(arguments.length);
                    for (int i = 0; i < arguments.length; i++) {
                        child.stack().set(i, arguments[i]);
                    }
                    child.mode().startSafe();
                    add(child);
                    return child;
                }
            } finally {
                lock.unlock();
            }
            Backoff.pause(rounds, LONGEST_NAP_NANOS); // a handshake was issued since the poll
        }
    }

    /// Removes the caller's mutator, which is running. If the JVM is out of memory or of stack the
    /// collector will, and until then the mutator counts as in a safe region: it must not stay
    /// running when nobody polls any more. Callers that cannot come back to this have made sure of
    /// some stack before they registered, which [StackRoom] does for each.
    public void exit(MutatorContext mutator) {
        try {
            unregister(mutator);
        } catch (OutOfMemoryError | StackOverflowError e) {
            mutator.mode().leaveToCollector();
        }
    }

    /// Removes a mutator: on its own thread, or once that has ended. If the JVM is out of memory or
    /// of stack it stays registered, with all it has shaded, and can be removed later.
    public void unregister(MutatorContext mutator) {
        core.pass(SchedulePoint.EXIT);
        StackRoom.require();
        lock.lock();
        try {
            if (mutator.place() < 0 || mutator.mode().isDead()) {
                return; // or it has ended with the heap, whose memory may be gone
            }
            mutator.releaseBuffers();
            MutatorStats last = mutator.stats();
            Exit exit = exitOf(mutator, last);
            orphans.makeRoomFor(mutator);
            core.pass(SchedulePoint.EXIT_PREPARED);
            // Everything that could fail has been done.
            exitedBefore = exit.before;
            exitedAfterSnapshot = exit.afterSnapshot;
            detached = exit.detached;
            if (protocol.exitHandsOver()) {
                orphans.add(mutator);
            }
            if (protocol.exitHandsOverLog()) {
                logs.handOver(mutator.log());
            }
            mutator.end();
            remove(mutator);
        } finally {
            lock.unlock();
        }
    }

    /// The handshake issued last, or null before the first.
    Request request() {
        return request;
    }

    public boolean isClosing() {
        return closing;
    }

    public HeapClosedException closed() {
        return new HeapClosedException(core.options().name());
    }

    private MutatorContext create() {
        return create(Integer.MAX_VALUE);
    }

    private MutatorContext create(int most) {
        if (closing) {
            throw closed();
        }
        MutatorContext mutator = new MutatorContext(core, protocol, this, requests, most);
        mutator.start(flags, issued);
        return mutator;
    }

    private void add(MutatorContext mutator) {
        if (count == mutators.length) {
            mutators = Arrays.copyOf(mutators, 2 * count);
        }
        int number = numbers.nextClearBit(smallestFree);
        numbers.set(number);
        smallestFree = number + 1;
        mutator.setNumber(number);
        mutator.setPlace(count);
        mutators[count++] = mutator;
        snapshot = null;
    }

    /// The last one gets the place of the one that goes.
    private void remove(MutatorContext mutator) {
        numbers.clear(mutator.number());
        smallestFree = Math.min(smallestFree, mutator.number());
        MutatorContext last = mutators[--count];
        mutators[count] = null;
        if (last != mutator) {
            mutators[mutator.place()] = last;
            last.setPlace(mutator.place());
        }
        mutator.setPlace(-1);
        snapshot = null;
    }

    /// Those there are, in an array that stays as it is. Under the lock.
    private MutatorContext[] snapshot() {
        if (snapshot == null) {
            snapshot = Arrays.copyOf(mutators, count);
        }
        return snapshot;
    }

    /// What the figures of exited threads will be when `mutator` is one of them.
    private Exit exitOf(MutatorContext mutator, MutatorStats last) {
        long objects = last.allocations();
        long bytes = last.bytesAllocated();
        boolean split = mutator.cycle().epoch == flags.epoch() && flags.pastSnapshot();
        long objectsBefore = split ? mutator.cycle().objectsAtSnapshot : objects;
        long bytesBefore = split ? mutator.cycle().bytesAtSnapshot : bytes;
        boolean isHeld =
                !mutator.isObserver(); // what holds an observer holds no thread of the program
        return new Exit(
                exitedBefore.plus(objectsBefore, bytesBefore),
                exitedAfterSnapshot.plus(objects - objectsBefore, bytes - bytesBefore),
                new MutatorStats(
                        detached.thread(),
                        detached.allocations() + objects,
                        detached.bytesAllocated() + bytes,
                        detached.stalls() + last.stalls(),
                        detached.stallNanos() + last.stallNanos(),
                        0,
                        Math.max(detached.maximumStackDepth(), last.maximumStackDepth()),
                        isHeld ? detached.actions().plus(last.actions()) : detached.actions(),
                        isHeld
                                ? detached.acknowledgements().plus(last.acknowledgements())
                                : detached.acknowledgements()));
    }

    private record Exit(Totals before, Totals afterSnapshot, MutatorStats detached) {}

    // Collector

    /// Issues a handshake: from here on new mutators start in the state `after` it. Returns those
    /// that have to answer.
    MutatorContext[] issue(Phase phase, HandshakeAction action, Flags after) {
        MutatorContext[] addressed;
        lock.lock();
        try {
            addressed = snapshot(); // before anything has changed: the JVM may be out of memory
            Request next = new Request(issued + 1, phase, action, System.nanoTime());
            flags = after;
            issued++;
            request = next;
        } finally {
            lock.unlock();
        }
        for (MutatorContext mutator : addressed) {
            mutator.requestPoll();
        }
        return addressed;
    }

    /// The present state of mutators, for handshakes that do not change it.
    Flags flags() {
        lock.lock();
        try {
            return flags;
        } finally {
            lock.unlock();
        }
    }

    /// Gives `target` what exited threads had shaded and nobody has traced.
    public void drainOrphans(LongConsumer target) {
        lock.lock();
        try {
            orphans.drainShaded(target);
        } finally {
            lock.unlock();
        }
    }

    /// What mutators have written and handed over.
    public HandedLogs logs() {
        return logs;
    }

    /// A cycle begins in which nothing has been shaded yet.
    public void forgetOrphans() {
        lock.lock();
        try {
            orphans.forgetShaded();
        } finally {
            lock.unlock();
        }
    }

    /// Whether a thread has exited with shaded handles since this was last asked.
    public boolean takeExitedDirty() {
        lock.lock();
        try {
            return orphans.takeDirty();
        } finally {
            lock.unlock();
        }
    }

    /// What had been allocated, in all, at the snapshots of the running cycle.
    public Totals totalsAtSnapshot() {
        lock.lock();
        try {
            Totals sum = exitedBefore;
            for (MutatorContext mutator : snapshot()) {
                CycleState cycle = mutator.cycle();
                sum = sum.plus(cycle.objectsAtSnapshot, cycle.bytesAtSnapshot);
            }
            return sum;
        } finally {
            lock.unlock();
        }
    }

    /// A cycle begins: what threads allocated that have exited since the last snapshot now counts
    /// as allocated before the next.
    public void cycleBegins() {
        lock.lock();
        try {
            exitedBefore =
                    exitedBefore.plus(exitedAfterSnapshot.objects(), exitedAfterSnapshot.bytes());
            exitedAfterSnapshot = Totals.ZERO;
        } finally {
            lock.unlock();
        }
    }

    /// Says that the heap is closing to all there are. Makes no Java object; can be done again.
    public void setClosing() {
        closing = true;
        lock.lock();
        try {
            for (int i = 0; i < count; i++) {
                mutators[i].requestPoll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Whether `test` holds for all there are; each is asked. Makes no Java object.
    ///
    /// @param test is asked under the short lock
    public boolean areAll(Predicate<MutatorContext> test) {
        lock.lock();
        try {
            boolean all = true;
            for (int i = 0; i < count; i++) {
                all &= test.test(mutators[i]);
            }
            return all;
        } finally {
            lock.unlock();
        }
    }

    // Anyone

    public MutatorContext[] all() {
        lock.lock();
        try {
            return snapshot();
        } finally {
            lock.unlock();
        }
    }

    public List<MutatorStats> stats() {
        List<MutatorStats> stats = new ArrayList<>();
        for (MutatorContext mutator : all()) {
            if (!mutator.isObserver()) {
                stats.add(mutator.stats());
            }
        }
        return stats;
    }

    /// Bytes allocated so far, by all threads there have been.
    public long allocatedBytes() {
        long bytes = detachedStats().bytesAllocated();
        for (MutatorContext mutator : all()) {
            bytes += mutator.allocator().bytes();
        }
        return bytes;
    }

    public MutatorStats detachedStats() {
        lock.lock();
        try {
            return detached;
        } finally {
            lock.unlock();
        }
    }

    private static LatencyHistogram noLatencies() {
        return new LatencyHistogram(new long[LatencyHistogram.BUCKETS], 0);
    }
}
