// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The current version of a collection, which any number of threads read while others change it.
///
/// <!-- given var collections = PersistentCollections.in(heap); -->
/// ```java
/// var prices = Versioned.of(collections.map(Codec.STRING, Codec.LONG));
/// prices.update(map -> map.with("tea", 250L));
/// Long price = prices.read(map -> map.get("tea"));
/// System.out.println(price); // prints 250
/// ```
///
/// Each reader works with the version of one moment, for as long as it likes. A version that was
/// replaced goes as soon as the last reader has left it, without any help of the JVM's collector.
/// Readers wait for nobody: neither for each other nor for those who change.
///
/// What a function is given is lent: it is good until the function returns, and so is all that is
/// read from it, such as a map in a map. A collection that the function *returns* is kept, and is
/// the caller's, to be closed or dropped as any other. Versions that the function makes are
/// ordinary ones.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `read`, `snapshot` | any thread | no, beyond what the function does |
/// | `update`, `cut`, `close` | any thread but one that is in an update | while others update |
/// | `recount` | the same | for a moment, while others update |
///
/// @param <M> the type of the collection
public final class Versioned<M extends PersistentCollection> implements AutoCloseable {

    private static final long NO_LIMIT = Long.MAX_VALUE;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final PersistentCollections heap;

    /// How many bytes a version may hold.
    private final long most;

    // What is known of the current version, if there is a limit. Writers and readers: who holds
    // `updating`, plainly; the lock orders them

    /// No less than what the current version holds: what was known before, and what updates have
    /// added since, not taking off what they have removed.
    private long heldAtMost;

    /// No less than that either: [HeldDifference] says what it is, and how updates change it. Known
    /// if nothing was referred to twice when everything was counted last.
    private long unfolded = UNKNOWN;

    /// By how much updates have raised `heldAtMost` and changed `unfolded` since everything was
    /// counted last: what is counted beside updates needs it.
    private long addedSince;

    private long unfoldedSince;

    /// How often everything was counted, other than by [#recount].
    private long timesCounted;

    /// Held by the thread that updates.
    private final ReentrantLock updating = new ReentrantLock();

    /// The version that readers find, of which this holds a share; null when closed.
    ///
    /// - writers: who holds `updating`; it gives the share of the old one afterwards
    /// - readers: any thread
    /// - ordering: volatile
    /// - why: a reader that finds a version takes a share of it, or finds that there is none left
    ///   to take: then it was replaced, and the reader looks again
    private volatile M current;

    private Versioned(M first, long most) {
        this.heap = first.heap();
        this.most = most;
        if (most != NO_LIMIT) {
            count(heap.held(first, "limited"));
        }
        this.current = owned(first);
    }

    /// Holds `first`, which is this object's from now on: the caller does not use it any more.
    ///
    /// @param <M> the type of the collection
    /// @param first the first version
    /// @return the holder of the current version
    /// @throws IllegalStateException if it is closed
    public static <M extends PersistentCollection> Versioned<M> of(M first) {
        return new Versioned<>(Objects.requireNonNull(first, "first version missing"), NO_LIMIT);
    }

    /// Holds `first` and later versions as long as each holds at most so many bytes of the heap, as
    /// [PersistentCollection#bytesHeld] counts them.
    ///
    /// An update counts only what it has added and removed, which takes time for what it has
    /// changed. Everything is counted before an update is refused, and now and then near the limit
    /// if versions refer to one object twice, such as an inner map that is the value of two keys:
    /// then it may be held although it was removed; or after a [#cut]. Readers go on meanwhile,
    /// other updates wait.
    ///
    /// @param <M> the type of the collection
    /// @param first the first version
    /// @param mostBytes the most that a version may hold
    /// @return the holder of the current version
    /// @throws CollectionTooLargeException if `first` holds more; it stays the caller's then
    /// @throws IllegalStateException if it is closed
    public static <M extends PersistentCollection> Versioned<M> limited(M first, long mostBytes) {
        if (mostBytes < 0) {
            throw new IllegalArgumentException("limit negative: mostBytes=" + mostBytes);
        }
        return new Versioned<>(Objects.requireNonNull(first, "first version missing"), mostBytes);
    }

