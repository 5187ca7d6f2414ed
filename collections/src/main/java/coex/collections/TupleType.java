package coex.collections;

import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.ShapeBuilder;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Several values as one: an immutable object with a field for each. The tuple of no values is 0.
final class TupleType implements ValueType {

    private final Stored[] parts;
    private final int[] offsets;
    private final int references;
    private final int shape;
    private final int bytes;

    private TupleType(Stored[] parts, Shape shape) {
        this.parts = parts;
        this.offsets = new int[parts.length];
        int count = 0;
        for (int i = 0; i < parts.length; i++) {
            offsets[i] = shape.field("" + i).offset();
            count += parts[i].isReference() ? 1 : 0;
        }
        this.references = count;
        this.shape = shape.id();
        this.bytes = shape.fixedBytes();
    }

    /// Tuples of such parts, in objects called `name`.
    static TupleType of(PersistentCollections heap, String name, String[] names, Stored[] parts) {
        StringBuilder layout = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            layout.append(i == 0 ? "" : ",").append(names[i]).append(':');
            layout.append(kindOf(parts[i]).text());
        }
        String full = name + "(" + layout + ")";
        return new TupleType(parts, heap.tupleShape(full, shape -> define(shape, parts)));
    }

    private static void define(ShapeBuilder shape, Stored[] parts) {
        for (int i = 0; i < parts.length; i++) {
            shape.field("" + i, kindOf(parts[i]));
        }
    }

    private static Kind kindOf(Stored part) {
        return switch (part.type().storage()) {
            case WORD -> Kind.LONG;
            case BYTE -> Kind.BYTE;
            case REFERENCE -> Kind.REFERENCE;
        };
    }

    /// A tuple of plain values. A safepoint.
    long write(MutatorContext mutator, Object[] plain) {
        if (parts.length == 0) {
            return 0;
        }
        long[] bits = new long[parts.length];
        try (Slots slots = new Slots(mutator, references)) {
            int slot = 0;
            for (int i = 0; i < bits.length; i++) {
                bits[i] = parts[i].write(mutator, plain[i]);
                if (parts[i].isReference()) {
                    slots.set(slot++, bits[i]);
                }
            }
            long tuple = mutator.allocator().allocate(shape, bytes, ObjectHeader.SEALED);
            // Nobody else has the handle yet.
            long address = mutator.address(tuple);
            for (int i = 0; i < bits.length; i++) {
                store(address + offsets[i], parts[i].type().storage(), bits[i]);
            }
            return tuple;
        }
    }

    /// The plain values of a tuple. As [Stored#read].
    Object[] read(MutatorContext mutator, long tuple) {
        Object[] plain = new Object[parts.length];
        try (Slots slots = new Slots(mutator, 1)) {
            slots.set(0, tuple);
            for (int i = 0; i < plain.length; i++) {
                plain[i] = parts[i].read(mutator, part(mutator, tuple, i));
            }
        }
        return plain;
    }

    private long part(MutatorContext mutator, long tuple, int index) {
        return load(mutator.address(tuple) + offsets[index], parts[index].type().storage());
    }

    private static void store(long address, Storage storage, long bits) {
        switch (storage) {
            case WORD -> Memory.putLong(address, bits);
            case BYTE -> Memory.putByte(address, (byte) bits);
            case REFERENCE -> Memory.putInt(address, (int) bits);
        }
    }

    private static long load(long address, Storage storage) {
        return switch (storage) {
            case WORD -> Memory.getLong(address);
            case BYTE -> Memory.getByte(address) & 0xFF;
            case REFERENCE -> Integer.toUnsignedLong(Memory.getInt(address));
        };
    }

    @Override
    public Storage storage() {
        return Storage.REFERENCE;
    }

    @Override
    public int hash(MutatorContext mutator, long tuple) {
        return hash(mutator, tuple, HASHED_PARTS);
    }

    @Override
    public int hash(MutatorContext mutator, long tuple, int parts) {
        int hash = this.parts.length;
        for (int i = 0; i < this.parts.length; i++) {
            int next = this.parts[i].type().hash(mutator, part(mutator, tuple, i), parts);
            hash = Hashing.followedBy(hash, next);
        }
        return hash;
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        return equal(mutator, first, second, Pause.NONE);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second) {
            return true;
        }
        for (int i = 0; i < parts.length; i++) {
            long one = part(mutator, first, i);
            long two = part(mutator, second, i);
            if (one != two && !parts[i].type().equal(mutator, one, two, pause)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        int order = 0;
        for (int i = 0; i < parts.length && order == 0 && first != second; i++) {
            long one = part(mutator, first, i);
            long two = part(mutator, second, i);
            order = one == two ? 0 : parts[i].type().compare(mutator, one, two, pause);
        }
        return order;
    }
}
