package coex.collections;

import coex.gc.Cause;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.ShapeBuilder;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.GlobalRoots;
import coex.gc.mutator.MutatorContext;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Persistent collections of a heap, for Java.
///
///     PersistentCollections collections = PersistentCollections.in(heap);
///     PersistentMap<String, Long> map = collections.map(Codec.STRING, Codec.LONG);
///     PersistentMap<String, Long> more = map.with("one", 1L);     // `map` is still empty
///
/// There is one for each heap; any thread may use it, attached to the heap or not.
public final class PersistentCollections {

    /// How often an operation that found the heap full tries again while others give room up and
    /// take it.
    private static final int MOST_ATTEMPTS = 100;

    private static final long LONGEST_WAIT_MILLIS = 500;

    /// Cells wait for a cycle before they are used again, and versions that allocate nothing cause
    /// none: the result of removing what is not there, what is read from a collection of
    /// collections.
    private static final int CELLS_PER_COLLECTION = 1 << 20;

    /// A cleaner that gives nothing up for so long has nothing to give up.
    private static final long REST_MILLIS = 10;

    private final ConcurrentHeap heap;
    private final GlobalRoots roots;
    private final Map<Codec<?>, BoundCodec> bound = new ConcurrentHashMap<>();
    private final Map<List<?>, Object> kinds = new ConcurrentHashMap<>();
    private final Map<String, Shape> tupleShapes = new ConcurrentHashMap<>();

    /// Roots given up so far: whether waiting for the JVM was of use.
    private final AtomicLong given = new AtomicLong();

    /// Held by the one thread that asks the JVM to collect, outside the heap.
    private final ReentrantLock asking = new ReentrantLock();

    private PersistentCollections(ConcurrentHeap heap) {
        this.heap = heap;
        this.roots = heap.core().roots();
    }

    /// The collections of a heap.
    public static PersistentCollections in(Heap heap) {
        ConcurrentHeap concurrent = ConcurrentHeap.of(Objects.requireNonNull(heap, "heap missing"));
        PersistentCollections collections =
                concurrent.extension(
                        PersistentCollections.class, () -> new PersistentCollections(concurrent));
        collections.requireOpen();
        return collections;
    }

    public Heap heap() {
        return heap;
    }

    /// An empty map.
    public <K, V> PersistentMap<K, V> map(Codec<K> key, Codec<V> value) {
        return new PersistentMap<>(mapKind(key, value), Rooted.EMPTY);
    }

    /// A map with the entries of another.
    public <K, V> PersistentMap<K, V> map(
            Codec<K> key, Codec<V> value, Map<? extends K, ? extends V> entries) {
        return mapBuilder(key, value).putAll(entries).build();
    }

    /// Builds a map from many entries.
    public <K, V> PersistentMap.Builder<K, V> mapBuilder(Codec<K> key, Codec<V> value) {
        return new PersistentMap.Builder<>(mapKind(key, value), null);
    }

    /// An empty set.
    public <E> PersistentSet<E> set(Codec<E> element) {
        return new PersistentSet<>(setKind(element), Rooted.EMPTY);
    }

    /// A set of these elements.
    public <E> PersistentSet<E> set(Codec<E> element, Iterable<? extends E> elements) {
        return setBuilder(element).addAll(elements).build();
    }

    /// Builds a set from many elements.
    public <E> PersistentSet.Builder<E> setBuilder(Codec<E> element) {
        return new PersistentSet.Builder<>(setKind(element), null);
    }

    /// An empty list.
    public <E> PersistentList<E> list(Codec<E> element) {
        return new PersistentList<>(listKind(element), Rooted.EMPTY);
    }

    /// A list of these elements.
    public <E> PersistentList<E> list(Codec<E> element, Iterable<? extends E> elements) {
        return listBuilder(element).addAll(elements).build();
    }

    /// Builds a list from many elements.
    public <E> PersistentList.Builder<E> listBuilder(Codec<E> element) {
        return new PersistentList.Builder<>(listKind(element), null);
    }

    /// An empty array.
    public <E> PersistentArray<E> array(Codec<E> element) {
        return new PersistentArray<>(arrayKind(element), Rooted.EMPTY);
    }

    /// An array of these elements.
    public <E> PersistentArray<E> array(Codec<E> element, Iterable<? extends E> elements) {
        try (PersistentList<E> list = list(element, elements)) {
            return arrayKind(element).ofList(list);
        }
    }

    // Kinds, each made once

    <K, V> MapKind<K, V> mapKind(Codec<K> key, Codec<V> value) {
        Objects.requireNonNull(key, "codec of keys missing");
        Objects.requireNonNull(value, "codec of values missing");
        return kind(List.of("map", key, value), () -> new MapKind<>(this, key, value));
    }

    <E> SetKind<E> setKind(Codec<E> element) {
        Objects.requireNonNull(element, "codec of elements missing");
        return kind(List.of("set", element), () -> new SetKind<>(this, element));
    }

    <E> ListKind<E> listKind(Codec<E> element) {
        Objects.requireNonNull(element, "codec of elements missing");
        return kind(List.of("list", element), () -> new ListKind<>(this, element));
    }

    <E> ArrayKind<E> arrayKind(Codec<E> element) {
        Objects.requireNonNull(element, "codec of elements missing");
        return kind(List.of("array", element), () -> new ArrayKind<>(this, element));
    }

