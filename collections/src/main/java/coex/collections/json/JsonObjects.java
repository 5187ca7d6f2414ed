// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import static coex.collections.json.JsonShapes.EMPTY_OBJECT;
import static coex.collections.json.JsonShapes.HOLE;
import static coex.collections.json.JsonShapes.MOST_SLIM;

import coex.collections.list.ListType;
import coex.collections.map.MapType;
import coex.collections.value.Primitive;
import coex.gc.mutator.MutatorContext;

/// The objects of one heap, of whichever form they are: none, slim or wide.
///
/// Fields have *positions* in their order, from 0 on. There are as many as fields, or more if some
/// were removed from a wide object; the value at such a position is a hole.
final class JsonObjects {

    private final JsonShapes shapes;
    private final ListType nameLists;
    private final ListType lists;
    private final SlimObjects slim;
    private final WideObjects wide;
    private final int slimShape;
    private final int wideShape;

    JsonObjects(JsonType type) {
        shapes = type.shapes();
        nameLists = type.nameLists();
        lists = type.lists();
        slim = new SlimObjects(new JsonForms(type.strings(), shapes), shapes);
        MapType index = MapType.of(type.heap(), type.strings(), Primitive.LONG);
        wide = new WideObjects(type, slim, index);
        slimShape = shapes.object().id();
        wideShape = shapes.wideObject().id();
    }

    SlimObjects slim() {
        return slim;
    }

    WideObjects wide() {
        return wide;
    }

    // Looking, at whatever lies at an address: no safepoints

    /// Whether objects of a shape are json objects; the empty one, a constant, has another.
    boolean areOf(int shape) {
        return shape == slimShape || shape == wideShape;
    }

    boolean areSlim(int shape) {
        return shape == slimShape;
    }

    /// The number of fields; 0 for what is no object.
    int length(MutatorContext mutator, long address) {
        int shape = JsonType.shapeAt(address);
        if (shape == slimShape) {
            return SlimObjects.length(address);
        }
        return shape == wideShape ? wide.length(mutator, address) : 0;
    }

    long field(MutatorContext mutator, long address, long name) {
        int shape = JsonType.shapeAt(address);
        if (shape == slimShape) {
            int index = slim.find(mutator, address, name);
            return index < 0 ? 0 : SlimObjects.value(address, index);
        }
        if (shape == wideShape) {
            int position = wide.find(mutator, address, name);
            return position < 0 ? 0 : wide.value(mutator, address, position);
        }
        return 0;
    }

    boolean hasField(MutatorContext mutator, long address, long name) {
        int shape = JsonType.shapeAt(address);
        return shape == slimShape
                ? slim.find(mutator, address, name) >= 0
                : shape == wideShape && wide.find(mutator, address, name) >= 0;
    }

    int positions(MutatorContext mutator, long address) {
        return JsonType.shapeAt(address) == wideShape
                ? wide.positions(mutator, address)
                : length(mutator, address);
    }

    /// The name at a position of an object.
    long nameAt(MutatorContext mutator, long address, int position) {
        return JsonType.shapeAt(address) == wideShape
                ? wide.name(mutator, address, position)
                : SlimObjects.name(mutator, address, position);
    }

    /// The value at a position of an object, which may be a hole.
    long valueAt(MutatorContext mutator, long address, int position) {
        return JsonType.shapeAt(address) == wideShape
                ? wide.value(mutator, address, position)
                : SlimObjects.value(address, position);
    }

    boolean isHole(long value) {
        return shapes.isConstant(HOLE, value);
    }

    // Making: safepoints; each keeps what it was given

    /// An object with a field set.
    long withField(MutatorContext mutator, long json, long name, long value) {
        long address = mutator.address(json);
        int shape = JsonType.shapeAt(address);
        if (shape == slimShape) {
            int index = slim.find(mutator, address, name);
            if (index >= 0) {
                return slim.withValue(mutator, json, index, value);
            }
            return SlimObjects.length(address) < MOST_SLIM
                    ? slim.withField(mutator, json, name, value)
                    : widened(mutator, json, name, value);
        }
        if (shape == wideShape) {
            int position = wide.find(mutator, address, name);
            return position >= 0
                    ? wide.withValue(mutator, json, position, value)
                    : wide.withField(mutator, json, name, value);
        }
        return slim.ofField(mutator, name, value);
    }

    /// The first object on the way that is wide.
    private long widened(MutatorContext mutator, long json, long name, long value) {
        long[] names = new long[MOST_SLIM + 1];
        long[] values = new long[MOST_SLIM + 1];
        copyOut(mutator, json, names, true);
        copyOut(mutator, json, values, false);
        names[MOST_SLIM] = name;
        values[MOST_SLIM] = value;
        int frame = mutator.root(json, name, value);
        try {
            return wide.of(mutator, names, values, MOST_SLIM + 1);
        } finally {
            mutator.popTo(frame);
        }
    }

    /// An object without a field that it has.
    long withoutField(MutatorContext mutator, long json, long name) {
        long address = mutator.address(json);
        if (JsonType.shapeAt(address) == wideShape) {
            int position = wide.find(mutator, address, name);
            return wide.withoutField(mutator, json, position, name);
        }
        return SlimObjects.length(address) == 1
                ? shapes.constant(mutator, EMPTY_OBJECT, 0, 0)
                : slim.withoutField(mutator, json, slim.find(mutator, address, name));
    }

    /// A list of the names, or of the values.
    long listed(MutatorContext mutator, long json, boolean names) {
        long address = mutator.address(json);
        if (JsonType.shapeAt(address) == wideShape) {
            return wide.listed(mutator, json, names);
        }
        long[] bits = new long[length(mutator, address)];
        copyOut(mutator, json, bits, names);
        int frame = mutator.root(json);
        try {
            return (names ? nameLists : lists).of(mutator, bits, 0, bits.length);
        } finally {
            mutator.popTo(frame);
        }
    }

    private static void copyOut(MutatorContext mutator, long json, long[] bits, boolean names) {
        long address = mutator.address(json);
        for (int i = 0; i < Math.min(bits.length, MOST_SLIM); i++) {
            bits[i] = names ? SlimObjects.name(mutator, address, i) : SlimObjects.value(address, i);
        }
    }
}
