// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import static coex.collections.json.JsonShapes.BOX_BYTES;
import static coex.collections.json.JsonShapes.EMPTY_ARRAY;
import static coex.collections.json.JsonShapes.EMPTY_OBJECT;
import static coex.collections.json.JsonShapes.EMPTY_STRING;
import static coex.collections.json.JsonShapes.FALSE;
import static coex.collections.json.JsonShapes.MOST_SLIM;
import static coex.collections.json.JsonShapes.TRUE;
import static coex.collections.json.JsonShapes.VALUE;
import static coex.collections.json.JsonShapes.WHICH;

import coex.collections.list.ArrayType;
import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.map.MapType;
import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.collections.text.Strings;
import coex.collections.value.FloatBits;
import coex.collections.value.Pause;
import coex.collections.value.Room;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;

/// Immutable json in one heap: null, bool, int, float, string, array or object.
///
/// A json is a handle; null is 0. [JsonShapes] draws the objects, and design note 0017 says why
/// they are as they are. Objects keep the order in which their fields were added, and a replaced
/// field keeps its place. Two objects are equal if they have the same fields with equal values, in
/// whatever order; an int and a float are never equal, and floats are equal by their bits.
///
/// | operation | array | object of up to 32 fields | wider object |
/// | --- | --- | --- | --- |
/// | `field`, `hasField`, `element`, `length` | O(log n) | O(1) | O(log n) |
/// | `withField` of a name it has, `withElement` | O(log n) | O(n) | O(log n) |
/// | `withField` of a new name, `append` | O(1) amortised | O(n) | O(log n) |
/// | `withoutField` | | O(n) | O(log n) amortised; O(n) once in n |
/// | `keys` | | O(n) | O(1), or O(n) if fields were removed |
///
/// Operations that only look are no safepoints, and make nothing in the JVM; those that make a json
/// are safepoints and keep what they were given. [JsonParser] and [JsonWriter] turn text into json
/// and back.
///
/// To turn something with many fields into an object, use [JsonObjectBuilder]; if many objects get
/// the same fields, make their [#form] once and each object with [#ofForm].
public final class JsonType implements ValueType, SavedForm {

    private final Heap heap;
    private final Strings strings;
    private final ListType lists;
    private final ListType nameLists;
    private final JsonShapes shapes;
    private final JsonObjects objects;
    private final JsonEquality equality;
    private final int constantShape;
    private final int wholeShape;
    private final int fractionShape;

    /// Whether some json of this heap has ever held a NaN: else nobody has to search for one.
    ///
    /// - writers: any thread, before it makes such a json; only ever true
    /// - readers: any thread that compares json; who has the json got it after the write
    private volatile boolean mayHoldNan;

    private JsonType(Heap heap) {
        this.heap = heap;
        strings = Strings.of(heap);
        lists = ListType.of(heap, this);
        nameLists = ListType.of(heap, strings);
        shapes = JsonShapes.of(heap);
        objects = new JsonObjects(this);
        equality = new JsonEquality(this);
        constantShape = shapes.constant().id();
        wholeShape = shapes.whole().id();
        fractionShape = shapes.fraction().id();
    }

    /// The json of a heap. Keep it: types made twice are equal in all but identity.
    public static JsonType of(Heap heap) {
        return new JsonType(heap);
    }

    public Strings strings() {
        return strings;
    }

    /// Lists of json, which arrays are made of.
    public ListType lists() {
        return lists;
    }

    /// Lists of strings, which [#keys] gives.
    public ListType nameLists() {
        return nameLists;
    }

    // Looking: no safepoints

    public JsonKind kind(MutatorContext mutator, long json) {
        if (json == 0) {
            return JsonKind.NULL;
        }
        long address = mutator.address(json);
        int shape = shapeAt(address);
        if (objects.areOf(shape)) {
            return JsonKind.OBJECT;
        }
        if (strings.areOf(shape)) {
            return JsonKind.STRING;
        }
        if (shape == wholeShape) {
            return JsonKind.INT;
        }
        if (lists.areOf(shape)) {
            return JsonKind.ARRAY;
        }
        return shape == fractionShape ? JsonKind.FLOAT : kindOfConstant(address);
    }

    static int shapeAt(long address) {
        return ObjectHeader.shape(Memory.getLong(address));
    }

    private static JsonKind kindOfConstant(long address) {
        return switch (Memory.getInt(address + WHICH)) {
            case EMPTY_STRING -> JsonKind.STRING;
            case EMPTY_ARRAY -> JsonKind.ARRAY;
            case EMPTY_OBJECT -> JsonKind.OBJECT;
            default -> JsonKind.BOOL;
        };
    }

