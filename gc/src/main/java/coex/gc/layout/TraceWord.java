package coex.gc.layout;

import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.TrieForm;

/// What the marker has to know of a shape, in one word. Never 0 for a registered shape.
///
///      63          34 33     32 31       16 15           2 1     0
///     +--------------+---------+-----------+--------------+-------+
///     | fixed bytes  | element | weak      | references   | form  |
///     |              | shift   | count     | count        |       |
///     +--------------+---------+-----------+--------------+-------+
///
/// Forms: 0 a trie node, 1 an object with fields, 2 an array of references, 3 an array of anything
/// else. The element shift is the logarithm of an element's size. For a trie node the counts are those
/// of one entry: of references, and, in the place of weak ones, of words; the place of the
/// element shift holds the number of extra words.
public final class TraceWord {

    public static final int TRIE_NODE = 0;
    public static final int FIELDS = 1;
    public static final int REFERENCE_ARRAY = 2;
    public static final int PLAIN_ARRAY = 3;

    private static final BitField FORM = new BitField(0, 2);
    private static final BitField REFERENCES = FORM.followedBy(14);
    private static final BitField WEAKS = REFERENCES.followedBy(16);
    private static final BitField ELEMENT_SHIFT = WEAKS.followedBy(2);
    private static final BitField FIXED_BYTES = ELEMENT_SHIFT.followedBy(30);

    private TraceWord() {}

    static long of(Shape shape) {
        TrieForm trie = shape.trie();
        if (trie != null) {
            return FORM.with(TRIE_NODE)
                    | REFERENCES.with(trie.references())
                    | WEAKS.with(trie.words())
                    | ELEMENT_SHIFT.with(trie.extraWords())
                    | FIXED_BYTES.with(shape.fixedBytes());
        }
        Kind element = shape.elementKind();
        int form =
                element == null
                        ? FIELDS
                        : element == Kind.REFERENCE ? REFERENCE_ARRAY : PLAIN_ARRAY;
        int elementShift = element == null ? 0 : Integer.numberOfTrailingZeros(element.bytes());
        return FORM.with(form)
                | REFERENCES.with(shape.referenceCount())
                | WEAKS.with(shape.weakCount())
                | ELEMENT_SHIFT.with(elementShift)
                | FIXED_BYTES.with(shape.fixedBytes());
    }

    public static int form(long word) {
        return (int) (word & 3);
    }

    public static int references(long word) {
        return (int) (word >>> 2) & 0x3FFF;
    }

    public static int weaks(long word) {
        return (int) (word >>> 16) & 0xFFFF;
    }

    public static int elementShift(long word) {
        return (int) (word >>> 32) & 3;
    }

    public static int fixedBytes(long word) {
        return (int) (word >>> 34);
    }

    /// References in a trie node with these bitmaps.
    public static int trieReferences(long word, int entryBits, int childBits) {
        return Integer.bitCount(childBits) + Integer.bitCount(entryBits) * references(word);
    }

    /// Bytes of a trie node with so many references and these entries.
    public static int trieBytes(long word, int references, int entryBits) {
        int beforeWords = (TrieForm.FIRST_REFERENCE + 4 * references + 7) & -8;
        return beforeWords + 8 * (Integer.bitCount(entryBits) * weaks(word) + elementShift(word));
    }

    /// Bytes of an object: its fixed part, and for an array of `length` elements those too.
    public static long bytes(long word, int length) {
        return (fixedBytes(word) + ((long) length << elementShift(word)) + 7) & -8L;
    }
}
