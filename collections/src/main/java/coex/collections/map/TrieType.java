// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;

/// What maps and sets have in common as types of values.
///
/// Looking a key up and going through all entries are in [MapType] and [SetType] themselves:
/// generated code spends its time there, and calls them on constants whose class it knows.
public sealed interface TrieType extends ValueType, SavedForm permits MapType, SetType {

    Trie trie();

    @Override
    default Storage storage() {
        return Storage.REFERENCE;
    }

    @Override
    default int hash(MutatorContext mutator, long bits) {
        return hash(mutator, bits, HASHED_PARTS);
    }

    @Override
    default int hash(MutatorContext mutator, long bits, int parts) {
        return TrieHash.of(trie(), mutator, bits, parts);
    }

    @Override
    default boolean equal(MutatorContext mutator, long first, long second) {
        return equal(mutator, first, second, Pause.NONE);
    }

    @Override
    default boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return TrieComparison.equal(trie(), mutator, first, second, pause);
    }

    @Override
    default int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return TrieComparison.compare(trie(), mutator, first, second, pause);
    }

    @Override
    default void write(SaveOutput out, long root, long base) throws IOException {
        out.number(trie().size(out.mutator(), root));
        SavedTrieNode.root(trie()).write(out, root, base);
    }

    @Override
    default long read(SaveInput in, long base) throws IOException {
        return SavedTrieNode.readRoot(trie(), in, base);
    }
}
