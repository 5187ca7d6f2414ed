package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.bench.subject.KeyKind;
import coex.bench.subject.Keys;
import coex.collections.list.ListType;
import coex.collections.map.MapType;
import coex.collections.map.SetType;
import coex.collections.text.Strings;
import coex.collections.value.Primitive;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.HeapCore;
import coex.gc.mutator.MutatorContext;

/// Measures what an entry of our collections costs: `long-map`, `long-set`, `string-map` and
/// `long-list`, built by single updates.
///
/// Counted are all objects, keys and values included, and the share of each side table (handles,
/// marks, lines, blocks) that belongs to handles and memory in use, after a collection.
public final class OurEntrySpace {

    private final Heap heap;
    private final MutatorContext mutator;
    private final Frame frame;
    private final int size;

    private OurEntrySpace(Heap heap, int size) {
        this.heap = heap;
        this.size = size;
        Mutator attached = heap.attach();
        this.frame = attached.frame(1);
        this.mutator = ConcurrentHeap.contextOf(attached);
    }

    /// What builds the collection that is measured.
    private interface Builder {
        long build(OurEntrySpace space);
    }

    /// Argument: the number of entries.
    static void main(String[] args) {
        int size = Integer.parseInt(args[0]);
        measure("long-map", size, OurEntrySpace::longMap);
        measure("long-set", size, OurEntrySpace::longSet);
        measure("string-map", size, OurEntrySpace::stringMap);
        measure("long-list", size, OurEntrySpace::longList);
    }

    private static void measure(String name, int size, Builder builder) {
        HeapOptions options = HeapOptions.builder().maximumBytes(4L << 30).build();
        try (Heap heap = Heap.open(options)) {
            OurEntrySpace space = new OurEntrySpace(heap, size);
            double before = space.used();
            space.frame.set(0, builder.build(space));
            Figures.print(name, (space.used() - before) / size);
        }
    }

    /// Bytes in use, after the handles freed by one collection have rested through a second.
    private double used() {
        heap.collect();
        heap.collect();
        HeapStats.Now now = heap.stats().now();
        HeapCore core = mutator.core();
        double handleSide = core.handles().counts().sideBytes() / (double) now.tableHandles();
        double memorySide = core.blocks().sideBytes() / (double) now.heapBytes();
        return now.heapUsed() * (1 + memorySide) + handleSide * now.handlesInUse();
    }

    private long longMap() {
        MapType type = MapType.of(heap, Primitive.LONG, Primitive.LONG);
        Keys keys = new Keys(KeyKind.LONG, size);
        long map = 0;
        for (int i = 0; i < size; i++) {
            map = type.set(mutator, map, (Long) keys.stored()[i], keys.values()[i]);
        }
        return map;
    }

    private long longSet() {
        SetType type = SetType.of(heap, Primitive.LONG);
        Keys keys = new Keys(KeyKind.LONG, size);
        long set = 0;
        for (int i = 0; i < size; i++) {
            set = type.add(mutator, set, (Long) keys.stored()[i]);
        }
        return set;
    }

    private long stringMap() {
        Strings strings = Strings.of(heap);
        MapType type = MapType.of(heap, strings, Primitive.LONG);
        Keys keys = new Keys(KeyKind.STRING, size);
        long map = 0;
        for (int i = 0; i < size; i++) {
            frame.set(0, map);
            long key = strings.of(mutator, (String) keys.stored()[i]);
            map = type.set(mutator, map, key, keys.values()[i]);
        }
        return map;
    }

    private long longList() {
        ListType type = ListType.of(heap, Primitive.LONG);
        long list = 0;
        for (int i = 0; i < size; i++) {
            list = type.append(mutator, list, i);
        }
        return list;
    }
}
