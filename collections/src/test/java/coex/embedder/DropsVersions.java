package coex.embedder;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentList;
import coex.gc.Heap;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapOptions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Drops versions in a heap that has room for some thousands of them.
public final class DropsVersions {

    public static final int VERSIONS = 60_000;

    private DropsVersions() {}

    public static void main(String[] arguments) {
        HeapOptions options =
                HeapOptions.builder()
                        .initialBytes(1 << 20)
                        .maximumBytes(8 << 20)
                        .hugePages(false)
                        .build();
        try (Heap heap = Heap.open(options)) {
            PersistentCollections collections = PersistentCollections.in(heap);
            PersistentList<Long> list = collections.list(Codec.LONG, Collections.nCopies(1000, 0L));
            dropOld(list);
            PersistentList<Long> last = list;
            for (int i = 0; i < VERSIONS; i++) {
                last = last.with(i % 1000, (long) i);
            }
            System.out.println("dropped, last=" + last.get((VERSIONS - 1) % 1000));
            keepTooMany(collections, last);
        }
    }

    /// Versions that are held until the heap is nearly full, and so have grown old in the JVM.
    private static void dropOld(PersistentList<Long> list) {
        List<PersistentList<Long>> kept = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            kept.add(list.with(i % 1000, (long) i));
        }
        System.out.println("held=" + kept.size());
    }

    private static void keepTooMany(PersistentCollections collections, PersistentList<Long> of) {
        collections.recordOrigins(true);
        List<PersistentList<Long>> kept = new ArrayList<>();
        try {
            while (true) {
                kept.add(of.with(1, (long) kept.size()));
            }
        } catch (HeapExhaustedException e) {
            System.out.println(e.getMessage());
            System.out.println("kept=" + kept.size());
        }
    }
}