    @SuppressWarnings("unchecked")
    private <T> T kind(List<?> key, Supplier<T> make) {
        Object known = kinds.get(key);
        if (known == null) {
            T made = make.get(); // outside the table: it may ask for others
            Object first = kinds.putIfAbsent(key, made);
            known = first == null ? made : first;
        }
        return (T) known;
    }

    BoundCodec bound(Codec<?> codec) {
        BoundCodec known = bound.get(codec);
        if (known == null) {
            BoundCodec made = codec.bind(this);
            BoundCodec first = bound.putIfAbsent(codec, made);
            known = first == null ? made : first;
        }
        return known;
    }

    Shape tupleShape(String name, Consumer<ShapeBuilder> define) {
        return tupleShapes.computeIfAbsent(
                name,
                _ -> {
                    ShapeBuilder shape = heap.shape(name);
                    define.accept(shape);
                    return shape.build();
                });
    }

    // Working in the heap

    void requireOpen() {
        if (heap.isClosed()) {
            throw new HeapClosedException(heap.options().name());
        }
    }

    /// Begins an operation; [#leave] follows. The caller reads the handles of collections after
    /// this.
    MutatorContext enter() {
        MutatorContext mutator = heap.enter();
        // Between reading the reference to a collection, perhaps by a data race, and reading its
        // objects. Pairs with the fence in [#make].
        VarHandle.acquireFence();
        return mutator;
    }

    void leave(MutatorContext mutator) {
        heap.leave(mutator);
    }

    /// Makes a value; see [#make].
    interface ValueFactory {
        /// Its result is rooted before the next safepoint.
        long make(MutatorContext mutator);
    }

    /// Makes a value in the heap, and a root for it. Waits for the JVM to drop collections if the
    /// heap is full of them.
    Rooted make(ValueFactory factory) {
        return whenThereIsRoom(() -> makeOnce(factory));
    }

    /// Runs an operation that needs room in the heap; the caller has not entered it. Asks the JVM
    /// to drop collections if the heap is full of them, and tries again: others may have taken the
    /// room.
    ///
    /// It gives up when the JVM had nothing to drop twice in a row. Once is not enough: what was
    /// dropped just before the operation may not have been collected yet.
    <T> T whenThereIsRoom(Supplier<T> operation) {
        int fruitless = 0;
        for (int attempt = 1; ; attempt++) {
            long before = given.get();
            try {
                return operation.get();
            } catch (HeapExhaustedException e) {
                fruitless = awaitDropped(before) ? 0 : fruitless + 1;
                if (fruitless == 2 || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private Rooted makeOnce(ValueFactory factory) {
        MutatorContext mutator = enter();
        try {
            return root(mutator, factory.make(mutator));
        } finally {
            leave(mutator);
        }
    }

    /// A root for a handle that the calling thread has got since its last safepoint. No safepoint.
    Rooted root(MutatorContext mutator, long handle) {
        if (handle == 0) {
            return Rooted.EMPTY;
        }
        int cell = roots.take();
        mutator.storeRoot(roots.addressOf(cell), handle);
        // Between writing the objects and publishing a reference to the collection.
        VarHandle.releaseFence();
        return new Rooted(handle, cell, this);
    }

    /// Empties a root and gives its cell up: in this order, since the cell may be another's soon
    /// after.
    ///
    /// The store has the barrier, so that a thread that has found the collection open may go on
    /// with it; design note 0018. Who may not enter the heap leaves the cell to the collector.
    void release(int cell) {
        try {
            MutatorContext mutator = enter();
            try {
                mutator.storeRoot(roots.addressOf(cell), 0);
            } finally {
                leave(mutator);
            }
        } catch (HeapClosedException | HeapUsageException e) {
            // A closed heap has no roots; in a listener the cell is emptied a cycle later.
        } finally {
            roots.giveUp(cell);
            if (given.incrementAndGet() % CELLS_PER_COLLECTION == 0 && !heap.isClosed()) {
                heap.request(Cause.REQUEST);
            }
        }
    }

    /// Waits until collections that are no longer used are dropped, and collects what they held.
    ///
    /// @param before what `given` was when there still seemed to be room
    /// @return whether any was dropped since
    private boolean awaitDropped(long before) {
        Mutator own = heap.current();
        if (own == null) {
            collectInJvm(before);
        } else {
            try (var _ = own.safeRegion()) {
                collectInJvm(before);
            }
        }
        // The first empties the cells, the second finds their objects dead; handles rest for one
        // more.
        for (int i = 0; i < 3; i++) {
            heap.collect();
        }
        return given.get() > before;
    }

    /// Collects in the JVM, and waits until its cleaner has got to what was found: to something,
    /// and then until it rests. One thread at a time; the others wait for what that one finds. An
    /// interrupt does not cut it short, since the operation would fail for want of room that there
    /// is.
    private void collectInJvm(long before) {
        boolean interrupted = false;
        asking.lock();
        try {
            interrupted = Thread.interrupted();
            if (given.get() == before) {
                CountDownLatch dropped = new CountDownLatch(1);
                PersistentCollection.whenDropped(new Object(), dropped::countDown);
                System.gc();
                while (!hasCleanerRested(dropped)) {
                    interrupted = true;
                }
            }
        } finally {
            asking.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Waits until the cleaner rests. False if the thread was interrupted instead.
    private boolean hasCleanerRested(CountDownLatch dropped) {
        try {
            dropped.await(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
            long seen;
            do {
                seen = given.get();
                Thread.sleep(REST_MILLIS);
            } while (given.get() > seen);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
