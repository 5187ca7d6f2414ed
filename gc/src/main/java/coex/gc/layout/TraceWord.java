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
///
/// Forms: 1 an object with fields, 2 an array of references, 3 an array of anything else. The
/// element shift is the logarithm of an element's size.
public final class TraceWord {

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

    /// Bytes of an object: its fixed part, and for an array of `length` elements those too.
    public static long bytes(long word, int length) {
        return (fixedBytes(word) + ((long) length << elementShift(word)) + 7) & -8L;
    }
}
