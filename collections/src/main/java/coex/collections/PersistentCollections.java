// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.ShapeBuilder;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.GlobalRoots;
import coex.gc.heap.RootStripe;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Persistent collections of a heap, for Java.
///
/// ```java
/// PersistentCollections collections = PersistentCollections.in(heap);
/// PersistentMap<String, Long> map = collections.map(Codec.STRING, Codec.LONG);
/// PersistentMap<String, Long> more = map.with("one", 1L);     // `map` is still empty
/// System.out.println(map.size() + " " + more.size());         // prints 0 1
/// ```
///
/// There is one for each heap; any thread may use it, attached to the heap or not. The file is long
/// because every kind of collection begins here.
public final class PersistentCollections {

    /// How often an operation that found the heap full tries again while others give room up and
    /// take it.
    private static final int MOST_ATTEMPTS = 100;

    /// How often the JVM looks in vain before an operation fails.
    private static final int MOST_FRUITLESS = 3;

    /// What an operation allocates at most in order to have the JVM collect what is young.
    private static final long MOST_GARBAGE = 256 << 20;

    private final ConcurrentHeap heap;
    private final GlobalRoots roots;
    private final Map<Codec<?>, BoundCodec> bound = new ConcurrentHashMap<>();
    private final Map<List<?>, Object> kinds = new ConcurrentHashMap<>();
    private final Map<String, Shape> tupleShapes = new ConcurrentHashMap<>();

    private final VersionTable versions = new VersionTable();
    private final VersionPressure pressure;

    /// Dropped versions whose roots were emptied: whether it was of use to have the JVM look.
    private final AtomicLong dropped = new AtomicLong();

    /// How often an operation had to wait for dropped versions.
    private final AtomicLong waits = new AtomicLong();

    /// Whether versions know where they were made.
    ///
    /// - writers, readers: any thread, plainly
    /// - why: a version more or less that does not know does not matter
    private boolean recordsOrigins;

    /// Held by the one thread that asks the JVM to collect, outside the heap.
    private final ReentrantLock asking = new ReentrantLock();

    private PersistentCollections(ConcurrentHeap heap) {
        this.heap = heap;
        this.roots = heap.core().roots();
        this.pressure = new VersionPressure(heap.core(), dropped);
        DroppedVersions.startCleaner();
    }

    /// {@return the collections of a heap}
    ///
    /// @param heap the heap they are kept in
    public static PersistentCollections in(Heap heap) {
        ConcurrentHeap concurrent = ConcurrentHeap.of(Objects.requireNonNull(heap, "heap missing"));
        PersistentCollections collections =
                concurrent.extension(
                        PersistentCollections.class, () -> new PersistentCollections(concurrent));
        collections.requireOpen();
        return collections;
    }

    /// {@return the heap they are kept in}
    public Heap heap() {
        return heap;
    }

    /// {@return an empty map}
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    /// @param key the codec of the keys
    /// @param value the codec of the values
    public <K, V> PersistentMap<K, V> map(Codec<K> key, Codec<V> value) {
        return mapKind(key, value).empty();
    }

    /// {@return a map with the entries of another}
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    /// @param key the codec of the keys
    /// @param value the codec of the values
    /// @param entries the entries
    public <K, V> PersistentMap<K, V> map(
            Codec<K> key, Codec<V> value, Map<? extends K, ? extends V> entries) {
        return mapBuilder(key, value).putAll(entries).build();
    }

    /// Builds a map from many entries.
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    /// @param key the codec of the keys
    /// @param value the codec of the values
    /// @return the builder
    public <K, V> PersistentMap.Builder<K, V> mapBuilder(Codec<K> key, Codec<V> value) {
        return new PersistentMap.Builder<>(mapKind(key, value), null);
    }

