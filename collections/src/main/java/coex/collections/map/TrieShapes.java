package coex.collections.map;

import coex.collections.value.Storage;
import coex.gc.Heap;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;

import java.util.HashMap;
import java.util.Map;

/// The shapes of trie nodes in one heap: for each kind of entry one for roots, which end with a
/// count, and one for all other nodes. Registered when they are first asked for; any thread.
final class TrieShapes {

    /// What an entry is made of.
    ///
    /// @param value null in a set
    record Entry(Storage key, Storage value) {

        int references() {
            return of(Storage.REFERENCE);
        }

        int words() {
            return of(Storage.WORD);
        }

        private int of(Storage storage) {
            return (key == storage ? 1 : 0) + (value == storage ? 1 : 0);
        }

        String text() {
            String name = value == null ? "Set" : "Map";
            String content = value == null ? key.name() : key + "," + value;
            return "coex." + name + "[" + content.toLowerCase(java.util.Locale.ROOT) + "]";
        }
    }

    private final Heap heap;
    private final Map<Entry, Shape> roots = new HashMap<>();
    private final Map<Entry, Shape> nodes = new HashMap<>();

    private TrieShapes(Heap heap) {
        this.heap = heap;
    }

    static TrieShapes of(Heap heap) {
        return ConcurrentHeap.of(heap).extension(TrieShapes.class, () -> new TrieShapes(heap));
    }

    synchronized Shape root(Entry entry) {
        return roots.computeIfAbsent(
                entry,
                _ ->
                        heap.shape(entry.text())
                                .trieNode(entry.references(), entry.words(), 1)
                                .build());
    }

    synchronized Shape node(Entry entry) {
        return nodes.computeIfAbsent(
                entry,
                _ ->
                        heap.shape(entry.text() + ".node")
                                .trieNode(entry.references(), entry.words(), 0)
                                .build());
    }
}
