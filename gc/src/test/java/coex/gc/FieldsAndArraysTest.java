package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Values come out of objects as they went in.
class FieldsAndArraysTest {

    private static final int[] INTS = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};
    private static final long[] LONGS = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32};
    private static final double[] DOUBLES = {
        0.0, -0.0, 1, Double.MIN_VALUE, Double.MAX_VALUE, Double.NEGATIVE_INFINITY, Double.NaN
    };
    private static final byte[] BYTES = {0, 1, -1, Byte.MIN_VALUE, Byte.MAX_VALUE};

    private Heap heap;
    private Mutator mutator;

    @BeforeEach
    void open() {
        heap = Heap.open(Heaps.verified().build());
        mutator = heap.attach();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private ShapeBuilder builder(String name, boolean mutable) {
        ShapeBuilder builder = heap.shape(name);
        return mutable ? builder.mutable() : builder;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyKindOfFieldKeepsItsExtremeValues(boolean mutable) {
        Shape shape =
                builder("All", mutable)
                        .byteField("b")
                        .intField("i")
                        .reference("r")
                        .doubleField("d")
                        .booleanField("z")
                        .longField("l")
                        .build();
        Field b = shape.field("b");
        Field i = shape.field("i");
        Field r = shape.field("r");
        Field d = shape.field("d");
        Field z = shape.field("z");
        Field l = shape.field("l");
        try (Frame frame = mutator.frame(2)) {
            for (int round = 0; round < 7; round++) {
                frame.set(0, mutator.allocate(shape));
                long handle = frame.get(0);
                assertThat(mutator.getByte(handle, b)).isZero();
                assertThat(mutator.getInt(handle, i)).isZero();
                assertThat(mutator.getReference(handle, r)).isZero();
                assertThat(Double.doubleToRawLongBits(mutator.getDouble(handle, d))).isZero();
                assertThat(mutator.getBoolean(handle, z)).isFalse();
                assertThat(mutator.getLong(handle, l)).isZero();
                byte byteValue = BYTES[round % BYTES.length];
                int intValue = INTS[round % INTS.length];
                long longValue = LONGS[round % LONGS.length];
                double doubleValue = DOUBLES[round % DOUBLES.length];
                mutator.setByte(handle, b, byteValue);
                mutator.setInt(handle, i, intValue);
                mutator.setReference(handle, r, frame.get(1));
                mutator.setDouble(handle, d, doubleValue);
                mutator.setBoolean(handle, z, true);
                mutator.setLong(handle, l, longValue);
                mutator.seal(handle);
                heap.collect();
                assertThat(mutator.getByte(handle, b)).isEqualTo(byteValue);
                assertThat(mutator.getInt(handle, i)).isEqualTo(intValue);
                assertThat(mutator.getReference(handle, r)).isEqualTo(frame.get(1));
                assertThat(Double.doubleToRawLongBits(mutator.getDouble(handle, d)))
                        .isEqualTo(Double.doubleToRawLongBits(doubleValue));
                assertThat(mutator.getBoolean(handle, z)).isTrue();
                assertThat(mutator.getLong(handle, l)).isEqualTo(longValue);
                assertThat(mutator.shapeOf(handle)).isSameAs(shape);
                frame.set(1, handle);
                if (mutable) {
                    mutator.setBoolean(handle, z, false);
                    mutator.setLong(handle, l, ~longValue);
                    assertThat(mutator.getBoolean(handle, z)).isFalse();
                    assertThat(mutator.compareAndSetLong(handle, l, ~longValue, 5)).isTrue();
                    assertThat(mutator.compareAndSetLong(handle, l, ~longValue, 6)).isFalse();
                    assertThat(mutator.getLong(handle, l)).isEqualTo(5);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyKindOfElementKeepsItsExtremeValues(boolean mutable) {
        try (Frame frame = mutator.frame(6)) {
            Shape ints = builder("Ints", mutable).arrayOf(Kind.INT).build();
            Shape longs = builder("Longs", mutable).arrayOf(Kind.LONG).build();
            Shape doubles = builder("Doubles", mutable).arrayOf(Kind.DOUBLE).build();
            Shape bytes = builder("Bytes", mutable).arrayOf(Kind.BYTE).build();
            Shape booleans = builder("Booleans", mutable).arrayOf(Kind.BOOLEAN).build();
            Shape references = builder("References", mutable).arrayOf(Kind.REFERENCE).build();
            frame.set(0, mutator.allocateArray(ints, INTS.length));
            frame.set(1, mutator.allocateArray(longs, LONGS.length));
            frame.set(2, mutator.allocateArray(doubles, DOUBLES.length));
            frame.set(3, mutator.allocateArray(bytes, BYTES.length));
            frame.set(4, mutator.allocateArray(booleans, 3));
            frame.set(5, mutator.allocateArray(references, 5));
            for (int i = 0; i < INTS.length; i++) {
                mutator.setInt(frame.get(0), i, INTS[i]);
            }
            for (int i = 0; i < LONGS.length; i++) {
                mutator.setLong(frame.get(1), i, LONGS[i]);
            }
            for (int i = 0; i < DOUBLES.length; i++) {
                mutator.setDouble(frame.get(2), i, DOUBLES[i]);
            }
            for (int i = 0; i < BYTES.length; i++) {
                mutator.setByte(frame.get(3), i, BYTES[i]);
            }
            mutator.setBoolean(frame.get(4), 1, true);
            for (int i = 0; i < 5; i++) {
                mutator.seal(frame.get(i));
                mutator.setReference(frame.get(5), i, frame.get(i));
            }
            mutator.seal(frame.get(5));
            heap.collect();
            for (int i = 0; i < INTS.length; i++) {
                assertThat(mutator.getInt(frame.get(0), i)).isEqualTo(INTS[i]);
            }
            for (int i = 0; i < LONGS.length; i++) {
                assertThat(mutator.getLong(frame.get(1), i)).isEqualTo(LONGS[i]);
            }
            for (int i = 0; i < DOUBLES.length; i++) {
                assertThat(Double.doubleToRawLongBits(mutator.getDouble(frame.get(2), i)))
                        .isEqualTo(Double.doubleToRawLongBits(DOUBLES[i]));
            }
            for (int i = 0; i < BYTES.length; i++) {
                assertThat(mutator.getByte(frame.get(3), i)).isEqualTo(BYTES[i]);
            }
            assertThat(mutator.getBoolean(frame.get(4), 0)).isFalse();
            assertThat(mutator.getBoolean(frame.get(4), 1)).isTrue();
            assertThat(mutator.getBoolean(frame.get(4), 2)).isFalse();
            for (int i = 0; i < 5; i++) {
                assertThat(mutator.getReference(frame.get(5), i)).isEqualTo(frame.get(i));
            }
        }
    }

    @Test
    void anEmptyArrayHasLengthZero() {
        Shape shape = heap.shape("Empty").arrayOf(Kind.LONG).build();
        long handle = mutator.allocateArray(shape, 0);
        assertThat(mutator.length(handle)).isZero();
        Shape bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).build();
        long none = mutator.allocateArray(bytes, 0);
        mutator.getBytes(none, 0, new byte[0], 0, 0);
        mutator.setBytes(none, 0, new byte[3], 3, 0);
    }

    @Test
    void rangesOfBytesAreCopiedExactly() {
        Shape shape = heap.shape("Bytes").arrayOf(Kind.BYTE).build();
        long handle = mutator.allocateArray(shape, 10);
        mutator.setBytes(handle, 3, new byte[] {9, 1, 2, 3, 9}, 1, 3);
        byte[] all = new byte[12];
        java.util.Arrays.fill(all, (byte) 7);
        mutator.getBytes(handle, 0, all, 1, 10);
        assertThat(all).containsExactly(7, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 7);
    }

    @Test
    void sealingTwiceOrSealingAMutableObjectDoesNothing() {
        Shape fixed = heap.shape("Fixed").intField("x").build();
        Shape cell = heap.shape("Cell").intField("x").mutable().build();
        long one = mutator.allocate(fixed);
        mutator.setInt(one, fixed.field("x"), 1);
        mutator.seal(one);
        mutator.seal(one);
        assertThat(mutator.getInt(one, fixed.field("x"))).isEqualTo(1);
        long other = mutator.allocate(cell);
        mutator.seal(other);
        mutator.setInt(other, cell.field("x"), 2);
        assertThat(mutator.getInt(other, cell.field("x"))).isEqualTo(2);
    }

    /// What a Java program holds of one object of the heap.
    private record Twin(Shape shape, int slot, Map<Object, Object> values) {}

    @Test
    void aRandomProgramAgreesWithPlainJavaObjects() {
        long seed = Long.getLong("coex.seed", System.nanoTime());
        System.out.println("seed " + seed + "; replay with -Dcoex.seed=" + seed);
        Random random = new Random(seed);
        List<Shape> shapes = new ArrayList<>();
        Kind[] kinds = {Kind.REFERENCE, Kind.INT, Kind.LONG, Kind.DOUBLE, Kind.BYTE, Kind.BOOLEAN};
        for (int s = 0; s < 12; s++) {
            ShapeBuilder shape = heap.shape("S" + s).mutable();
            for (int f = 0; f < s; f++) {
                shape.field("f" + f, kinds[random.nextInt(kinds.length)]);
            }
            shapes.add(shape.build());
        }
        for (Kind kind : kinds) {
            shapes.add(heap.shape("A" + kind).arrayOf(kind).mutable().build());
        }
        int slots = 100;
        Twin[] twins = new Twin[slots];
        try (Frame frame = mutator.frame(slots)) {
            for (int step = 0; step < 60_000; step++) {
                int slot = random.nextInt(slots);
                if (twins[slot] == null || random.nextInt(50) == 0) {
                    Shape shape = shapes.get(random.nextInt(shapes.size()));
                    int length = random.nextInt(40);
                    frame.set(
                            slot,
                            shape.isArray()
                                    ? mutator.allocateArray(shape, length)
                                    : mutator.allocate(shape));
                    twins[slot] = new Twin(shape, slot, new HashMap<>());
                    for (int i = 0; shape.isArray() && i < length; i++) {
                        twins[slot].values.put(i, 0L);
                    }
                    shape.fields().forEach(field -> twins[slot].values.put(field, 0L));
                } else if (!twins[slot].values.isEmpty()) {
                    List<Object> places = new ArrayList<>(twins[slot].values.keySet());
                    Object place = places.get(random.nextInt(places.size()));
                    int source = random.nextInt(slots);
                    long content =
                            kind(twins[slot], place) == Kind.REFERENCE
                                    ? frame.get(source)
                                    : random.nextLong();
                    twins[slot].values.put(
                            place, write(frame.get(slot), twins[slot], place, content));
                    Object other = places.get(random.nextInt(places.size()));
                    assertThat(read(frame.get(slot), twins[slot], other))
                            .isEqualTo(twins[slot].values.get(other));
                }
                if (step % 10_000 == 0) {
                    heap.requestCollection();
                }
            }
            heap.collect();
            for (Twin twin : twins) {
                twin.values.forEach(
                        (place, content) ->
                                assertThat(read(frame.get(twin.slot), twin, place))
                                        .isEqualTo(content));
            }
        }
        Heaps.assertValid(heap);
    }

    private static Kind kind(Twin twin, Object place) {
        return place instanceof Field field ? field.kind() : twin.shape.elementKind();
    }

    private long write(long handle, Twin twin, Object place, long content) {
        Kind kind = kind(twin, place);
        if (place instanceof Field field) {
            switch (kind) {
                case REFERENCE -> mutator.setReference(handle, field, content);
                case INT -> mutator.setInt(handle, field, (int) content);
                case LONG -> mutator.setLong(handle, field, content);
                case DOUBLE -> mutator.setDouble(handle, field, content);
                case BYTE -> mutator.setByte(handle, field, (byte) content);
                case BOOLEAN -> mutator.setBoolean(handle, field, content < 0);
                case WEAK -> throw new AssertionError();
            }
        } else {
            int index = (int) place;
            switch (kind) {
                case REFERENCE -> mutator.setReference(handle, index, content);
                case INT -> mutator.setInt(handle, index, (int) content);
                case LONG -> mutator.setLong(handle, index, content);
                case DOUBLE -> mutator.setDouble(handle, index, content);
                case BYTE -> mutator.setByte(handle, index, (byte) content);
                case BOOLEAN -> mutator.setBoolean(handle, index, content < 0);
                case WEAK -> throw new AssertionError();
            }
        }
        return switch (kind) {
            case REFERENCE, LONG -> content;
            case INT -> (int) content;
            case DOUBLE -> (long) (double) content;
            case BYTE -> (byte) content;
            case BOOLEAN -> content < 0 ? 1L : 0L;
            case WEAK -> throw new AssertionError();
        };
    }

    private Object read(long handle, Twin twin, Object place) {
        Kind kind = kind(twin, place);
        if (place instanceof Field field) {
            return switch (kind) {
                case REFERENCE -> mutator.getReference(handle, field);
                case INT -> (long) mutator.getInt(handle, field);
                case LONG -> mutator.getLong(handle, field);
                case DOUBLE -> (long) mutator.getDouble(handle, field);
                case BYTE -> (long) mutator.getByte(handle, field);
                case BOOLEAN -> mutator.getBoolean(handle, field) ? 1L : 0L;
                case WEAK -> throw new AssertionError();
            };
        }
        int index = (int) place;
        return switch (kind) {
            case REFERENCE -> mutator.getReference(handle, index);
            case INT -> (long) mutator.getInt(handle, index);
            case LONG -> mutator.getLong(handle, index);
            case DOUBLE -> (long) mutator.getDouble(handle, index);
            case BYTE -> (long) mutator.getByte(handle, index);
            case BOOLEAN -> mutator.getBoolean(handle, index) ? 1L : 0L;
            case WEAK -> throw new AssertionError();
        };
    }
}
