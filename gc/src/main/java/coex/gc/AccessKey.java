// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// Numbers that stand for several things of which a checked call would have to compare each. For
/// the heap itself: an embedder has no use for them.
///
///      63                  20 19                     0
///     +----------------------+------------------------+
///     |  number of the heap  |  what is done with it  |
///     +----------------------+------------------------+
///
/// A field has one made beforehand, of its heap and its kind of value; so has a shape, of its heap
/// and of how its objects are made. A mutator makes one of its own heap and of what its caller
/// wants, and compares. None of them says anything of an object: a compiler can compare them once
/// for a field that is used in a loop.
public final class AccessKey {

    private static final int HEAP_SHIFT = 20;

    /// Of a shape: its objects have fields, or are arrays, or are nodes that only our collections
    /// make.
    public static final long FIELDS = 0;

    /// Of shapes with elements.
    public static final long ARRAY = 1;

    /// Of shapes whose objects embedders cannot make.
    public static final long NODE = 2;

    /// See [#ofWords].
    public static final long WORDS = 1;

    /// Nobody's key.
    public static final long NONE = -1;

    private AccessKey() {}

    /// {@return the part of a heap} Heaps are counted, and 44 bits are more than a JVM opens in its
    /// life.
    ///
    /// @param heap the id of the heap
    public static long of(HeapId heap) {
        return heap.number() << HEAP_SHIFT;
    }

    /// {@return the part of a kind of value}
    ///
    /// @param kind the kind of the values
    public static long of(Kind kind) {
        return kind.ordinal();
    }

    /// {@return the part of a shape whose objects are created with so many values, each of which is
    /// a word of the payload, in the same order and whatever it is} Without [#WORDS] they are
    /// others too.
    ///
    /// @param count how many words
    public static long ofWords(int count) {
        return (long) count << 1 | WORDS;
    }
}
