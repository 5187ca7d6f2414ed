// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

import coex.gc.Kind;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.util.List;

/// The fields of objects that are values themselves: where they lie, and what hash, equality and
/// order of an object follow from them.
public final class FieldValues {

    private final ValueType[] types;
    private final Kind[] kinds;
    private final int[] offsets;

    /// @param types of the fields
    /// @param kinds how the fields are stored
    /// @param offsets of the fields, from the object's address on
    public FieldValues(List<? extends ValueType> types, List<Kind> kinds, List<Integer> offsets) {
        this.types = types.toArray(ValueType[]::new);
        this.kinds = kinds.toArray(Kind[]::new);
        this.offsets = offsets.stream().mapToInt(Integer::intValue).toArray();
    }

    public int count() {
        return types.length;
    }

    /// The bits of a field.
    public long get(MutatorContext mutator, long object, int field) {
        return load(kinds[field], mutator.address(object) + offsets[field]);
    }

    /// Writes a field of an object of which nobody else has the handle.
    ///
    /// @param address of the object
    public void put(long address, int field, long bits) {
        store(kinds[field], address + offsets[field], bits);
    }

    /// A hash that begins with `seed`. Of each field as many parts count; of references none, if
    /// that is less than one.
    public int hash(MutatorContext mutator, long object, int seed, int parts) {
        int hash = seed;
        for (int i = 0; i < types.length; i++) {
            if (parts < 1 && kinds[i] == Kind.REFERENCE) {
                continue;
            }
            int next = types[i].hash(mutator, get(mutator, object, i), parts);
            hash = Hashing.followedBy(hash, next);
        }
        return hash;
    }

    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return equal(mutator, first, second, types.length, pause);
    }

    /// Whether the first `count` fields are equal.
    public boolean equal(MutatorContext mutator, long first, long second, int count, Pause pause) {
        for (int i = 0; i < count; i++) {
            long one = get(mutator, first, i);
            long two = get(mutator, second, i);
            if (one != two && !types[i].equal(mutator, one, two, pause)) {
                return false;
            }
        }
        return true;
    }

    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return compare(mutator, first, second, types.length, pause);
    }

    /// The order by the first `count` fields.
    public int compare(MutatorContext mutator, long first, long second, int count, Pause pause) {
        int order = 0;
        for (int i = 0; i < count && order == 0; i++) {
            long one = get(mutator, first, i);
            long two = get(mutator, second, i);
            order = one == two ? 0 : types[i].compare(mutator, one, two, pause);
        }
        return order;
    }

    /// The bits of what is stored at an address.
    public static long load(Kind kind, long address) {
        return switch (kind) {
            case BOOLEAN, BYTE -> Memory.getByte(address) & 0xFF;
            case INT -> Memory.getInt(address);
            case REFERENCE -> Integer.toUnsignedLong(Memory.getInt(address));
            case LONG, DOUBLE -> Memory.getLong(address);
            case WEAK -> throw new IllegalArgumentException("not a field of a value: " + kind);
        };
    }

    /// Stores bits at an address, without a barrier.
    public static void store(Kind kind, long address, long bits) {
        switch (kind) {
            case BOOLEAN, BYTE -> Memory.putByte(address, (byte) bits);
            case INT, REFERENCE -> Memory.putInt(address, (int) bits);
            case LONG, DOUBLE -> Memory.putLong(address, bits);
            case WEAK -> throw new IllegalArgumentException("not a field of a value: " + kind);
        }
    }
}