    /// The value of a field; null if there is none, or this is no object.
    public long field(MutatorContext mutator, long json, long name) {
        return json == 0 ? 0 : objects.field(mutator, mutator.address(json), name);
    }

    /// Whether this is an object with such a field.
    public boolean hasField(MutatorContext mutator, long json, long name) {
        return json != 0 && objects.hasField(mutator, mutator.address(json), name);
    }

    /// An element; null if there is none, or this is no array.
    public long element(MutatorContext mutator, long json, long index) {
        if (json == 0 || !lists.areOf(shapeAt(mutator.address(json)))) {
            return 0;
        }
        boolean present = index >= 0 && index < lists.length(mutator, json);
        return present ? lists.get(mutator, json, index) : 0;
    }

    /// The number of fields or elements; 0 for other kinds.
    public int length(MutatorContext mutator, long json) {
        if (json == 0) {
            return 0;
        }
        return lists.areOf(shapeAt(mutator.address(json)))
                ? lists.length(mutator, json)
                : objects.length(mutator, mutator.address(json));
    }

    /// @throws JsonKindException if this is no int
    public long toLong(MutatorContext mutator, long json) {
        require(mutator, json, JsonKind.INT);
        return Memory.getLong(mutator.address(json) + VALUE);
    }

    /// @throws JsonKindException if this is no float
    public double toDouble(MutatorContext mutator, long json) {
        require(mutator, json, JsonKind.FLOAT);
        return Memory.getDouble(mutator.address(json) + VALUE);
    }

    /// @throws JsonKindException if this is no bool
    public boolean toBoolean(MutatorContext mutator, long json) {
        require(mutator, json, JsonKind.BOOL);
        return Memory.getInt(mutator.address(json) + WHICH) == TRUE;
    }

    /// The string that this is.
    ///
    /// @throws JsonKindException if this is no string
    public long toString(MutatorContext mutator, long json) {
        require(mutator, json, JsonKind.STRING);
        return orEmpty(mutator, json);
    }

    /// The list of an array's elements.
    ///
    /// @throws JsonKindException if this is no array
    public long toList(MutatorContext mutator, long json) {
        require(mutator, json, JsonKind.ARRAY);
        return orEmpty(mutator, json);
    }

    private void require(MutatorContext mutator, long json, JsonKind kind) {
        JsonKind found = kind(mutator, json);
        if (found != kind) {
            throw new JsonKindException(kind, found);
        }
    }

    /// A string or a list; 0 for the constants that stand for empty ones.
    long orEmpty(MutatorContext mutator, long json) {
        return shapeAt(mutator.address(json)) == constantShape ? 0 : json;
    }

    // Making: safepoints

    public long ofLong(MutatorContext mutator, long value) {
        return box(mutator, wholeShape, value);
    }

    public long ofDouble(MutatorContext mutator, double value) {
        if (Double.isNaN(value)) {
            mayHoldNan = true;
        }
        return box(mutator, fractionShape, Double.doubleToRawLongBits(value));
    }

    private static long box(MutatorContext mutator, int shape, long bits) {
        Room.make(mutator, BOX_BYTES, 1, 0, 0, 0);
        long address = mutator.allocator().takeReserved(BOX_BYTES);
        Memory.putLong(address + VALUE, bits);
        return mutator.allocator().publish(address, shape, ObjectHeader.SEALED);
    }

    public long ofBoolean(MutatorContext mutator, boolean value) {
        return shapes.constant(mutator, value ? TRUE : FALSE, 0, 0);
    }

    public long ofString(MutatorContext mutator, long string) {
        return string != 0 ? string : shapes.constant(mutator, EMPTY_STRING, 0, 0);
    }

    /// An array of the elements of a list of json.
    public long ofList(MutatorContext mutator, long list) {
        return list != 0 ? list : shapes.constant(mutator, EMPTY_ARRAY, 0, 0);
    }

    /// An array of the elements of an `Array` of json.
    public long ofArray(MutatorContext mutator, ArrayType arrays, long array) {
        return ofList(mutator, arrays.toList(mutator, lists, array));
    }

    public long emptyObject(MutatorContext mutator) {
        return shapes.constant(mutator, EMPTY_OBJECT, 0, 0);
    }

    /// An object of the entries of a map from strings to json, in the map's order.
    public long ofMap(MutatorContext mutator, MapType maps, long map) {
        int frame = mutator.root(map);
        try (JsonObjectBuilder builder = new JsonObjectBuilder(this)) {
            builder.start(mutator);
            maps.forEach(mutator, map, builder::put);
            return builder.finish();
        } finally {
            mutator.popTo(frame);
        }
    }

