// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.json.JsonKind;
import coex.collections.json.JsonType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Immutable json in a heap: null, a boolean, a number, a string, an array or an object.
///
/// <!-- given var collections = PersistentCollections.in(heap);
/// String text = "{\"items\":[{\"price\":250}]}"; -->
/// ```java
/// PersistentJson order = PersistentJson.parse(collections, text);
/// long price = order.at("/items/0/price").asLong();
/// PersistentJson paid = order.with("paid", true);           // `order` is as it was
/// System.out.println(price + " " + paid.get("paid")); // prints 250 true
/// ```
///
/// Whole numbers that fit 64 bits are kept as they are, all others as the nearest `double`; 1 and
/// 1.0 are different values. Objects keep the order of their fields, and are equal in whatever
/// order. Texts are read strictly as RFC 8259 has it, and written so that they come back equal.
/// Design note 0038 says more. A text may have 1,000 levels, what is made from parts 100,000 if it
/// is to be saved.
///
/// What is read from a json is a json of its own that shares its root; see [PersistentCollection].
///
/// The class is long because it is where one looks for what can be done with a json.
public final class PersistentJson extends PersistentCollection {

    /// What a json is.
    public enum Type {
        /// `null`.
        NULL,
        /// `true` or `false`.
        BOOLEAN,
        /// A whole number of 64 bits.
        INTEGER,
        /// Any other number.
        FLOAT,
        /// A text.
        STRING,
        /// Values in an order.
        ARRAY,
        /// Values by name.
        OBJECT
    }

    private static final Type[] TYPES = Type.values();

    private final JsonValues kind;

    PersistentJson(
            JsonValues kind, long handle, int cell, PersistentCollection source, long state) {
        super(handle, cell, source, state);
        this.kind = kind;
    }

    // Making

    /// {@return the json of a text}
    ///
    /// @param in where it is kept
    /// @param text what to parse
    /// @throws JsonTextException if it is not JSON
    public static PersistentJson parse(PersistentCollections in, String text) {
        return in.jsonKind().parse((byte[]) Codec.STRING.toPlain(text));
    }

    /// {@return the json of a text in UTF-8}
    ///
    /// @param in where it is kept
    /// @param utf8 what to parse, in UTF-8
    /// @throws JsonTextException if it is not JSON
    public static PersistentJson parse(PersistentCollections in, byte[] utf8) {
        return in.jsonKind().parse(Objects.requireNonNull(utf8, "text missing"));
    }

    /// {@return the json of all that a stream has, in UTF-8} While it is parsed the whole text is
    /// held in the JVM, and at most 2 GB can be. Who has more, or values that can be worked on one
    /// by one, has them in an array for [#parseElements], or in lines for [#parseLines].
    ///
    /// @param in where it is kept
    /// @param utf8 what to parse, in UTF-8
    /// @throws JsonTextException if it is not JSON
    /// @throws IOException if the stream cannot be read
    public static PersistentJson parse(PersistentCollections in, InputStream utf8)
            throws IOException {
        return in.jsonKind().parse(utf8.readAllBytes());
    }

    /// {@return the values of a stream in which each line is a JSON text in UTF-8 (JSON Lines),
    /// made as they are asked for; blank lines are passed over} Whoever takes them closes or drops
    /// them, and closes the stream of bytes. A line that is not JSON is a [JsonTextException] with
    /// its number when it is come to, and what cannot be read an [java.io.UncheckedIOException].
    ///
    /// @param in where it is kept
    /// @param utf8 what to read, in UTF-8
    public static Stream<PersistentJson> parseLines(PersistentCollections in, InputStream utf8) {
        Objects.requireNonNull(utf8, "stream missing");
        return StreamSupport.stream(new JsonLines(in.jsonKind(), utf8), false);
    }

