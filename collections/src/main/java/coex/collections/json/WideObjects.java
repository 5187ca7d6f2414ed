// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import static coex.collections.json.JsonShapes.HOLE;
import static coex.collections.json.JsonShapes.MOST_SLIM;
import static coex.collections.json.JsonShapes.WIDE_BYTES;
import static coex.collections.json.JsonShapes.WIDE_FORM;
import static coex.collections.json.JsonShapes.WIDE_INDEX;
import static coex.collections.json.JsonShapes.WIDE_NAMES;
import static coex.collections.json.JsonShapes.WIDE_VALUES;
import static coex.collections.json.JsonShapes.handleAt;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.map.MapType;
import coex.collections.value.Room;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Objects of more than [JsonShapes#MOST_SLIM] fields: names and values in lists, and a map from
/// names to positions.
///
/// Finding, replacing and adding a field cost O(log n). So does removing one: its value becomes a
/// hole and its name stays in the list, until there are more holes than fields and the object is
/// built anew, which costs O(n) once in n removals. What looks is no safepoint, what makes is one.
final class WideObjects {

    private static final int POSITIONS_BETWEEN_POLLS = 128;
    private static final int OBJECT_SLOT = 0;
    private static final int NAME_SLOT = 1;
    private static final int VALUE_SLOT = 2;
    private static final int NAMES_SLOT = 3;
    private static final int VALUES_SLOT = 4;
    private static final int INDEX_SLOT = 5;
    private static final int SLOTS = 6;

    private final JsonType type;
    private final JsonShapes shapes;
    private final SlimObjects slim;
    private final ListType names;
    private final ListType values;
    private final MapType index;
    private final int objectShape;
    private final int formShape;

    WideObjects(JsonType type, SlimObjects slim, MapType index) {
        this.type = type;
        this.shapes = type.shapes();
        this.slim = slim;
        this.names = type.nameLists();
        this.values = type.lists();
        this.index = index;
        this.objectShape = shapes.wideObject().id();
        this.formShape = shapes.wideForm().id();
    }

    // Looking

    static long valuesOf(long address) {
        return handleAt(address + WIDE_VALUES);
    }

    static long namesOf(MutatorContext mutator, long address) {
        return handleAt(mutator.address(handleAt(address + WIDE_FORM)) + WIDE_NAMES);
    }

    static long indexOf(MutatorContext mutator, long address) {
        return handleAt(mutator.address(handleAt(address + WIDE_FORM)) + WIDE_INDEX);
    }

    int length(MutatorContext mutator, long address) {
        return (int) index.size(mutator, indexOf(mutator, address));
    }

    /// Fields and holes.
    int positions(MutatorContext mutator, long address) {
        return values.length(mutator, valuesOf(address));
    }

    /// The position of a field, or -1.
    int find(MutatorContext mutator, long address, long name) {
        return (int) index.get(mutator, indexOf(mutator, address), name, -1);
    }

    long name(MutatorContext mutator, long address, int position) {
        return names.get(mutator, namesOf(mutator, address), position);
    }

    long value(MutatorContext mutator, long address, int position) {
        return values.get(mutator, valuesOf(address), position);
    }

    // Making

    /// An object with a value replaced.
    long withValue(MutatorContext mutator, long json, int position, long value) {
        if (value(mutator, mutator.address(json), position) == value) {
            return json;
        }
        try (RootFrame _ = rooted(mutator, json, 0, value)) {
            long list = valuesOf(mutator.address(json));
            long changed = values.set(mutator, list, position, value);
            Room.make(mutator, WIDE_BYTES, 1, changed, 0, 0);
            return newObject(mutator, handleAt(mutator.address(json) + WIDE_FORM), changed);
        }
    }

    /// An object with a field more, of a name it does not have.
    long withField(MutatorContext mutator, long json, long name, long value) {
        try (RootFrame roots = rooted(mutator, json, name, value)) {
            int position = positions(mutator, mutator.address(json));
            long list = namesOf(mutator, mutator.address(json));
            roots.set(NAMES_SLOT, names.append(mutator, list, name));
            long map = indexOf(mutator, mutator.address(json));
            roots.set(INDEX_SLOT, index.set(mutator, map, name, position));
            long others = valuesOf(mutator.address(json));
            roots.set(VALUES_SLOT, values.append(mutator, others, value));
            return ofSlots(mutator, roots);
        }
    }

    /// An object without one of its fields; slim if few are left.
    long withoutField(MutatorContext mutator, long json, int position, long name) {
        long hole = shapes.constant(mutator, HOLE, json, name);
        long address = mutator.address(json);
        int left = length(mutator, address) - 1;
        if (left <= MOST_SLIM) {
            return slimWithout(mutator, json, position);
        }
        try (RootFrame roots = rooted(mutator, json, name, 0)) {
            long list = values.set(mutator, valuesOf(address), position, hole);
            roots.set(VALUES_SLOT, list);
            if (positions(mutator, mutator.address(json)) > 2 * left) {
                return withoutHoles(mutator, namesOf(mutator, mutator.address(json)), list, left);
            }
            long map = indexOf(mutator, mutator.address(json));
            roots.set(INDEX_SLOT, index.remove(mutator, map, name));
            roots.set(NAMES_SLOT, namesOf(mutator, mutator.address(json)));
            return ofSlots(mutator, roots);
        }
    }

    /// A slim object of all fields but one. What is needed of the old one it keeps.
    private long slimWithout(MutatorContext mutator, long json, int without) {
        try (RootFrame _ = rooted(mutator, json, 0, 0)) {
            long address = mutator.address(json);
            long[] few = new long[2 * MOST_SLIM];
            int count = 0;
            int end = positions(mutator, address);
            for (int position = 0; position < end; position++) {
                long value = value(mutator, address, position);
                if (position != without && !shapes.isConstant(HOLE, value)) {
                    few[count] = name(mutator, address, position);
                    few[MOST_SLIM + count++] = value;
                }
            }
            long form = slim.form(mutator, few, 0, count);
            return slim.of(mutator, form, few, MOST_SLIM, count);
        }
    }

    /// The fields of lists that the caller keeps alive, in new ones.
    private long withoutHoles(MutatorContext mutator, long nameList, long valueList, int count) {
        long[] kept = new long[count];
        long[] keptValues = new long[count];
        int positions = values.length(mutator, valueList);
        int found = 0;
        for (int position = 0; position < positions; position++) {
            long value = values.get(mutator, valueList, position);
            if (!shapes.isConstant(HOLE, value)) {
                kept[found] = names.get(mutator, nameList, position);
                keptValues[found++] = value;
            }
            if (position % POSITIONS_BETWEEN_POLLS == POSITIONS_BETWEEN_POLLS - 1) {
                mutator.poll();
            }
        }
        return of(mutator, kept, keptValues, count);
    }

    /// An object of fields whose names are all different. The caller keeps names and values alive.
    long of(MutatorContext mutator, long[] nameBits, long[] valueBits, int count) {
        try (RootFrame roots = rooted(mutator, 0, 0, 0)) {
            roots.set(NAMES_SLOT, names.of(mutator, nameBits, 0, count));
            roots.set(VALUES_SLOT, values.of(mutator, valueBits, 0, count));
            roots.set(INDEX_SLOT, indexOf(mutator, nameBits, count));
            return ofSlots(mutator, roots);
        }
    }

    /// A form of names that are all different. The caller keeps them alive.
    long form(MutatorContext mutator, long[] nameBits, int count) {
        try (RootFrame roots = rooted(mutator, 0, 0, 0)) {
            roots.set(NAMES_SLOT, names.of(mutator, nameBits, 0, count));
            roots.set(INDEX_SLOT, indexOf(mutator, nameBits, count));
            Room.make(mutator, WIDE_BYTES, 1, 0, 0, 0);
            return newForm(mutator, roots.get(NAMES_SLOT), roots.get(INDEX_SLOT));
        }
    }

    private long indexOf(MutatorContext mutator, long[] nameBits, int count) {
        long[] positions = new long[count];
        for (int i = 0; i < count; i++) {
            positions[i] = i;
        }
        return index.build(mutator, nameBits, positions, count);
    }

    /// An object, wide or not, of names and values in lists that the caller keeps alive. Of a name
    /// that comes again the last value counts, in the place of the first.
    long ofLists(MutatorContext mutator, long nameList, long valueList) {
        int count = names.length(mutator, nameList);
        long[] nameBits = new long[count];
        names.copyOut(mutator, nameList, 0, nameBits, 0, count);
        try (RootFrame roots = rooted(mutator, 0, 0, 0)) {
            long map = count <= MOST_SLIM ? 0 : indexOf(mutator, nameBits, count);
            if (index.size(mutator, map) < count) { // too few, or some come again
                return oneByOne(mutator, nameBits, valueList);
            }
            roots.set(NAMES_SLOT, nameList);
            roots.set(VALUES_SLOT, valueList);
            roots.set(INDEX_SLOT, map);
            return ofSlots(mutator, roots);
        }
    }

    private long oneByOne(MutatorContext mutator, long[] nameBits, long valueList) {
        try (JsonObjectBuilder builder = new JsonObjectBuilder(type)) {
            builder.start(mutator);
            for (int i = 0; i < nameBits.length; i++) {
                builder.put(nameBits[i], values.get(mutator, valueList, i));
            }
            return builder.finish();
        }
    }

    /// An object of a form and a list with a value for each name.
    long of(MutatorContext mutator, long form, long valueList) {
        Room.make(mutator, WIDE_BYTES, 1, form, valueList, 0);
        return newObject(mutator, form, valueList);
    }

    // Lists

    /// The names, or the values, without holes. A safepoint; keeps the object.
    long listed(MutatorContext mutator, long json, boolean ofNames) {
        long address = mutator.address(json);
        int positions = positions(mutator, address);
        if (positions == length(mutator, address)) {
            return ofNames ? namesOf(mutator, address) : valuesOf(address);
        }
        try (RootFrame _ = rooted(mutator, json, 0, 0);
                ListBuilder builder = (ofNames ? names : values).builder()) {
            builder.start(mutator);
            for (int position = 0; position < positions; position++) {
                long now = mutator.address(json);
                long value = value(mutator, now, position);
                if (!shapes.isConstant(HOLE, value)) {
                    builder.add(ofNames ? name(mutator, now, position) : value);
                }
            }
            return builder.finish();
        }
    }

    // Objects

    private long ofSlots(MutatorContext mutator, RootFrame roots) {
        Room.make(mutator, 2 * WIDE_BYTES, 2, 0, 0, 0); // what it needs is in the frame
        long form = newForm(mutator, roots.get(NAMES_SLOT), roots.get(INDEX_SLOT));
        return newObject(mutator, form, roots.get(VALUES_SLOT));
    }

    private long newForm(MutatorContext mutator, long nameList, long map) {
        long address = mutator.allocator().takeReserved(WIDE_BYTES);
        Memory.putInt(address + WIDE_NAMES, (int) nameList);
        Memory.putInt(address + WIDE_INDEX, (int) map);
        return mutator.allocator().publish(address, formShape, ObjectHeader.SEALED);
    }

    private long newObject(MutatorContext mutator, long form, long valueList) {
        long address = mutator.allocator().takeReserved(WIDE_BYTES);
        Memory.putInt(address + WIDE_FORM, (int) form);
        Memory.putInt(address + WIDE_VALUES, (int) valueList);
        return mutator.allocator().publish(address, objectShape, ObjectHeader.SEALED);
    }

    private static RootFrame rooted(MutatorContext mutator, long json, long name, long value) {
        RootFrame roots = RootFrame.slots(mutator, SLOTS);
        roots.set(OBJECT_SLOT, json);
        roots.set(NAME_SLOT, name);
        roots.set(VALUE_SLOT, value);
        return roots;
    }
}