    /// {@return what `reading` makes of the version of this moment}
    ///
    /// @param <R> the type of what it gives
    /// @param reading reads from the version it is given
    /// @throws IllegalStateException if this is closed
    public <R> R read(Function<? super M, ? extends R> reading) {
        try (M lent = share("read", true)) {
            return kept(reading.apply(lent), lent);
        }
    }

    /// {@return the version of this moment, to be closed or dropped by the caller}
    ///
    /// @throws IllegalStateException if this is closed
    public M snapshot() {
        return share("snapshot", false);
    }

    /// Replaces the current version by what `change` makes of it. Updates come one after the other;
    /// readers go on meanwhile, and find the new version when this returns. If `change` fails,
    /// nothing changes; if it returns what it was given, neither.
    ///
    /// The collection that `change` returns is this object's from then on. What it makes on the
    /// way, such as `a` in `map.with(a).with(b)`, it may close; else the JVM finds it.
    ///
    /// @param change makes the next version of the present one
    /// @throws IllegalStateException if this is closed, or the calling thread is already in an
    ///     update
    /// @throws CollectionTooLargeException if the new version would hold more than [#limited]
    ///     allows; nothing changes, and the new version is closed
    public void update(UnaryOperator<M> change) {
        replace(change, false);
    }

    /// As [#update], for a change that leaves out much of a sorted map or set: one that returns a
    /// part of it, such as `map.from(key).toMap()`. If there is a limit an update looks at all that
    /// it removes; this takes time for the few nodes that are made where the collection is cut.
    /// What it has left out counts as held until everything is counted the next time: by
    /// [#recount], or before an update is refused. What is not such a part is counted as in an
    /// update.
    ///
    /// @param change makes a part of the present version
    /// @throws IllegalStateException if this is closed, or the calling thread is already in an
    ///     update
    /// @throws CollectionTooLargeException as [#update]
    public void cut(UnaryOperator<M> change) {
        replace(change, true);
    }

    private void replace(UnaryOperator<M> change, boolean cuts) {
        lock("update");
        try {
            M old = current;
            M next;
            try (M lent = share("update", true)) {
                M made = Objects.requireNonNull(change.apply(lent), "update returned null");
                if (made == lent) {
                    return;
                }
                next = owned(kept(made, lent));
            }
            requireWithinLimit(next, old, cuts);
            current = next;
            old.giveShare();
        } finally {
            updating.unlock();
        }
    }

    /// Refuses a version of which this has a share, and gives the share, if it holds too much.
    private void requireWithinLimit(M next, M old, boolean cuts) {
        if (most == NO_LIMIT) {
            return;
        }
        boolean within = false;
        try {
            long made = cuts ? heap.bytesMadeByCut(next, old) : -1;
            if (made >= 0) {
                changedBy(made, made, next);
            } else {
                HeldDifference difference = heap.difference(next, old);
                if (difference.isCountable()) {
                    changedBy(difference.added(), difference.unfolded(), next);
                } else {
                    count(heap.held(next, null));
                }
            }
            within = true;
        } finally {
            if (!within) {
                next.giveShare();
            }
        }
    }

    /// A version has at most so many bytes more than the one before; refuses it if that is too
    /// much.
    private void changedBy(long added, long unfoldedMore, M next) {
        long whole = unfolded == UNKNOWN ? UNKNOWN : unfolded + unfoldedMore;
        long atMost = Math.min(heldAtMost + added, whole);
        if (atMost > most) {
            count(heap.held(next, null));
        } else {
            heldAtMost = atMost;
            unfolded = whole;
            addedSince += added;
            unfoldedSince += unfoldedMore;
        }
    }

