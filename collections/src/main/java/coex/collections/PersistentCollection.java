// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;

/// An immutable collection in a heap: a Java object that holds a root, or shares another's.
///
/// The heap keeps a collection for as long as the Java object lives, and a little longer: when the
/// JVM has dropped the object, or [#close] is called, the root is emptied, and the next collection
/// of the heap to begin takes what nothing else refers to. Every collection that a method makes is
/// a new object with a root of its own, also if it has the same contents, so closing one never
/// closes another.
///
/// A collection that is *read* from another one, such as a map in a map, has no root: it shares
/// that of the one it was read from, which stays until both are closed or dropped. So it holds all
/// that the other one held; [PersistentCollections#keep] gives it a root of its own.
///
/// Closing is seldom needed. When the heap fills with versions the JVM is made to look for dropped
/// ones, beside the program; an operation that finds the heap full all the same waits for that, and
/// tries again. Closing spares the JVM that work. Close where others take room of the same heap, by
/// a `Mutator` for instance: they fail while dropped collections hold it. [Versioned] closes old
/// versions by itself. [PersistentCollections#versions] tells what is held.
///
/// Collections may be shared between threads in any way, also by a data race. An operation on a
/// collection that is being closed by another thread either does its work or is told that it came
/// too late.
///
/// Any thread may call, attached to the heap or not, platform or virtual. For a thread that is
/// attached each call is a safepoint.
///
/// **Why a handle that is not in the calling thread's frame is safe to use** is argued in design
/// notes 0018 and 0033. In short: whoever finds the collection open after entering the heap has not
/// taken part in the snapshot of a cycle that began after the root was emptied; from then on its
/// frame keeps the handle.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | everything | any thread | seldom a short lock; what makes collections or looks up keys that are objects other than strings, when the heap is full, until there is room |
public abstract sealed class PersistentCollection implements AutoCloseable
        permits PersistentMapping,
                PersistentSet,
                PersistentSequence,
                PersistentJson,
                PersistentText,
                PersistentSortedSet {

    /// Instead of the cell of a root, if there is none.
    static final int NO_CELL = -1;

    /// This object was not closed.
    static final long OPEN = 1;

    /// Of a collection that was read from one which is lent for the time of a call: it is closed
    /// when that one is.
    private static final long FROM_LENT = 2;

    /// Of a collection that is lent for the time of a call.
    private static final long LENT = 4;

    /// One of the others that share the root of this collection.
    private static final long SHARE = 8;

    private static final VarHandle STATE;

    static {
        try {
            STATE =
                    MethodHandles.lookup()
                            .findVarHandle(PersistentCollection.class, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long handle;

    /// The cell of the root that this object has, or [#NO_CELL].
    private final int cell;

    /// Whose root this one shares; of a collection that was read from a lent one, the lent one.
    /// Null for a collection that has a root of its own, or is empty and needs none.
    private final PersistentCollection source;

    /// [#OPEN], [#FROM_LENT] and [#LENT], and a [#SHARE] for each other collection that shares this
    /// root and was not closed. 0 from when the root is emptied, for good. A collection that shares
    /// and is dropped instead of closed keeps its share in this number: the root is emptied when
    /// the JVM finds this object unreachable, which it does after all that share, since they refer
    /// to it.
    ///
    /// - writers: any thread, by compare-and-set: it clears `OPEN` once, adds and takes shares
    /// - readers: any thread; those that use the collection plainly, after they have entered the
    ///   heap
    /// - why: changes are in one order, and the one that makes it 0 empties the root, so every
    ///   change comes before that. A reader that has not seen a change has not answered the
    ///   snapshot of a cycle that finds the root empty, since with its answer it would have seen
    ///   the change; so its frame keeps the handle in that cycle
    /// - if weaker: with plain writes two that close at once could both empty the root
    /// - shown by: `CloseRaceTest`, `SharedRootTest`
    private long state;

    /// @param cell of the root, or [#NO_CELL]
    /// @param source whose root this one shares, or null
    /// @param state [#OPEN], and what else it begins with
    PersistentCollection(long handle, int cell, PersistentCollection source, long state) {
        this.handle = handle;
        this.cell = cell;
        this.source = source;
        this.state = state;
    }

    abstract Kind<?> kind();

    final PersistentCollections heap() {
        return kind().heap();
    }

    /// The handle, for a thread that has entered the heap, until its next safepoint.
    ///
    /// @throws IllegalStateException if the collection is closed
    final long handle(String operation) {
        if ((state & (OPEN | FROM_LENT)) != OPEN && isClosed()) {
            throw closed(operation);
        }
        return handle;
    }

    /// The handle, for a thread that has a share of the root and has entered the heap.
    final long handle() {
        return handle;
    }

    private IllegalStateException closed(String operation) {
        return new IllegalStateException(
                "collection closed: type=%s operation=%s%s"
                        .formatted(
                                getClass().getSimpleName(),
                                operation,
                                (state & (LENT | FROM_LENT)) == 0
                                        ? ""
                                        : "; it was good until Versioned.read or update ended:"
                                                + " return it from there, or keep a snapshot()"));
    }

    // Sharing a root

    /// A collection that was found in this one, for a thread that has entered the heap.
    ///
    /// @throws IllegalStateException if this one was closed meanwhile
    final <C extends PersistentCollection> C found(Kind<C> kind, long value) {
        if (value == 0) {
            return kind.empty();
        }
        if ((state & (LENT | FROM_LENT)) != 0) {
            PersistentCollection lent = (state & LENT) != 0 ? this : source;
            return kind.wrap(value, NO_CELL, lent, OPEN | FROM_LENT);
        }
        PersistentCollection holder = holder();
        C made = kind.wrap(value, NO_CELL, holder, OPEN); // first: the JVM may be out of memory
        if (!holder.addShare()) {
            throw closed("read");
        }
        return made;
    }

    /// This collection once more, as another object that shares its root; null if the root is gone.
    /// For one that was not read from a lent one.
    ///
    /// @param lent whether all that is read from it is closed with it, and takes no share
    final PersistentCollection shared(boolean lent) {
        PersistentCollection holder = holder();
        long begin = lent ? OPEN | LENT : OPEN;
        PersistentCollection made = kind().wrap(handle, NO_CELL, holder, begin);
        return holder.addShare() ? made : null;
    }

    private PersistentCollection holder() {
        return source == null ? this : source;
    }

    /// Whether this has no root of its own.
    final boolean sharesRoot() {
        return source != null;
    }

    /// Whether this is `lent`, or was read from it, so that it is closed when that is.
    final boolean isLentBy(PersistentCollection lent) {
        return this == lent || (state & FROM_LENT) != 0 && source == lent;
    }

    /// Turns the caller's hold on a collection with a root of its own into a share, which the
    /// caller gives with [#giveShare]: nobody else can close it then. False if it is closed.
    final boolean takeOver() {
        long seen;
        do {
            seen = (long) STATE.getVolatile(this);
            if ((seen & OPEN) == 0) {
                return false;
            }
        } while (!STATE.compareAndSet(this, seen, seen - OPEN + SHARE));
        return true;
    }

    private boolean addShare() {
        long seen;
        do {
            seen = (long) STATE.getVolatile(this);
            if (seen == 0) {
                return false;
            }
        } while (!STATE.compareAndSet(this, seen, seen + SHARE));
        return true;
    }

    /// Gives a share; the last one empties the root.
    final void giveShare() {
        if ((long) STATE.getAndAdd(this, -SHARE) == SHARE) {
            emptyRoot();
        }
    }

    private void emptyRoot() {
        try {
            if (cell != NO_CELL) {
                heap().release(cell);
            }
        } finally {
            Reference.reachabilityFence(this); // until its VersionRoot is out of the table
        }
    }

    /// {@return the number of elements or entries}
    public final int size() {
        MutatorContext mutator = heap().enter();
        try {
            return size(mutator, handle("size"));
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(this);
        }
    }

    abstract int size(MutatorContext mutator, long value);

    /// {@return the bytes of the heap that this version holds: those of every object it leads to,
    /// counted once, however often it is referred to, and whether other versions have it too} That
    /// is what its objects take; gaps between them and the table of handles are not in it.
    ///
    /// Goes through the whole collection, in steps between which the collector may work: some tens
    /// of nanoseconds and some bits of the JVM's memory for each object.
    /// [PersistentCollections#bytesHeld] counts several versions together.
    public final long bytesHeld() {
        return heap().bytesHeld(this);
    }

    /// Whether `other` is a collection of the same type in the same heap, with the same codecs and
    /// contents.
    @Override
    public final boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof PersistentCollection collection) || collection.kind() != kind()) {
            return false;
        }
        MutatorContext mutator = heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 2)) {
            long first = handle("equals");
            long second = collection.handle("equals");
            slots.set(0, first);
            slots.set(1, second);
            return kind().type().equal(mutator, first, second, Pause.POLL);
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(other);
        }
    }

    /// A hash of the contents; not that of a `java.util` collection.
    @Override
    public final int hashCode() {
        MutatorContext mutator = heap().enter();
        try {
            return kind().type().hash(mutator, handle("hashCode"));
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(this);
        }
    }

    /// As the `java.util` collection with the same contents; of one that is closed, just that.
    @Override
    public final String toString() {
        return isClosed() ? getClass().getSimpleName() + "(closed)" : view().toString();
    }

    /// What [#toString] shows.
    abstract Object view();

    /// {@return whether there is nothing in it}
    public boolean isEmpty() {
        heap().requireOpen();
        return handle("isEmpty") == 0;
    }

    /// {@return whether this collection was closed}
    public final boolean isClosed() {
        return (state & OPEN) == 0 || (state & FROM_LENT) != 0 && (source.state & OPEN) == 0;
    }

    /// Lets go of the collection: any later use of this object is an `IllegalStateException`. Other
    /// collections are not touched, whatever they share with this one. Closing twice does nothing.
    @Override
    public final void close() {
        long seen;
        do {
            seen = (long) STATE.getVolatile(this);
            if ((seen & OPEN) == 0) {
                return;
            }
        } while (!STATE.compareAndSet(this, seen, seen & ~OPEN));
        if (source == null) {
            if (seen == OPEN) {
                emptyRoot();
            }
        } else if ((seen & FROM_LENT) == 0) {
            source.giveShare();
        }
    }
}