    /// {@return an empty set}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    public <E> PersistentSet<E> set(Codec<E> element) {
        return setKind(element).empty();
    }

    /// {@return a set of these elements}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @param elements the elements
    public <E> PersistentSet<E> set(Codec<E> element, Iterable<? extends E> elements) {
        return setBuilder(element).addAll(elements).build();
    }

    /// Builds a set from many elements.
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @return the builder
    public <E> PersistentSet.Builder<E> setBuilder(Codec<E> element) {
        return new PersistentSet.Builder<>(setKind(element), null);
    }

    /// {@return an empty map that keeps its entries in the order of their keys, which [Codec#order]
    /// is}
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    /// @param key the codec of the keys
    /// @param value the codec of the values
    /// @throws IllegalArgumentException if the codec of the keys has no order
    public <K, V> PersistentSortedMap<K, V> sortedMap(Codec<K> key, Codec<V> value) {
        return sortedMapKind(key, value).empty();
    }

    /// {@return a sorted map with the entries of another map, sorted or not}
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    /// @param key the codec of the keys
    /// @param value the codec of the values
    /// @param entries the entries
    public <K, V> PersistentSortedMap<K, V> sortedMap(
            Codec<K> key, Codec<V> value, Map<? extends K, ? extends V> entries) {
        return sortedMapBuilder(key, value).putAll(entries).build();
    }

    /// Builds a sorted map from many entries, fastest if they come in order.
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    /// @param key the codec of the keys
    /// @param value the codec of the values
    /// @return the builder
    public <K, V> PersistentSortedMap.Builder<K, V> sortedMapBuilder(Codec<K> key, Codec<V> value) {
        return new PersistentSortedMap.Builder<>(sortedMapKind(key, value), null);
    }

    /// {@return an empty set that keeps its elements in the order of [Codec#order]}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @throws IllegalArgumentException if the codec has no order
    public <E> PersistentSortedSet<E> sortedSet(Codec<E> element) {
        return sortedSetKind(element).empty();
    }

    /// {@return a sorted set of these elements}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @param elements the elements
    public <E> PersistentSortedSet<E> sortedSet(Codec<E> element, Iterable<? extends E> elements) {
        return sortedSetBuilder(element).addAll(elements).build();
    }

    /// Builds a sorted set from many elements, fastest if they come in order.
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @return the builder
    public <E> PersistentSortedSet.Builder<E> sortedSetBuilder(Codec<E> element) {
        return new PersistentSortedSet.Builder<>(sortedSetKind(element), null);
    }

    /// {@return an empty list}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    public <E> PersistentList<E> list(Codec<E> element) {
        return listKind(element).empty();
    }

    /// {@return a list of these elements}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @param elements the elements
    public <E> PersistentList<E> list(Codec<E> element, Iterable<? extends E> elements) {
        return listBuilder(element).addAll(elements).build();
    }

    /// Builds a list from many elements.
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @return the builder
    public <E> PersistentList.Builder<E> listBuilder(Codec<E> element) {
        return new PersistentList.Builder<>(listKind(element), null);
    }

    /// {@return an empty array}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    public <E> PersistentArray<E> array(Codec<E> element) {
        return arrayKind(element).empty();
    }

    /// {@return an array of these elements}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @param elements the elements
    public <E> PersistentArray<E> array(Codec<E> element, Iterable<? extends E> elements) {
        try (PersistentList<E> list = list(element, elements)) {
            return arrayKind(element).ofList(list);
        }
    }

    /// Builds an array from many elements.
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @return the builder
    public <E> PersistentArray.Builder<E> arrayBuilder(Codec<E> element) {
        return new PersistentArray.Builder<>(arrayKind(element), null);
    }

    /// {@return the same collection with a root of its own: for one that was read from another,
    /// which it would hold as a whole}
    ///
    /// @param <C> the type of the collection
    /// @param collection the collection
    /// @throws IllegalArgumentException if `collection` is of another heap
    @SuppressWarnings("unchecked")
    public <C extends PersistentCollection> C keep(C collection) {
        requireOwn(collection);
        return make((Kind<C>) collection.kind(), _ -> collection.handle("keep"));
    }

    private void requireOwn(PersistentCollection collection) {
        Objects.requireNonNull(collection, "collection missing");
        if (collection.heap() != this) {
            throw new IllegalArgumentException(
                    "collection of another heap: wanted=%s given=%s"
                            .formatted(
                                    heap.options().name(),
                                    collection.heap().heap().options().name()));
        }
    }

    /// Whether each version made from now on knows the stack it was made by, for [#versions] and
    /// the message of whoever finds the heap full. Takes some microseconds and a kilobyte for each.
    ///
    /// @param record whether to record them from now on
    public void recordOrigins(boolean record) {
        recordsOrigins = record;
    }

    /// {@return the versions that are neither closed nor known to be dropped}
    public HeldVersions versions() {
        return HeldVersions.in(versions);
    }

    /// {@return the bytes that these versions hold together; what they share is counted once} See
    /// [PersistentCollection#bytesHeld].
    ///
    /// @param collections the collections
    /// @throws IllegalArgumentException if one is of another heap
    public long bytesHeld(PersistentCollection... collections) {
        MutatorContext mutator = enter();
        try (RootFrame slots = RootFrame.slots(mutator, collections.length)) {
            for (int i = 0; i < collections.length; i++) {
                requireOwn(collections[i]);
                slots.set(i, collections[i].handle("bytesHeld"));
            }
            HeldBytes held = new HeldBytes(mutator);
            for (int i = 0; i < collections.length; i++) {
                held.count(slots.get(i));
            }
            return held.bytes();
        } finally {
            leave(mutator);
            Reference.reachabilityFence(collections);
        }
    }

    /// Counts what a version holds.
    ///
    /// @param operation what a closed version cannot be used for; null if the caller has a share of
    ///     its root
    HeldBytes held(PersistentCollection version, String operation) {
        MutatorContext mutator = enter();
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            slots.set(0, operation == null ? version.handle() : version.handle(operation));
            HeldBytes held = new HeldBytes(mutator);
            held.count(slots.get(0));
            return held;
        } finally {
            leave(mutator);
            Reference.reachabilityFence(version);
        }
    }

    /// Counts by how much what `version` holds differs from what `before` does. The caller has
    /// shares of the roots of both.
    HeldDifference difference(PersistentCollection version, PersistentCollection before) {
        MutatorContext mutator = enter();
        try (RootFrame slots = RootFrame.slots(mutator, 2)) {
            slots.set(0, version.handle());
            slots.set(1, before.handle());
            HeldDifference difference = new HeldDifference(mutator, heap);
            difference.count(slots.get(0), slots.get(1));
            return difference;
        } finally {
            leave(mutator);
            Reference.reachabilityFence(version);
            Reference.reachabilityFence(before);
        }
    }

    /// The bytes of what was made when `part` was taken out of `whole`; -1 if that is not known.
    /// The caller has shares of the roots of both.
    <C extends PersistentCollection> long bytesMadeByCut(C part, C whole) {
        MutatorContext mutator = enter();
        try (RootFrame slots = RootFrame.slots(mutator, 2)) {
            slots.set(0, part.handle());
            slots.set(1, whole.handle());
            return part.kind() == whole.kind()
                    ? part.kind().bytesMadeByCut(mutator, slots.get(0), slots.get(1))
                    : -1;
        } finally {
            leave(mutator);
            Reference.reachabilityFence(part);
            Reference.reachabilityFence(whole);
        }
    }

    VersionTable table() {
        return versions;
    }

    VersionPressure pressure() {
        return pressure;
    }

    /// How often an operation had to wait for dropped versions so far.
    long waits() {
        return waits.get();
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

    <K, V> SortedMapKind<K, V> sortedMapKind(Codec<K> key, Codec<V> value) {
        Objects.requireNonNull(key, "codec of keys missing");
        Objects.requireNonNull(value, "codec of values missing");
        return kind(List.of("sorted map", key, value), () -> new SortedMapKind<>(this, key, value));
    }

    <E> SortedSetKind<E> sortedSetKind(Codec<E> element) {
        Objects.requireNonNull(element, "codec of elements missing");
        return kind(List.of("sorted set", element), () -> new SortedSetKind<>(this, element));
    }

    <E> ListKind<E> listKind(Codec<E> element) {
        Objects.requireNonNull(element, "codec of elements missing");
        return kind(List.of("list", element), () -> new ListKind<>(this, element));
    }

    <E> ArrayKind<E> arrayKind(Codec<E> element) {
        Objects.requireNonNull(element, "codec of elements missing");
        return kind(List.of("array", element), () -> new ArrayKind<>(this, element));
    }

    TextKind textKind() {
        return kind(List.of("text"), () -> new TextKind(this));
    }

    JsonValues jsonKind() {
        return kind(List.of("json"), () -> new JsonValues(this));
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

    /// Begins a safe region of the calling thread if it is attached to the heap; else null. Whoever
    /// waits for another thread or for the disk does so in one: a collection would wait for it too.
    /// Operations of collections may be used in it: they borrow a mutator, see
    /// [ConcurrentHeap#enter]. If the heap is closed there are no collections to hold up: null.
    SafeRegion safeRegion() {
        Mutator own = heap.isClosed() ? null : heap.current();
        try {
            return own == null ? null : own.safeRegion();
        } catch (HeapClosedException e) {
            return null;
        }
    }

    /// Makes a value; see [#make].
    interface ValueFactory {
        /// Its result is rooted before the next safepoint.
        long make(MutatorContext mutator);
    }

    /// Makes a value in the heap, and a collection that has a root for it. Waits for the JVM to
    /// drop collections if the heap is full of them.
    <C extends PersistentCollection> C make(Kind<C> kind, ValueFactory factory) {
        try {
            return makeOnce(kind, factory);
        } catch (HeapExhaustedException e) {
            return tryAgain(e, () -> makeOnce(kind, factory));
        }
    }

    /// Runs an operation that needs room in the heap; the caller has not entered it. Waits as
    /// [#make] does.
    <T> T whenThereIsRoom(Supplier<T> operation) {
        try {
            return operation.get();
        } catch (HeapExhaustedException e) {
            return tryAgain(e, operation);
        }
    }

    /// For each of the handles in a frame a collection with a root of its own. No safepoint. The
    /// caller tells [#madeSome] when it has left the heap.
    List<PersistentCollection> rooted(
            List<Kind<?>> ofKinds, MutatorContext mutator, RootFrame handles) {
        RootStripe stripe = roots.stripe(mutator.number());
        List<PersistentCollection> made = new ArrayList<>();
        for (int i = 0; i < ofKinds.size(); i++) {
            long handle = handles.get(i);
            made.add(
                    handle == 0
                            ? ofKinds.get(i).empty()
                            : root(ofKinds.get(i), handle, mutator, stripe));
        }
        return made;
    }

    /// Has the JVM look for dropped collections, since an operation has found the heap full, and
    /// tries again; more than once, because others may have taken the room.
    ///
    /// It gives up when the JVM had nothing to drop three times in a row: the first time it looks
    /// only at what is young, unless that was in vain just before; and what was dropped just before
    /// the operation may be found only the next time.
    private <T> T tryAgain(HeapExhaustedException first, Supplier<T> operation) {
        HeapExhaustedException failure = first;
        int fruitless = 0;
        for (int attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
            boolean isFull = fruitless > 0 || pressure.isFullNext();
            fruitless = awaitDropped(isFull) ? 0 : fruitless + 1;
            if (fruitless == MOST_FRUITLESS) {
                break;
            }
            try {
                return operation.get();
            } catch (HeapExhaustedException e) {
                failure = e;
            }
        }
        throw failure.with(versions().toString());
    }

    private <C extends PersistentCollection> C makeOnce(Kind<C> kind, ValueFactory factory) {
        C made;
        boolean usedUp;
        MutatorContext mutator = enter();
        try {
            long value = factory.make(mutator);
            if (value == 0) {
                return kind.empty();
            }
            RootStripe stripe = roots.stripe(mutator.number());
            made = root(kind, value, mutator, stripe);
            usedUp = stripe.isUsedUp();
        } finally {
            leave(mutator);
        }
        if (usedUp) {
            madeSome();
        }
        return made;
    }

    /// For whoever has made some dozens of versions and closed fewer, outside the heap.
    void madeSome() {
        DroppedVersions.releaseSome();
        pressure.madeSome();
    }

    /// A collection with a root, for a handle that the calling thread has got since its last
    /// safepoint. No safepoint.
    private <C extends PersistentCollection> C root(
            Kind<C> kind, long handle, MutatorContext mutator, RootStripe stripe) {
        int cell = stripe.take();
        mutator.storeRoot(roots.addressOf(cell), handle);
        // Between writing the objects and publishing a reference to the collection.
        VarHandle.releaseFence();
        try {
            C made = kind.wrap(handle, cell, null, PersistentCollection.OPEN);
            versions.put(
                    cell,
                    recordsOrigins
                            ? new VersionRoot.Recorded(made, cell)
                            : new VersionRoot(made, cell));
            Reference.reachabilityFence(made); // not told of as dropped before it is in the table
            return made;
        } catch (Throwable e) { // the JVM is out of memory
            mutator.storeRoot(roots.addressOf(cell), 0);
            stripe.giveBack(cell);
            throw e;
        }
    }

    /// Empties the root of a version that nobody holds any more, and gives its cell back: in this
    /// order, since the cell may be another's soon after.
    ///
    /// The store has the barrier, so that a thread that has found the collection open may go on
    /// with it; design note 0018. Who may not enter the heap leaves the cell to the collector.
    void release(int cell) {
        boolean emptied = false;
        try {
            MutatorContext mutator = enter();
            try {
                empty(cell, mutator, roots.stripe(mutator.number()));
                emptied = true;
            } finally {
                leave(mutator);
            }
        } catch (HeapClosedException | HeapUsageException e) {
            // A closed heap has no roots; in a listener the cell is emptied a cycle later.
        } finally {
            if (!emptied) {
                leaveToCollector(cell);
            }
        }
    }

    private void empty(int cell, MutatorContext mutator, RootStripe stripe) {
        mutator.storeRoot(roots.addressOf(cell), 0);
        versions.remove(cell);
        stripe.giveBack(cell);
    }

    private void leaveToCollector(int cell) {
        versions.remove(cell);
        roots.giveUp(cell);
    }

    /// As [#release] for those of these roots that are of this heap and still there. They are taken
    /// out of `batch`.
    void releaseAll(VersionRoot[] batch, int count) {
        int emptied = 0;
        try {
            MutatorContext mutator = enter();
            try {
                RootStripe stripe = roots.stripe(mutator.number());
                for (int i = 0; i < count; i++) {
                    VersionRoot each = batch[i];
                    if (each != null && each.heap() == this) {
                        if (versions.contains(each)) {
                            empty(each.cell(), mutator, stripe);
                            emptied++;
                        }
                        batch[i] = null;
                    }
                }
            } finally {
                leave(mutator);
            }
        } catch (HeapClosedException | HeapUsageException | OutOfMemoryError e) {
            // As in release, for those that are left.
        } finally {
            for (int i = 0; i < count; i++) {
                VersionRoot each = batch[i];
                if (each != null && each.heap() == this) {
                    batch[i] = null;
                    if (versions.contains(each)) {
                        leaveToCollector(each.cell());
                    }
                }
            }
            dropped.addAndGet(emptied);
        }
    }

    /// Waits until collections that are no longer used are dropped, and collects what they held.
    ///
    /// @param full whether the JVM looks at more than what is young
    /// @return whether any was dropped
    private boolean awaitDropped(boolean full) {
        waits.incrementAndGet();
        long before = dropped.get();
        try (var _ = safeRegion()) {
            collectInJvm(before, full);
        }
        // The first finds the objects dead, or the second if it was under way; handles rest for one
        // more.
        for (int i = 0; i < 3; i++) {
            heap.collect();
        }
        return dropped.get() > before;
    }

    /// Collects in the JVM, unless it turns out that something was dropped before. One thread at a
    /// time; the others wait for what that one finds.
    private void collectInJvm(long before, boolean full) {
        asking.lock();
        try {
            DroppedVersions.releaseUntilRest();
            if (dropped.get() == before) {
                if (full) {
                    JvmCollections.full();
                } else {
                    JvmCollections.young(MOST_GARBAGE);
                }
                DroppedVersions.releaseUntilRest();
            }
        } finally {
            asking.unlock();
        }
    }
}
