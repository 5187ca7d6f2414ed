package coex.runtime.type;

import coex.gc.Kind;
import coex.gc.memory.Memory;

/// Moves values between memory and the bits that collections and the runtime use.
final class FieldMemory {

    private FieldMemory() {}

    static long load(Kind kind, long address) {
        return switch (kind) {
            case BOOLEAN, BYTE -> Memory.getByte(address) & 0xFF;
            case INT -> Memory.getInt(address);
            case REFERENCE -> Integer.toUnsignedLong(Memory.getInt(address));
            case LONG, DOUBLE -> Memory.getLong(address);
            case WEAK -> throw new IllegalArgumentException("no field of a program: " + kind);
        };
    }

    static void store(Kind kind, long address, long bits) {
        switch (kind) {
            case BOOLEAN, BYTE -> Memory.putByte(address, (byte) bits);
            case INT, REFERENCE -> Memory.putInt(address, (int) bits);
            case LONG, DOUBLE -> Memory.putLong(address, bits);
            case WEAK -> throw new IllegalArgumentException("no field of a program: " + kind);
        }
    }
}
