// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.mutator.MutatorContext;

/// Shows the entries of a map or set to a visitor. Those of a small one are shown as they lie in
/// the trie, in the order in which [TrieCursor] reads them, which has arrays that such a map is not
/// worth.
///
/// The visitor may come to safepoints: a node is resolved again for each entry.
final class TrieWalk {

    /// Nodes of so many entries are in the cache, or soon will be; those of more are better read
    /// several at a time.
    static final int MOST_ENTRIES = 1024;

    private TrieWalk() {}

    static void forEach(Trie trie, MutatorContext mutator, long root, EntryVisitor visitor) {
        if (root == 0) {
            return;
        }
        if (trie.size(mutator, root) <= MOST_ENTRIES) {
            part(trie, mutator, root, visitor);
            return;
        }
        TrieCursor cursor = new TrieCursor(trie);
        for (cursor.start(root); cursor.next(mutator); ) {
            visitor.visit(cursor.key(), cursor.value());
        }
    }

    /// Shows all entries of a node and below it.
    static void part(Trie trie, MutatorContext mutator, long node, EntryVisitor visitor) {
        long bits = Trie.bits(mutator.address(node));
        int entries = Trie.count(Trie.entryBits(bits));
        int children = Trie.count(Trie.childBits(bits));
        if (CollisionTree.isInner(bits)) {
            visitTree(trie, mutator, node, visitor);
            return;
        }
        for (int i = 0; i < entries; i++) {
            long address = mutator.address(node);
            visitor.visit(
                    trie.key(address, entries, children, i),
                    trie.value(address, entries, children, i));
        }
        for (int i = 0; i < children; i++) {
            part(trie, mutator, Trie.child(mutator.address(node), i), visitor);
        }
    }

    private static void visitTree(
            Trie trie, MutatorContext mutator, long top, EntryVisitor visitor) {
        CollisionCursor cursor = new CollisionCursor(trie);
        for (cursor.start(mutator, top); cursor.next(mutator); ) {
            visitor.visit(cursor.key(), cursor.value());
        }
    }
}
