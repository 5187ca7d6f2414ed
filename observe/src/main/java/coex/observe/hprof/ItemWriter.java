// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import java.nio.charset.StandardCharsets;

/// Writes objects as items of segments, and those that only the format needs as a whole.
final class ItemWriter {

    private static final int INSTANCE = 0x21;
    private static final int OBJECT_ARRAY = 0x22;
    private static final int PRIMITIVE_ARRAY = 0x23;

    private static final byte LATIN1 = 0;
    private static final byte UTF16 = 1;

    private final RecordStream out;
    private final Identifiers identifiers;
    private final JavaClasses java;
    private final int idBytes;

    ItemWriter(RecordStream out, Identifiers identifiers, JavaClasses java) {
        this.out = out;
        this.identifiers = identifiers;
        this.java = java;
        this.idBytes = out.idBytes();
    }

    /// Starts an instance; its values have to follow.
    void instance(long id, DumpClass type, int valueBytes) {
        out.item(1 + 2L * idBytes + 2 * Integer.BYTES + valueBytes);
        out.u1(INSTANCE);
        out.id(id);
        out.u4(Stacks.NO_TRACE);
        out.id(type.id());
        out.u4(valueBytes);
    }

    /// How many bytes an array of objects takes without its elements.
    private long objectArrayOverhead() {
        return 1 + 2L * idBytes + 2 * Integer.BYTES;
    }

    /// Starts an array of objects; its elements have to follow.
    void objectArray(long id, DumpClass type, int length) {
        out.item(objectArrayOverhead() + (long) length * idBytes);
        out.u1(OBJECT_ARRAY);
        out.id(id);
        out.u4(Stacks.NO_TRACE);
        out.u4(length);
        out.id(type.id());
    }

    private long primitiveArrayOverhead() {
        return 2 + idBytes + 2 * Integer.BYTES;
    }

    /// Starts an array of a primitive type; its elements have to follow.
    void primitiveArray(long id, ValueType type, int length) {
        out.item(primitiveArrayOverhead() + (long) length * type.bytes(idBytes));
        out.u1(PRIMITIVE_ARRAY);
        out.id(id);
        out.u4(Stacks.NO_TRACE);
        out.u4(length);
        out.u1(type.number());
    }

    /// The longest array of `type` that fits an item of `mostBytes`.
    int longestArray(ValueType type, long mostBytes) {
        long overhead = type == ValueType.OBJECT ? objectArrayOverhead() : primitiveArrayOverhead();
        return (int) Math.min(Integer.MAX_VALUE, (mostBytes - overhead) / type.bytes(idBytes));
    }

    // Whole objects

    /// An instance with `values` for the fields of its class and those of the superclasses.
    void whole(long id, DumpClass type, long... values) {
        instance(id, type, type.valueBytes(idBytes));
        int next = 0;
        for (DumpClass each = type; each != null; each = each.parent()) {
            for (DumpClass.Instance field : each.fields()) {
                field.type().write(out, values[next++]);
            }
        }
    }

    /// The instance of a string, for the array of `length` bytes that has to follow, as
    /// [#primitiveArray].
    void string(long id, boolean wide, int length) {
        long value = identifiers.fresh();
        whole(id, java.string, value, 0, wide ? UTF16 : LATIN1, 0);
        primitiveArray(value, ValueType.BYTE, length);
    }

    /// A string with its array; returns its identifier.
    long string(String text) {
        long id = identifiers.fresh();
        boolean wide = text.chars().anyMatch(unit -> unit > 0xFF);
        byte[] value =
                text.getBytes(wide ? StandardCharsets.UTF_16LE : StandardCharsets.ISO_8859_1);
        string(id, wide, value.length);
        out.bytes(value);
        return id;
    }
}
