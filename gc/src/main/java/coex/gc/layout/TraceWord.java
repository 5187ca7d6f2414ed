// SPDX-License-Identifier: Apache-2.0
package coex.gc.layout;

import coex.gc.Kind;
import coex.gc.Shape;

/// What the marker has to know of a shape, in one word. Never 0 for a registered shape.
///
///      63          34 33     32 31       16 15           2 1     0
///     +--------------+---------+-----------+--------------+-------+
///     | fixed bytes  | element | weak      | references   | form  |
///     |              | shift   | count     | count        |       |
///     +--------------+---------+-----------+--------------+-------+
///     | fixed bytes  | extra   | words of  | references   |   0   |   a node
///     |              | words   | an entry  | of an entry  |       |
///     +--------------+---------+-----------+--------------+-------+
///
/// Forms: 0 a node of a trie, 1 an object with fields, 2 an array of references, 3 an array of
/// anything else. The element shift is the logarithm of an element's size.
public final class TraceWord {

    public static final int NODE = 0;
    public static final int FIELDS = 1;
    public static final int REFERENCE_ARRAY = 2;
    public static final int PLAIN_ARRAY = 3;

    private static final BitField FORM = new BitField(0, 2);
    private static final BitField REFERENCES = FORM.followedBy(14);
    private static final BitField WEAKS = REFERENCES.followedBy(16);
    private static final BitField ELEMENT_SHIFT = WEAKS.followedBy(2);
    private static final BitField ENTRY_WORDS = WEAKS;
    private static final BitField EXTRA_WORDS = ELEMENT_SHIFT;
    private static final BitField FIXED_BYTES = ELEMENT_SHIFT.followedBy(30);

    private TraceWord() {}

    static long of(Shape shape) {
        if (shape instanceof NodeShape node) {
            return FORM.with(NODE)
                    | REFERENCES.with(node.form().references())
                    | ENTRY_WORDS.with(node.form().words())
                    | EXTRA_WORDS.with(node.form().extraWords())
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

    /// References in a node with so many entries and children.
    public static int nodeReferences(long word, int entries, int children) {
        return NodeForm.referenceCount(references(word), entries, children);
    }

    /// Bytes of a node with so many references and entries.
    public static int nodeBytes(long word, int references, int entries) {
        return NodeForm.bytes(references, entries * entryWords(word) + extraWords(word));
    }

    private static int entryWords(long word) {
        return (int) (word >>> 16) & 0xFFFF;
    }

    private static int extraWords(long word) {
        return (int) (word >>> 32) & 3;
    }

    /// Bytes of an object: its fixed part, and for an array of `length` elements those too.
    public static long bytes(long word, int length) {
        return (fixedBytes(word) + ((long) length << elementShift(word)) + 7) & -8L;
    }
}