    /// The form of objects with these fields, for [#ofForm]: strings that are all different, 1 to
    /// 32 of them. The caller keeps them alive.
    public long form(MutatorContext mutator, long[] names, int count) {
        if (count < 1 || count > MOST_SLIM) {
            throw new IllegalArgumentException(
                    "no form has so many names: count=%d maximum=%d".formatted(count, MOST_SLIM));
        }
        return objects.slim().form(mutator, names, 0, count);
    }

    /// An object of a form, with a value for each of its names. The caller keeps the values alive.
    public long ofForm(MutatorContext mutator, long form, long[] values) {
        return objects.slim().of(mutator, form, values, 0, JsonForms.length(mutator.address(form)));
    }

    /// An object with a field set; a json that is no object as it is.
    public long withField(MutatorContext mutator, long json, long name, long value) {
        return kind(mutator, json) == JsonKind.OBJECT
                ? objects.withField(mutator, json, name, value)
                : json;
    }

    /// An object without a field; anything else, and an object that has no such field, as it is.
    public long withoutField(MutatorContext mutator, long json, long name) {
        return hasField(mutator, json, name) ? objects.withoutField(mutator, json, name) : json;
    }

    /// An array with an element replaced; anything else, and an array without that element, as it
    /// is.
    public long withElement(MutatorContext mutator, long json, long index, long value) {
        boolean present =
                json != 0
                        && lists.areOf(shapeAt(mutator.address(json)))
                        && index >= 0
                        && index < lists.length(mutator, json);
        return present ? lists.set(mutator, json, index, value) : json;
    }

    /// An array with an element more; anything else as it is.
    public long append(MutatorContext mutator, long json, long value) {
        return kind(mutator, json) == JsonKind.ARRAY
                ? lists.append(mutator, orEmpty(mutator, json), value)
                : json;
    }

    /// An array with an element before the one at `index`, or at its end. The caller keeps array
    /// and value alive.
    public long insert(MutatorContext mutator, long array, int index, long value) {
        long list = toList(mutator, array);
        int length = lists.length(mutator, list);
        try (ListBuilder builder = lists.builder()) {
            builder.start(mutator, lists.slice(mutator, list, 0, index));
            builder.add(value);
            builder.addRange(list, index, length - index);
            return ofList(mutator, builder.finish());
        }
    }

    /// An array without one of its elements.
    public long withoutElement(MutatorContext mutator, long array, int index) {
        long list = toList(mutator, array);
        return ofList(mutator, lists.setSlice(mutator, list, index, index + 1L, 0));
    }

    /// The names of an object's fields, in their order: a list of strings, empty for other kinds.
    public long keys(MutatorContext mutator, long json) {
        return kind(mutator, json) == JsonKind.OBJECT ? objects.listed(mutator, json, true) : 0;
    }

    /// The values of an object's fields, in their order: a list of json, empty for other kinds.
    public long values(MutatorContext mutator, long json) {
        return kind(mutator, json) == JsonKind.OBJECT ? objects.listed(mutator, json, false) : 0;
    }

    // As a type of values

    @Override
    public Storage storage() {
        return Storage.REFERENCE;
    }

    @Override
    public int hash(MutatorContext mutator, long json) {
        return equality.hash(mutator, json, HASHED_PARTS);
    }

    @Override
    public int hash(MutatorContext mutator, long json, int parts) {
        return equality.hash(mutator, json, parts);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        return equality.equal(mutator, first, second, Pause.NONE);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return equality.equal(mutator, first, second, pause);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return new JsonOrder(this, mutator, pause).compare(first, second);
    }

    /// Whether json can hold a NaN at all.
    public boolean mayHoldNan() {
        return mayHoldNan;
    }

    /// Whether there is a NaN in a json.
    ///
    /// @param pause as for [#equal]
    public boolean holdsNan(MutatorContext mutator, long json, Pause pause) {
        return mayHoldNan && new JsonNans(this, mutator, pause).isIn(json);
    }

    // In saves

    @Override
    public void write(SaveOutput out, long json, long base) throws IOException {
        SavedJson.write(this, out, json, base);
    }

    @Override
    public long read(SaveInput in, long base) throws IOException {
        return SavedJson.read(this, in, base);
    }

    // For the other classes of the package

    Heap heap() {
        return heap;
    }

    JsonObjects objects() {
        return objects;
    }

    JsonShapes shapes() {
        return shapes;
    }

    /// What stands for a float in comparisons of keys.
    static long floatKey(MutatorContext mutator, long json) {
        return FloatBits.ofKey(bitsOf(mutator, json));
    }

    /// The value in a box for a number.
    static long bitsOf(MutatorContext mutator, long json) {
        return Memory.getLong(mutator.address(json) + VALUE);
    }

    /// Whether a bool is true.
    static boolean isTrue(MutatorContext mutator, long json) {
        return Memory.getInt(mutator.address(json) + WHICH) == TRUE;
    }
}
