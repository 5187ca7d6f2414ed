// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import coex.gc.layout.NodeShape;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The layout of a kind of object: named fields, or an array of one element kind. Objects that our
/// own collections make may have another.
///
/// A shape belongs to the heap that built it, is built once and never changes. Objects of a
/// *mutable* shape may be written at any time; all others are written until they are sealed.
///
///     fixed    | header 8 | references 4 each | weak 4 each | ints | longs, doubles | bytes |
///     array    | header 8 | length 4 | fields | elements, aligned to their size ...         |
///
/// References come first so that tracing an object is a scan of `referenceCount` words; sizes are
/// rounded up to 8 bytes.
public sealed class Shape permits NodeShape {

    /// Offset of an array's length.
    public static final int LENGTH_OFFSET = 8;

    /// Bytes of the header every object starts with.
    public static final int HEADER_BYTES = 8;

    private final HeapId heap;
    private final int id;
    private final String name;
    private final boolean mutable;
    private final boolean text;
    private final Kind elementKind;
    private final int fixedBytes;
    private final int referenceCount;
    private final int weakCount;
    private final Map<String, Field> fields;

    // What making an object needs to know.
    private final long makingKey;
    private final long creationKey;
    private final Field[] ordered;

    Shape(ShapeBuilder definition, int id) {
        this.heap = definition.heap().id();
        this.id = id;
        this.name = definition.name();
        this.mutable = definition.isMutable();
        this.text = definition.isText();
        this.elementKind = definition.elementKind();
        ShapeLayout layout = definition.layout();
        this.fixedBytes = layout.bytes();
        this.referenceCount = layout.count(Kind.REFERENCE);
        this.weakCount = layout.count(Kind.WEAK);
        Map<String, Field> named = new LinkedHashMap<>();
        definition
                .fields()
                .forEach(
                        (field, kind) ->
                                named.put(
                                        field, new Field(this, field, kind, layout.offset(field))));
        this.fields = Collections.unmodifiableMap(named);
        this.makingKey = AccessKey.of(heap) | (isArray() ? AccessKey.ARRAY : AccessKey.FIELDS);
        this.ordered = named.values().toArray(Field[]::new);
        this.creationKey =
                mutable || isArray()
                        ? AccessKey.NONE
                        : AccessKey.of(heap)
                                | AccessKey.ofWords(ordered.length)
                                        & (areWords() ? -1 : ~AccessKey.WORDS);
    }

    /// A shape without fields, whose objects embedders cannot make.
    ///
    /// @param heap the heap it belongs to
    /// @param id its number
    /// @param name its name
    /// @param fixedBytes the bytes before the variable part
    protected Shape(HeapId heap, int id, String name, int fixedBytes) {
        this.heap = heap;
        this.id = id;
        this.name = name;
        this.mutable = false;
        this.text = false;
        this.elementKind = null;
        this.fixedBytes = fixedBytes;
        this.referenceCount = 0;
        this.weakCount = 0;
        this.fields = Map.of();
        this.makingKey = AccessKey.of(heap) | AccessKey.NODE;
        this.creationKey = AccessKey.NONE;
        this.ordered = new Field[0];
    }

    /// Whether the fields are words that lie one after the other in the order of their definition.
    private boolean areWords() {
        for (int i = 0; i < ordered.length; i++) {
            if (ordered[i].kind().bytes() != Long.BYTES
                    || ordered[i].offset() != HEADER_BYTES + i * Long.BYTES) {
                return false;
            }
        }
        return true;
    }

    /// {@return which heap it belongs to} A shape does not keep its heap.
    public HeapId heap() {
        return heap;
    }

    /// {@return the number that stands for this shape in object headers}
    public int id() {
        return id;
    }

    /// {@return its name}
    public String name() {
        return name;
    }

    /// {@return whether its objects may be written at any time}
    public boolean isMutable() {
        return mutable;
    }

    /// {@return whether objects of this shape hold text: bytes in UTF-8}
    public boolean isText() {
        return text;
    }

    /// {@return whether its objects are arrays}
    public boolean isArray() {
        return elementKind != null;
    }

    /// {@return the kind of an array's elements, null for a shape with fields}
    public Kind elementKind() {
        return elementKind;
    }

    /// {@return bytes of an object with fields, header included; of others, the bytes before the
    /// variable part}
    public int fixedBytes() {
        return fixedBytes;
    }

    /// {@return bytes of an array of this shape with `length` elements, header and padding
    /// included}
    ///
    /// @param length how many elements
    public long arrayBytes(int length) {
        if (elementKind == null) {
            throw new HeapUsageException("not an array shape: shape=" + name);
        }
        return (fixedBytes + (long) length * elementKind.bytes() + 7) & -8L;
    }

    /// {@return how many references lie at the start of an object's payload}
    public int referenceCount() {
        return referenceCount;
    }

    /// {@return how many weak references follow the references}
    public int weakCount() {
        return weakCount;
    }

    /// Stands for the heap and for the way in which objects of this shape are made: [AccessKey].
    ///
    /// @return the key
    public long makingKey() {
        return makingKey;
    }

    /// Stands for the heap and for the values that an object is created with: [AccessKey]. That of
    /// a mutable shape and of an array equals none.
    ///
    /// @return the key
    public long creationKey() {
        return creationKey;
    }

    /// {@return the field with this number; they count from 0 in the order of their definition}
    ///
    /// @param number which one, from 0
    public Field field(int number) {
        return ordered[number];
    }

    /// {@return how many fields there are}
    public int fieldCount() {
        return ordered.length;
    }

    /// {@return the field called `name`}
    ///
    /// @param name the field's name
    /// @throws HeapUsageException if there is none; the message lists those there are
    public Field field(String name) {
        Field field = fields.get(name);
        if (field == null) {
            throw new HeapUsageException(
                    "no such field: shape=%s field=%s known=%s"
                            .formatted(this.name, name, String.join(",", fields.keySet())));
        }
        return field;
    }

    /// {@return all fields, in the order of their definition}
    public Collection<Field> fields() {
        return fields.values();
    }

    @Override
    public String toString() {
        return isArray() ? name + "[" + elementKind.text() + "]" : name;
    }
}
