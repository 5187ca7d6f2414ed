package coex.runtime.type;

import coex.gc.Shape;
import coex.gc.ShapeBuilder;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.util.LinkedHashSet;
import java.util.List;

/// How the objects of a struct, variant, tuple, box or closure lie in memory. Immutable.
///
/// A record because the JIT takes the fields of constant records for constants: generated code has
/// layouts in constants.
///
/// @param shape the shape of the objects
/// @param header that of an object before it has a handle
/// @param bytes of an object
/// @param isPadded whether some of its bytes belong to no field
/// @param types of the fields
/// @param offsets of the fields, from the object's address on
public record ObjectLayout(
        int shape,
        long header,
        int bytes,
        boolean isPadded,
        List<RuntimeType> types,
        List<Integer> offsets) {

    /// Registers a shape for objects with these fields, whose names are for people who look into
    /// the heap.
    static ObjectLayout of(
            Values values, String name, List<String> wantedNames, List<RuntimeType> types) {
        List<String> names = distinct(wantedNames);
        ShapeBuilder builder = values.heap().shape(values.shapeName(name));
        for (int i = 0; i < types.size(); i++) {
            builder.field(names.get(i), types.get(i).kind());
        }
        Shape shape = builder.build();
        var offsets = new Integer[types.size()];
        int used = Shape.HEADER_BYTES;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = shape.field(names.get(i)).offset();
            used += types.get(i).kind().bytes();
        }
        return new ObjectLayout(
                shape.id(),
                ObjectHeader.of(0, shape.id(), ObjectHeader.SEALED),
                shape.fixedBytes(),
                used < shape.fixedBytes(),
                List.copyOf(types),
                List.of(offsets));
    }

    /// The names, but for those that are blank or were there before, which get a number: a function
    /// may capture two variables of one name.
    private static List<String> distinct(List<String> names) {
        var distinct = new LinkedHashSet<String>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (name.isBlank() || !distinct.add(name)) {
                distinct.add(name + "#" + i); // no identifier has this in it
            }
        }
        return List.copyOf(distinct);
    }

    /// Memory for an object, of room that was made for it. The caller writes all fields and
    /// publishes it, without a safepoint between.
    public long take(MutatorContext mutator) {
        long address = mutator.allocator().takeReserved(bytes);
        if (isPadded) {
            for (int at = Shape.HEADER_BYTES; at < bytes; at += Long.BYTES) {
                Memory.putLong(address + at, 0);
            }
        }
        return address;
    }

    public long offset(int field) {
        return offsets.get(field);
    }
}