    /// Everything that a version holds was counted; refuses it if that is too much.
    private void count(HeldBytes held) {
        timesCounted++;
        if (held.bytes() > most) {
            throw new CollectionTooLargeException(held.bytes(), most);
        }
        heldAtMost = held.bytes();
        unfolded = held.isShared() ? UNKNOWN : held.bytes();
        addedSince = 0;
        unfoldedSince = 0;
    }

    /// Counts everything that the current version holds, so that an update needs not do it when it
    /// comes near the limit. For a thread that has the time: it goes through all of a version,
    /// which it holds meanwhile. Readers and updates go on.
    ///
    /// @throws IllegalStateException if this is closed, or the calling thread is in an update
    public void recount() {
        if (most == NO_LIMIT) {
            return;
        }
        M version;
        long counted;
        long addedBefore;
        long unfoldedBefore;
        lock("recount");
        try {
            version = share("recount", false);
            counted = timesCounted;
            addedBefore = addedSince;
            unfoldedBefore = unfoldedSince;
        } finally {
            updating.unlock();
        }
        HeldBytes held;
        try (version) {
            held = heap.held(version, "recount");
        }
        lock("recount");
        try {
            if (counted != timesCounted) {
                return; // what an update has counted since says more
            }
            heldAtMost = Math.min(heldAtMost, held.bytes() + addedSince - addedBefore);
            if (!held.isShared()) {
                unfolded = Math.min(unfolded, held.bytes() + unfoldedSince - unfoldedBefore);
            }
        } finally {
            updating.unlock();
        }
    }

    /// How often everything was counted, at the beginning and in updates so far; for tests.
    long timesCounted() {
        return timesCounted;
    }

    /// What updates reckon with; for tests that make none meanwhile.
    long heldAtMost() {
        return heldAtMost;
    }

    /// Lets go of the current version; readers finish with theirs. Closing twice does nothing.
    @Override
    public void close() {
        lock("close");
        try {
            M old = current;
            if (old != null) {
                current = null;
                old.giveShare();
            }
        } finally {
            updating.unlock();
        }
    }

    /// The current version as an object of its own, which has a share.
    @SuppressWarnings("unchecked")
    private M share(String operation, boolean lent) {
        while (true) {
            M now = current;
            if (now == null) {
                throw new IllegalStateException("versioned closed: operation=" + operation);
            }
            M shared = (M) now.shared(lent);
            if (shared != null) {
                return shared;
            }
        }
    }

    /// What a function has returned: with a root of its own if it is lent.
    private <R> R kept(R result, M lent) {
        if (result instanceof PersistentCollection collection && collection.isLentBy(lent)) {
            @SuppressWarnings("unchecked")
            R kept = (R) heap.keep(collection);
            return kept;
        }
        return result;
    }

    /// A version of which this has a share, and which nobody else can close.
    private M owned(M given) {
        if (given.heap() != heap) {
            throw new IllegalArgumentException(
                    "version of another heap: wanted=%s given=%s"
                            .formatted(
                                    heap.heap().options().name(),
                                    given.heap().heap().options().name()));
        }
        M version = given;
        if (given.sharesRoot()) {
            version = heap.keep(given);
            given.close();
        }
        if (!version.takeOver()) {
            throw new IllegalStateException(
                    "version closed: type=%s; a Versioned needs one that is open"
                            .formatted(version.getClass().getSimpleName()));
        }
        return version;
    }

    /// Waits for its turn; a thread that is attached to the heap waits in a safe region.
    private void lock(String operation) {
        if (updating.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "%s inside an update of the same Versioned: change what the function was given"
                            .formatted(operation));
        }
        if (!updating.tryLock()) {
            lockInSafeRegion();
        }
    }

    /// Leaving the safe region may fail: the heap is being closed, or the JVM is out of memory.
    private void lockInSafeRegion() {
        boolean left = false;
        try {
            try (var _ = heap.safeRegion()) {
                updating.lock();
            }
            left = true;
        } finally {
            if (!left && updating.isHeldByCurrentThread()) {
                updating.unlock();
            }
        }
    }
}
