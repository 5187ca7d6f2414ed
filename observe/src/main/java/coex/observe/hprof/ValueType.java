// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import coex.gc.Kind;

/// The types of values in HPROF, with their numbers there.
enum ValueType {
    OBJECT(2, 0, null),
    BOOLEAN(4, 1, "[Z"),
    CHAR(5, 2, "[C"),
    FLOAT(6, 4, "[F"),
    DOUBLE(7, 8, "[D"),
    BYTE(8, 1, "[B"),
    SHORT(9, 2, "[S"),
    INT(10, 4, "[I"),
    LONG(11, 8, "[J");

    private final int number;
    private final int bytes;
    private final String arrayClass;

    ValueType(int number, int bytes, String arrayClass) {
        this.number = number;
        this.bytes = bytes;
        this.arrayClass = arrayClass;
    }

    /// What a value of `kind` is written as. A weak reference is written as an object that holds
    /// it.
    static ValueType of(Kind kind) {
        return switch (kind) {
            case REFERENCE, WEAK -> OBJECT;
            case INT -> INT;
            case LONG -> LONG;
            case DOUBLE -> DOUBLE;
            case BYTE -> BYTE;
            case BOOLEAN -> BOOLEAN;
        };
    }

    int number() {
        return number;
    }

    /// The class of arrays of this type, null for objects.
    String arrayClass() {
        return arrayClass;
    }

    int bytes(int idBytes) {
        return this == OBJECT ? idBytes : bytes;
    }

    /// Writes a value; `value` holds its bits.
    void write(RecordStream out, long value) {
        switch (this) {
            case OBJECT -> out.id(value);
            case BOOLEAN, BYTE -> out.u1((int) value);
            case CHAR, SHORT -> out.u2((int) value);
            case INT, FLOAT -> out.u4((int) value);
            case LONG, DOUBLE -> out.u8(value);
        }
    }
}
