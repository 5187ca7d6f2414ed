// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.collections.value.FieldValues;
import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.ShapeBuilder;
import coex.gc.layout.ObjectHeader;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Several values as one: an immutable object with a field for each. The tuple of no values is 0.
final class TupleType implements ValueType, SavedForm {

    private final BoundCodec[] parts;
    private final FieldValues fields;
    private final int references;
    private final int shape;
    private final int bytes;

    private TupleType(BoundCodec[] parts, Shape shape) {
        this.parts = parts;
        this.fields =
                new FieldValues(
                        Stream.of(parts).map(BoundCodec::type).toList(),
                        Stream.of(parts).map(TupleType::kindOf).toList(),
                        IntStream.range(0, parts.length)
                                .mapToObj(i -> shape.field("" + i).offset())
                                .toList());
        this.references = (int) Stream.of(parts).filter(BoundCodec::isReference).count();
        this.shape = shape.id();
        this.bytes = shape.fixedBytes();
    }

    /// The codec of tuples of such parts, in objects called `name`. The plain form is an array of
    /// the parts' plain forms.
    static BoundCodec codec(
            PersistentCollections heap, String name, String[] names, BoundCodec[] parts) {
        TupleType tuples = of(heap, name, names, parts);
        return new BoundCodec(tuples) {
            @Override
            long write(MutatorContext mutator, Object plain) {
                return tuples.write(mutator, (Object[]) plain);
            }

            @Override
            Object read(MutatorContext mutator, long bits, PersistentCollection source) {
                return tuples.read(mutator, bits, source);
            }
        };
    }

    private static TupleType of(
            PersistentCollections heap, String name, String[] names, BoundCodec[] parts) {
        StringBuilder layout = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            layout.append(i == 0 ? "" : ",").append(names[i]).append(':');
            layout.append(kindOf(parts[i]).text());
        }
        String full = name + "(" + layout + ")";
        return new TupleType(parts, heap.tupleShape(full, shape -> define(shape, parts)));
    }

    private static void define(ShapeBuilder shape, BoundCodec[] parts) {
        for (int i = 0; i < parts.length; i++) {
            shape.field("" + i, kindOf(parts[i]));
        }
    }

    private static Kind kindOf(BoundCodec part) {
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
        try (RootFrame slots = RootFrame.slots(mutator, references)) {
            int slot = 0;
            for (int i = 0; i < bits.length; i++) {
                bits[i] = parts[i].write(mutator, plain[i]);
                if (parts[i].isReference()) {
                    slots.set(slot++, bits[i]);
                }
            }
            return make(mutator, bits);
        }
    }

    /// A tuple of values that are rooted. A safepoint.
    private long make(MutatorContext mutator, long[] bits) {
        long tuple = mutator.allocator().allocate(shape, bytes, ObjectHeader.SEALED);
        // Nobody else has the handle yet.
        long address = mutator.address(tuple);
        for (int i = 0; i < bits.length; i++) {
            fields.put(address, i, bits[i]);
        }
        return tuple;
    }

    /// The plain values of a tuple. As [BoundCodec#read].
    Object[] read(MutatorContext mutator, long tuple, PersistentCollection source) {
        Object[] plain = new Object[parts.length];
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            slots.set(0, tuple);
            for (int i = 0; i < plain.length; i++) {
                plain[i] = parts[i].read(mutator, fields.get(mutator, tuple, i), source);
            }
        }
        return plain;
    }

    /// The bits of a part.
    long part(MutatorContext mutator, long tuple, int index) {
        return fields.get(mutator, tuple, index);
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
        return fields.hash(mutator, tuple, fields.count(), parts);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        return equal(mutator, first, second, Pause.NONE);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return first == second || fields.equal(mutator, first, second, pause);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return first == second ? 0 : fields.compare(mutator, first, second, pause);
    }

    // In saves: the fields, one after the other

    @Override
    public void write(SaveOutput out, long tuple, long base) throws IOException {
        MutatorContext mutator = out.mutator();
        for (int i = 0; i < parts.length; i++) {
            long before = base == 0 ? 0 : fields.get(mutator, base, i);
            out.value(parts[i].type(), fields.get(mutator, tuple, i), before);
        }
    }

    /// Only a record without components is no object.
    @Override
    public boolean hasNothing() {
        return parts.length == 0;
    }

    @Override
    public long read(SaveInput in, long base) throws IOException {
        MutatorContext mutator = in.mutator();
        if (parts.length == 0) {
            throw in.refuse("record without components as an object");
        }
        long[] bits = new long[parts.length];
        try (RootFrame slots = RootFrame.slots(mutator, references)) {
            int slot = 0;
            for (int i = 0; i < bits.length; i++) {
                long before = base == 0 ? 0 : fields.get(mutator, base, i);
                bits[i] = in.value(parts[i].type(), before);
                if (parts[i].isReference()) {
                    slots.set(slot++, bits[i]);
                }
            }
            return make(mutator, bits);
        }
    }
}
