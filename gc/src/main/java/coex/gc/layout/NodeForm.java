package coex.gc;

/// What an entry in a trie node consists of, and where things lie in the node.
///
///     | header 8 | entry bits 4 | child bits 4 | children 4 each | entries' references 4 each |
///     | padding to 8 | entries' words 8 each | extra words 8 each |
///
/// Entries and children lie in the order of their bits. All references are next to each other, so
/// tracing a node is a scan like that of any other object; how many there are the bitmaps tell.
///
/// @param references references of an entry
/// @param words eight-byte words of an entry
/// @param extraWords words at the end that belong to the node as a whole, such as a count in a root.
///     They come last, so that entries and children lie alike in all nodes of a trie.
public record TrieForm(int references, int words, int extraWords) {

    public static final int ENTRY_BITS_OFFSET = 8;
    public static final int CHILD_BITS_OFFSET = 12;

    /// Where the children begin.
    public static final int FIRST_REFERENCE = 16;

    private static final int MOST = 4;
    private static final int MOST_EXTRA = 3;

    public TrieForm {
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

    /// References in a node with so many entries and children.
    public int referenceCount(int entries, int children) {
        return children + entries * references;
    }

    /// Where the words begin.
    public int firstWord(int entries, int children) {
        return (FIRST_REFERENCE + 4 * referenceCount(entries, children) + 7) & -8;
    }

    /// Bytes of a node.
    public int bytes(int entries, int children) {
        return firstWord(entries, children) + 8 * (entries * words + extraWords);
    }

    /// Bytes of a node with these bitmaps.
    public int bytesOf(int entryBits, int childBits) {
        return bytes(Integer.bitCount(entryBits), Integer.bitCount(childBits));
    }
}
