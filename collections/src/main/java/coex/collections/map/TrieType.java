package coex.collections.map;

import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

/// What maps and sets have in common as types of values.
///
/// Looking a key up and going through all entries are in [MapType] and [SetType] themselves:
/// generated code spends its time there, and calls them on constants whose class it knows.
public sealed interface TrieType extends ValueType permits MapType, SetType {

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
}
