// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Storage;
import coex.gc.Heap;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.NodeForm;

import java.util.HashMap;
import java.util.Map;

/// The shapes of trie nodes in one heap: for each kind of entry one for roots, which end with a
/// count, one for all other nodes, and one for nodes of sorted trees, which all end with a count.
/// Registered when they are first asked for; any thread.
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

        NodeForm form(int extraWords) {
            return new NodeForm(references(), words(), extraWords);
        }

        private int of(Storage storage) {
            return (key == storage ? 1 : 0) + (value == storage ? 1 : 0);
        }

        String text() {
            return text("");
        }

        /// @param prefix of the name of the collection
        String text(String prefix) {
            String name = value == null ? "Set" : "Map";
            String content = value == null ? key.name() : key + "," + value;
            return "coex." + prefix + name + "[" + content.toLowerCase(java.util.Locale.ROOT) + "]";
        }
    }

    private final Heap heap;
    private final Map<Entry, Shape> roots = new HashMap<>();
    private final Map<Entry, Shape> nodes = new HashMap<>();
    private final Map<Entry, Shape> sorted = new HashMap<>();

    private TrieShapes(Heap heap) {
        this.heap = heap;
    }

    static TrieShapes of(Heap heap) {
        return ConcurrentHeap.of(heap).extension(TrieShapes.class, () -> new TrieShapes(heap));
    }

    synchronized Shape root(Entry entry) {
        return roots.computeIfAbsent(
                entry, _ -> ConcurrentHeap.of(heap).nodeShape(entry.text(), entry.form(1)));
    }

    synchronized Shape node(Entry entry) {
        return nodes.computeIfAbsent(
                entry,
                _ -> ConcurrentHeap.of(heap).nodeShape(entry.text() + ".node", entry.form(0)));
    }

    synchronized Shape sorted(Entry entry) {
        return sorted.computeIfAbsent(
                entry, _ -> ConcurrentHeap.of(heap).nodeShape(entry.text("Sorted"), entry.form(1)));
    }
}