    /// {@return the elements of an array in the JSON text that a stream has, in UTF-8, made as they
    /// are asked for} No more of the text is held than one element. Whoever takes them closes or
    /// drops them, and closes the stream of bytes.
    ///
    /// The elements are read as strictly as by [#parse]; of what comes before the array only
    /// brackets and strings are looked at, and of a name that an object has twice the first field
    /// counts. What comes behind an array that is not the whole text is not read.
    ///
    /// What is wrong is told when it is come to: a [JsonTextException] with the place in the whole
    /// text; an [java.io.UncheckedIOException] if the stream cannot be read; and an
    /// [IllegalArgumentException] if the pointer does not lead to an array.
    ///
    /// @param in where they are kept
    /// @param utf8 what to read, in UTF-8
    /// @param pointer a JSON Pointer to the array, such as `/items`; empty if it is the whole text
    /// @throws IllegalArgumentException if `pointer` is none
    public static Stream<PersistentJson> parseElements(
            PersistentCollections in, InputStream utf8, String pointer) {
        Objects.requireNonNull(utf8, "stream missing");
        return StreamSupport.stream(new JsonElements(in.jsonKind(), utf8, pointer), false);
    }

    /// {@return the json of a Java value: null, `Boolean`, a number up to `long` or `double`,
    /// `String`, `Collection`, `Map` with strings as keys, or json; and such inside each other}
    ///
    /// @param in where it is kept
    /// @param value a Java value
    public static PersistentJson of(PersistentCollections in, Object value) {
        JsonValues kind = in.jsonKind();
        Object plain = JsonValues.plain(value);
        return kind.make(mutator -> kind.write(mutator, plain));
    }

    // Looking

    @Override
    JsonValues kind() {
        return kind;
    }

    private interface Looking<T> {
        T look(MutatorContext mutator, JsonType type, long json);
    }

