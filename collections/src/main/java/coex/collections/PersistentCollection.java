package coex.collections;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

/// An immutable collection in a heap: a Java object that holds one root.
///
/// The heap keeps a collection for as long as the Java object lives, and a little longer: when the
/// JVM has dropped the object, or [#close] is called, the root is emptied, and the next collection
/// of the heap to begin takes what nothing else refers to. Every collection that a method returns
/// is a new object with a root of its own, also if it has the same contents, so closing one never
/// closes another.
///
/// Closing is seldom needed: an operation on a collection that finds the heap full has the JVM
/// collect, waits until what was dropped is given up, and tries again. Close where nobody does
/// that: if others take room of the same heap, by a `Mutator` for instance, they fail while dropped
/// collections hold it; and in a JVM that ignores `System.gc()` (`-XX:+DisableExplicitGC`) so do
/// the collections. Elsewhere closing spares the wait.
///
/// Collections may be shared between threads in any way, also by a data race. An operation on a
/// collection that is being closed by another thread either does its work or is told that it came
/// too late.
///
/// Any thread may call, attached to the heap or not, platform or virtual. For a thread that is
/// attached each call is a safepoint.
///
/// **Why a handle that is not in the calling thread's frame is safe to use** is argued in design
/// note
/// 0018. In short: whoever finds `closed` false after entering the heap has not taken part in the
///       snapshot of a cycle that began after the root was emptied; from then on its frame keeps
///       the handle.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | everything | any thread | short locks; what makes collections or looks up keys that are objects other than strings, when the heap is full, until there is room |
public abstract sealed class PersistentCollection implements AutoCloseable
        permits PersistentMap, PersistentSet, PersistentSequence {

    private static final Cleaner CLEANER =
            Cleaner.create(
                    task ->
                            Thread.ofPlatform()
                                    .daemon()
                                    .name("coex-collections-cleaner")
                                    .unstarted(task));

    private final long handle;

    /// Empties the root; null if the collection is empty and so needs none.
    private final Cleaner.Cleanable root;

    /// Whether [#close] was called.
    ///
    /// - writers: any thread, plainly, true only, before the root is emptied
    /// - readers: any thread that has entered the heap, plainly
    /// - why: who misses the change has not yet had the snapshot of a cycle in which the emptied
    ///   root counts; with the answer to that it would have seen the change
    /// - shown by: `CloseRaceTest`
    private boolean closed;

    /// @param value what the collection is, which has a root or is empty
    PersistentCollection(Rooted value) {
        this.handle = value.handle();
        Cleaner.Cleanable release = null;
        if (value.handle() != 0) {
            try {
                release = CLEANER.register(this, value);
            } catch (Throwable e) {
                value.run();
                throw e;
            }
        }
        this.root = release;
    }

    /// Runs `action` when the JVM has found `object` unreachable.
    static void whenDropped(Object object, Runnable action) {
        CLEANER.register(object, action);
    }

    abstract Kind<?> kind();

    final PersistentCollections heap() {
        return kind().heap();
    }

    /// The handle, for a thread that has entered the heap, until its next safepoint.
    ///
    /// @throws IllegalStateException if the collection is closed
    final long handle(String operation) {
        if (closed) {
            throw new IllegalStateException(
                    "collection closed: type=%s operation=%s"
                            .formatted(getClass().getSimpleName(), operation));
        }
        return handle;
    }

    /// The number of elements or entries.
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
        return closed ? getClass().getSimpleName() + "(closed)" : view().toString();
    }

    /// What [#toString] shows.
    abstract Object view();

    public final boolean isEmpty() {
        heap().requireOpen();
        return handle("isEmpty") == 0;
    }

    /// Whether this collection was closed.
    public final boolean isClosed() {
        return closed;
    }

    /// Lets go of the collection: any later use of this object is an `IllegalStateException`. Other
    /// collections are not touched, whatever they share with this one. Closing twice does nothing.
    @Override
    public final void close() {
        closed = true;
        if (root != null) {
            root.clean();
        }
    }
}
