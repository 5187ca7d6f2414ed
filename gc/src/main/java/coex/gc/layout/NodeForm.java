// SPDX-License-Identifier: Apache-2.0
package coex.gc.layout;

import coex.gc.HeapUsageException;

/// How the nodes of a hash trie are laid out. Two bitmaps of 32 bits say which places of a node
/// hold entries and which hold other nodes, its children.
///
///     | header 8 | entry bits 4 | child bits 4 | children 4 each | entries' references 4 each |
///     | padding to 8 | entries' words 8 each | extra words 8 each |
///
/// Entries and children lie in the order of their bits. All references are next to each other, so
/// tracing a node is a scan like that of any other object; how many there are the bitmaps tell.
///
/// The arithmetic stands here alone, in static methods: the marker and the collections have their
/// counts elsewhere, in trace words and in constants.
///
/// @param references references of an entry
/// @param words eight-byte words of an entry
/// @param extraWords words at the end that belong to the node as a whole, such as a count in a
///     root. They come last, so that entries and children lie alike in all nodes of a trie.
public record NodeForm(int references, int words, int extraWords) {

    public static final int ENTRY_BITS_OFFSET = 8;
    public static final int CHILD_BITS_OFFSET = 12;

    /// Where the children begin.
    public static final int FIRST_REFERENCE = 16;

    private static final int MOST = 4;
    private static final int MOST_EXTRA = 3;

    public NodeForm {
        if (references < 0 || references > MOST || words < 0 || words > MOST) {
            throw new HeapUsageException(
                    "trie entry out of range: references=%d words=%d maximum=%d"
                            .formatted(references, words, MOST));
        }
        if (extraWords < 0 || extraWords > MOST_EXTRA) {
            throw new HeapUsageException(
                    "trie node out of range: extraWords=%d maximum=%d"
                            .formatted(extraWords, MOST_EXTRA));
        }
    }

    /// References in a node.
    ///
    /// @param perEntry references of an entry
    public static int referenceCount(int perEntry, int entries, int children) {
        return children + entries * perEntry;
    }

    /// Where the words begin in a node with so many references.
    public static int firstWord(int references) {
        return (FIRST_REFERENCE + 4 * references + 7) & -8;
    }

    /// Bytes of a node with so many references, and words in all.
    public static int bytes(int references, int words) {
        return firstWord(references) + 8 * words;
    }

    /// References in a node of this form.
    public int referenceCount(int entries, int children) {
        return referenceCount(references, entries, children);
    }

    /// Bytes of a node of this form with these bitmaps.
    public int bytesOf(int entryBits, int childBits) {
        int entries = Integer.bitCount(entryBits);
        return bytes(
                referenceCount(entries, Integer.bitCount(childBits)), entries * words + extraWords);
    }
}