    private <T> T look(String operation, Looking<T> looking) {
        MutatorContext mutator = heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            long json = handle(operation);
            slots.set(0, json);
            return looking.look(mutator, kind.json(), json);
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(this);
        }
    }

    /// {@return what this is}
    public Type type() {
        return look("type", (mutator, type, json) -> TYPES[type.kind(mutator, json).ordinal()]);
    }

    /// {@return whether this is `null`}
    public boolean isNull() {
        return type() == Type.NULL;
    }

    /// The number of elements or fields; 0 for what is neither array nor object.
    @Override
    int size(MutatorContext mutator, long value) {
        return kind.json().length(mutator, value);
    }

    /// Whether this has no elements and no fields.
    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    /// {@return a field of an object; null if there is none} A field that is `null` is a json.
    ///
    /// @param name the name of a member
    /// @throws IllegalStateException if this is no object
    public PersistentJson get(String name) {
        byte[] utf8 = (byte[]) Codec.STRING.toPlain(name);
        return heap().whenThereIsRoom(
                        () ->
                                look(
                                        "get",
                                        (mutator, type, json) -> {
                                            require(
                                                    mutator,
                                                    json,
                                                    JsonKind.OBJECT,
                                                    "get(" + name + ")");
                                            long field = kind.name(mutator, utf8);
                                            return type.hasField(mutator, json, field)
                                                    ? found(kind, type.field(mutator, json, field))
                                                    : null;
                                        }));
    }

    /// {@return an element of an array}
    ///
    /// @param index which element, from 0
    /// @throws IllegalStateException if this is no array
    /// @throws IndexOutOfBoundsException if it has no such element
    public PersistentJson get(int index) {
        return look(
                "get",
                (mutator, type, json) -> {
                    require(mutator, json, JsonKind.ARRAY, "get(" + index + ")");
                    Objects.checkIndex(index, type.length(mutator, json));
                    return found(kind, type.element(mutator, json, index));
                });
    }

    /// {@return what a JSON Pointer (RFC 6901) leads to, such as `/items/0/price`; null if nothing
    /// is there}
    ///
    /// @param pointer a JSON Pointer
    public PersistentJson at(String pointer) {
        PersistentJson at = this;
        for (String step : JsonPath.steps(pointer)) {
            at = at == null ? null : at.step(step);
        }
        return at;
    }

    private PersistentJson step(String step) {
        return switch (type()) {
            case OBJECT -> get(step);
            case ARRAY -> {
                int index = JsonPath.index(step);
                yield index >= 0 && index < size() ? get(index) : null;
            }
            default -> null;
        };
    }

    /// {@return the text}
    ///
    /// @throws IllegalStateException if this is no string
    public String asString() {
        return look(
                "asString",
                (mutator, type, json) -> {
                    require(mutator, json, JsonKind.STRING, "asString");
                    long text = type.toString(mutator, json);
                    return new String(type.strings().bytes(mutator, text), StandardCharsets.UTF_8);
                });
    }

    /// {@return the number}
    ///
    /// @throws IllegalStateException if this is no whole number of 64 bits
    public long asLong() {
        return look(
                "asLong",
                (mutator, type, json) -> {
                    require(mutator, json, JsonKind.INT, "asLong");
                    return type.toLong(mutator, json);
                });
    }

    /// {@return the number; the nearest double of a whole one}
    ///
    /// @throws IllegalStateException if this is no number
    public double asDouble() {
        return look(
                "asDouble",
                (mutator, type, json) -> {
                    if (type.kind(mutator, json) == JsonKind.INT) {
                        return (double) type.toLong(mutator, json);
                    }
                    require(mutator, json, JsonKind.FLOAT, "asDouble");
                    return type.toDouble(mutator, json);
                });
    }

    /// {@return the truth value}
    ///
    /// @throws IllegalStateException if this is no boolean
    public boolean asBoolean() {
        return look(
                "asBoolean",
                (mutator, type, json) -> {
                    require(mutator, json, JsonKind.BOOL, "asBoolean");
                    return type.toBoolean(mutator, json);
                });
    }

    private void require(MutatorContext mutator, long json, JsonKind wanted, String operation) {
        JsonKind found = kind.json().kind(mutator, json);
        if (found != wanted) {
            throw new IllegalStateException(
                    "json of another type: expected=%s found=%s operation=%s"
                            .formatted(TYPES[wanted.ordinal()], TYPES[found.ordinal()], operation));
        }
    }

    /// {@return the names of an object's fields in their order; none if it is no object}
    public List<String> names() {
        return heap().whenThereIsRoom(
                        () ->
                                look(
                                        "names",
                                        (mutator, type, json) -> {
                                            List<String> names = new ArrayList<>();
                                            try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                                                long list = type.keys(mutator, json);
                                                slots.set(0, list);
                                                int length = type.nameLists().length(mutator, list);
                                                for (int i = 0; i < length; i++) {
                                                    long name =
                                                            type.nameLists().get(mutator, list, i);
                                                    byte[] utf8 =
                                                            type.strings().bytes(mutator, name);
                                                    names.add(
                                                            new String(
                                                                    utf8, StandardCharsets.UTF_8));
                                                    mutator.poll();
                                                }
                                            }
                                            return List.copyOf(names);
                                        }));
    }

    /// {@return the elements of an array, each made when it is asked for; none if it is no array}
    public List<PersistentJson> elements() {
        int size = type() == Type.ARRAY ? size() : 0;
        return new AbstractList<>() {
            @Override
            public PersistentJson get(int index) {
                return PersistentJson.this.get(Objects.checkIndex(index, size));
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    // Changing: another json, that shares what stays

    /// {@return the object with a field set: to a value as for [#of]}
    ///
    /// @param name its name
    /// @param value the value
    /// @throws IllegalStateException if this is no object
    public PersistentJson with(String name, Object value) {
        byte[] utf8 = (byte[]) Codec.STRING.toPlain(name);
        Object plain = JsonValues.plain(value);
        return kind.make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 2)) {
                        slots.set(0, handle("with"));
                        require(mutator, slots.get(0), JsonKind.OBJECT, "with(" + name + ")");
                        slots.set(1, kind.name(mutator, utf8));
                        long written = kind.write(mutator, plain);
                        return kind.json().withField(mutator, slots.get(0), slots.get(1), written);
                    }
                });
    }

    /// {@return the array with an element replaced}
    ///
    /// @param index which one, from 0
    /// @param value the value
    /// @throws IllegalStateException if this is no array
    /// @throws IndexOutOfBoundsException if it has no such element
    public PersistentJson with(int index, Object value) {
        Object plain = JsonValues.plain(value);
        return kind.make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, handle("with"));
                        require(mutator, slots.get(0), JsonKind.ARRAY, "with(" + index + ")");
                        Objects.checkIndex(index, kind.json().length(mutator, slots.get(0)));
                        long written = kind.write(mutator, plain);
                        return kind.json().withElement(mutator, slots.get(0), index, written);
                    }
                });
    }

    /// {@return the array with an element more}
    ///
    /// @param value the value
    /// @throws IllegalStateException if this is no array
    public PersistentJson append(Object value) {
        Object plain = JsonValues.plain(value);
        return kind.make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, handle("append"));
                        require(mutator, slots.get(0), JsonKind.ARRAY, "append");
                        long written = kind.write(mutator, plain);
                        return kind.json().append(mutator, slots.get(0), written);
                    }
                });
    }

    /// {@return the object without a field, also if it has none of that name}
    ///
    /// @param name its name
    /// @throws IllegalStateException if this is no object
    public PersistentJson without(String name) {
        byte[] utf8 = (byte[]) Codec.STRING.toPlain(name);
        return kind.make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, handle("without"));
                        require(mutator, slots.get(0), JsonKind.OBJECT, "without(" + name + ")");
                        long field = kind.name(mutator, utf8);
                        return kind.json().withoutField(mutator, slots.get(0), field);
                    }
                });
    }

    /// {@return the array with an element before the one at `index`, or at the end if `index` is
    /// its size} Copies the elements from there on; what comes before is shared.
    ///
    /// @param index which one, from 0
    /// @param value a value as for [#of]
    /// @throws IllegalStateException if this is no array
    /// @throws IndexOutOfBoundsException if `index` is negative or greater than the size
    public PersistentJson insert(int index, Object value) {
        Object plain = JsonValues.plain(value);
        return kind.make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 2)) {
                        slots.set(0, handle("insert"));
                        require(mutator, slots.get(0), JsonKind.ARRAY, "insert(" + index + ")");
                        int length = kind.json().length(mutator, slots.get(0));
                        Objects.checkFromToIndex(index, length, length); // up to the size
                        slots.set(1, kind.write(mutator, plain));
                        return kind.json().insert(mutator, slots.get(0), index, slots.get(1));
                    }
                });
    }

    /// {@return the array without an element} Copies the elements behind it, so it takes time in
    /// proportion to their number, and hardly any at the beginning or the end; what comes before is
    /// shared.
    ///
    /// @param index which one, from 0
    /// @throws IllegalStateException if this is no array
    /// @throws IndexOutOfBoundsException if it has no such element
    public PersistentJson without(int index) {
        return kind.make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        long json = handle("without");
                        slots.set(0, json);
                        require(mutator, json, JsonKind.ARRAY, "without(" + index + ")");
                        Objects.checkIndex(index, kind.json().length(mutator, json));
                        return kind.json().withoutElement(mutator, json, index);
                    }
                });
    }

    /// {@return the json without the field or element that a JSON Pointer leads to; the same if
    /// nothing is there}
    ///
    /// @param pointer a JSON Pointer
    /// @throws IllegalArgumentException if it is empty: it leads to the whole
    public PersistentJson withoutAt(String pointer) {
        int last = pointer.lastIndexOf('/');
        if (last < 0) {
            JsonPath.steps(pointer);
            throw new IllegalArgumentException("the whole cannot be taken out: pointer=" + pointer);
        }
        return at(pointer) == null
                ? of(heap(), this)
                : update(pointer.substring(0, last), inner -> inner.withoutStep(pointer));
    }

    /// Without what the last step of a pointer leads to.
    private PersistentJson withoutStep(String pointer) {
        String step = JsonPath.steps(pointer).getLast();
        return type() == Type.OBJECT ? without(step) : without(JsonPath.index(step));
    }

    /// {@return the json in which what a JSON Pointer leads to is replaced by what a function makes
    /// of it} A last step that is a name may be new, and `-` stands for one element more: the
    /// function is given null then.
    ///
    /// @param pointer a JSON Pointer
    /// @param change makes the new value of the present one
    /// @throws IllegalArgumentException if the pointer leads nowhere
    public PersistentJson update(String pointer, Function<? super PersistentJson, ?> change) {
        return update(pointer, JsonPath.steps(pointer), 0, change);
    }

    private PersistentJson update(
            String pointer,
            List<String> steps,
            int depth,
            Function<? super PersistentJson, ?> change) {
        if (depth == steps.size()) {
            return of(heap(), change.apply(this));
        }
        String step = steps.get(depth);
        boolean isLast = depth == steps.size() - 1;
        Type type = type();
        if (isLast && type == Type.ARRAY && step.equals("-")) {
            return append(change.apply(null));
        }
        PersistentJson inner = step(step);
        if (inner == null && !(isLast && type == Type.OBJECT)) {
            throw new IllegalArgumentException(
                    "nothing is there: pointer=%s step=%s".formatted(pointer, step));
        }
        Object changed =
                inner == null
                        ? change.apply(null)
                        : inner.update(pointer, steps, depth + 1, change);
        return type == Type.OBJECT ? with(step, changed) : with(JsonPath.index(step), changed);
    }

    /// Shows what has to be done to `older` to make it `newer`: for each object, each array, and
    /// each value that is neither, what was added, removed and changed. Elements are compared index
    /// by index, so one that was inserted changes all behind it. What the two share is not looked
    /// at; of an object that has changed all fields are. In no particular order.
    ///
    /// The visitor runs outside the heap, may take its time, and may use collections.
    ///
    /// @param older what to compare with
    /// @param newer what has changed
    /// @param visitor is told of each difference
    /// @throws IllegalArgumentException if they are of different heaps
    public static void diff(PersistentJson older, PersistentJson newer, JsonChanges visitor) {
        Objects.requireNonNull(visitor, "visitor missing");
        older.kind.requireSame(newer, "json");
        new JsonDifferences(older.kind, visitor).find(older, newer);
    }

    // Text

    /// {@return the text, in one line} That is what [#toString] says of a json that is open.
    ///
    /// @throws IllegalStateException if this is closed
    public String toText() {
        return new String(kind.text(this, -1), StandardCharsets.UTF_8);
    }

    /// {@return the text, indented by so many spaces for each level}
    ///
    /// @param spaces how far to indent; 0 for one item a line
    /// @throws IllegalStateException if this is closed
    public String toText(int spaces) {
        return new String(kind.text(this, Math.max(0, spaces)), StandardCharsets.UTF_8);
    }

    /// Writes the text in one line, in UTF-8, piece by piece: what is held of it in the JVM does
    /// not depend on how long it is. The stream may take its time, and so may be that of a network.
    ///
    /// @param target where the text goes, in UTF-8
    /// @throws IOException if it cannot be written
    public void writeTo(OutputStream target) throws IOException {
        Objects.requireNonNull(target, "stream missing");
        kind.text(this, -1, (utf8, count) -> target.write(utf8, 0, count));
    }

    /// Writes the text in UTF-8, piece by piece, indented by so many spaces for each level.
    ///
    /// @param target where the text goes, in UTF-8
    /// @param spaces how far to indent; 0 for one item a line
    /// @throws IOException if it cannot be written
    public void writeTo(OutputStream target, int spaces) throws IOException {
        Objects.requireNonNull(target, "stream missing");
        kind.text(this, Math.max(0, spaces), (utf8, count) -> target.write(utf8, 0, count));
    }

    @Override
    Object view() {
        return toText();
    }
}
