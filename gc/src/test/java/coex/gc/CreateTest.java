package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Objects that are made, filled and sealed in one call.
class CreateTest {

    private static final Kind[] KINDS = {
        Kind.LONG, Kind.REFERENCE, Kind.DOUBLE, Kind.INT, Kind.BYTE, Kind.BOOLEAN
    };

    private Heap heap;
    private Mutator mutator;

    private void open(HeapOptions.Builder options) {
        heap = Heap.open(options.build());
        mutator = heap.attach();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    @Test
    void everyValueIsFoundInItsFieldWhateverTheKindsAndTheirOrder() {
        open(Heaps.calm());
        Random random = new Random(7);
        Shape box = heap.shape("Box").longField("value").build();
        try (Frame frame = mutator.frame(2)) {
            frame.set(0, mutator.create(box, 5));
            for (int fields = 1; fields <= 9; fields++) {
                for (int round = 0; round < 30; round++) {
                    List<Kind> kinds = new ArrayList<>();
                    boolean words = round % 3 == 0;
                    for (int i = 0; i < fields; i++) {
                        kinds.add(KINDS[words ? 2 * random.nextInt(2) : random.nextInt(6)]);
                    }
                    boolean mutable = round % 5 == 0;
                    Shape shape = shape("S" + fields + "." + round, kinds, mutable);
                    long[] values = values(kinds, random, frame.get(0));
                    frame.set(1, create(shape, values));
                    assertThat(valuesOf(frame.get(1), shape)).isEqualTo(values);
                }
            }
        }
        Heaps.assertValid(heap);
    }

    private Shape shape(String name, List<Kind> kinds, boolean mutable) {
        ShapeBuilder builder = heap.shape(name);
        for (int i = 0; i < kinds.size(); i++) {
            builder.field("f" + i, kinds.get(i));
        }
        return mutable ? builder.mutable().build() : builder.build();
    }

    private static long[] values(List<Kind> kinds, Random random, long handle) {
        return kinds.stream()
                .mapToLong(
                        kind ->
                                switch (kind) {
                                    case REFERENCE, WEAK -> handle;
                                    case INT -> random.nextInt();
                                    case BYTE -> (byte) random.nextInt();
                                    case BOOLEAN -> random.nextInt(2);
                                    case LONG -> random.nextLong();
                                    case DOUBLE -> Double.doubleToRawLongBits(random.nextDouble());
                                })
                .toArray();
    }

    private long create(Shape shape, long[] v) {
        return switch (v.length) {
            case 1 -> mutator.create(shape, v[0]);
            case 2 -> mutator.create(shape, v[0], v[1]);
            case 3 -> mutator.create(shape, v[0], v[1], v[2]);
            case 4 -> mutator.create(shape, v[0], v[1], v[2], v[3]);
            default -> mutator.create(shape, v);
        };
    }

    private long[] valuesOf(long object, Shape shape) {
        return shape.fields().stream()
                .mapToLong(
                        field ->
                                switch (field.kind()) {
                                    case REFERENCE -> mutator.getReference(object, field);
                                    case WEAK -> mutator.getWeak(object, field);
                                    case INT -> mutator.getInt(object, field);
                                    case BYTE -> mutator.getByte(object, field);
                                    case BOOLEAN -> mutator.getBoolean(object, field) ? 1 : 0;
                                    case LONG -> mutator.getLong(object, field);
                                    case DOUBLE ->
                                            Double.doubleToRawLongBits(
                                                    mutator.getDouble(object, field));
                                })
                .toArray();
    }

    @Test
    void anObjectThatWasCreatedIsSealedAtOnceAndAMutableOneCanBeWritten() {
        open(Heaps.calm());
        Shape node = heap.shape("Node").reference("next").longField("value").build();
        Shape cell = heap.shape("Cell").reference("next").longField("value").mutable().build();
        try (Frame frame = mutator.frame(2)) {
            frame.set(0, mutator.create(node, 0, 1));
            frame.set(1, mutator.create(cell, frame.get(0), 2));
            assertThatThrownBy(() -> mutator.setLong(frame.get(0), node.field("value"), 2))
                    .hasMessageContaining("object is sealed");

            mutator.setReference(frame.get(1), cell.field("next"), 0);
            mutator.setLong(frame.get(1), cell.field("value"), 3);

            assertThat(mutator.getReference(frame.get(1), cell.field("next"))).isZero();
            assertThat(mutator.getLong(frame.get(1), cell.field("value"))).isEqualTo(3);
        }
    }

    /// Every allocation is a collection, and what it frees is overwritten: an argument that the
    /// call had not rooted would be gone. Some shapes are mutable, some too large to share a block.
    @Test
    void argumentsNeedNotBeRootedWhereTheCallCollects() {
        open(Heaps.verified().blockBytes(1024).stress(everyTime()));
        Shape leaf = heap.shape("Leaf").longField("value").build();
        Shape node = heap.shape("Node").longField("at").reference("next").build();
        Shape cell = heap.shape("Cell").reference("next").weak("again").mutable().build();
        ShapeBuilder many = heap.shape("Large").reference("next");
        for (int i = 0; i < 100; i++) {
            many.longField("f" + i);
        }
        Shape large = many.build();
        long[] values = new long[101];
        for (int i = 0; i < 20; i++) {
            values[0] = mutator.create(node, i, mutator.create(leaf, 1000 + i));
            long inLarge = mutator.create(large, values);
            long outer = mutator.create(cell, inLarge, inLarge);
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, outer);
                heap.collect();
                long found = mutator.getReference(outer, cell.field("next"));
                assertThat(mutator.getWeak(outer, cell.field("again"))).isEqualTo(found);
                long inner = mutator.getReference(found, large.field("next"));
                assertThat(mutator.getLong(inner, node.field("at"))).isEqualTo(i);
                long last = mutator.getReference(inner, node.field("next"));
                assertThat(mutator.getLong(last, leaf.field("value"))).isEqualTo(1000 + i);
            }
        }
        Heaps.assertValid(heap);
    }

    private static StressOptions everyTime() {
        return StressOptions.NONE.withCollectEvery(1).withPoison(true);
    }

    /// Such an object stands for the blocks it lies in, so no other may lie there.
    @Test
    void whatIsTooLargeToShareABlockDoesNotShareOne() {
        open(Heaps.verified().blockBytes(1024).stress(StressOptions.NONE.withPoison(true)));
        Shape small = heap.shape("Small").longField("value").build();
        ShapeBuilder many = heap.shape("Large");
        for (int i = 0; i < 80; i++) {
            many.longField("f" + i);
        }
        Shape large = many.build();
        long[] values = new Random(3).longs(80).toArray();
        try (Frame frame = mutator.frame(20)) {
            for (int i = 0; i < 20 * frame.slots(); i++) {
                mutator.create(small, i); // there is a block with room, now and then
                frame.set(i % frame.slots(), mutator.create(large, values));
            }
            for (int round = 0; round < 3; round++) {
                heap.collect();
                for (int i = 0; i < 1000; i++) {
                    mutator.create(small, -1);
                }
            }
            for (int i = 0; i < frame.slots(); i++) {
                assertThat(valuesOf(frame.get(i), large)).isEqualTo(values);
            }
        }
        Heaps.assertValid(heap);
    }

    /// Objects of several lengths among others that have died at random: in short gaps, in long
    /// ones, and in the block that is held beside.
    @Test
    void objectsThatAreCreatedInGapsAreWhole() {
        open(Heaps.calm().maximumBytes(128 << 10).initialBytes(128 << 10).blockBytes(4096));
        Random random = new Random(11);
        List<Shape> shapes = new ArrayList<>();
        for (int fields = 1; fields <= 6; fields++) {
            ShapeBuilder builder = heap.shape("Words" + fields);
            for (int i = 0; i < fields; i++) {
                builder.longField("f" + i);
            }
            shapes.add(builder.build());
        }
        int objects = 1000;
        long[][] expected = new long[objects][];
        try (Frame frame = mutator.frame(objects)) {
            for (int i = 0; i < 100_000; i++) {
                Shape shape = shapes.get(random.nextInt(shapes.size()));
                long[] values = random.longs(shape.fieldCount()).toArray();
                int at = random.nextInt(objects);
                frame.set(at, create(shape, values));
                expected[at] = values;
            }
            for (int at = 0; at < objects; at++) {
                long found = frame.get(at);
                if (found != 0) {
                    assertThat(valuesOf(found, mutator.shapeOf(found))).isEqualTo(expected[at]);
                }
            }
        }
        assertThat(heap.stats().collection().completed()).isPositive();
        Heaps.assertValid(heap);
    }

    @Test
    void whatIsRefusedLeavesNothingBehind() {
        open(Heaps.calm());
        Shape node = heap.shape("Node").longField("value").reference("next").build();
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.create(node, 1, 0));
            long before = mutator.create(node, 2, frame.get(0));
            long bytes = heap.stats().mutators().getFirst().bytesAllocated();
            for (int i = 0; i < 100; i++) {
                assertThatThrownBy(() -> mutator.create(node, 3, -1))
                        .hasMessageContaining("no such handle: handle=-1");
            }
            assertThat(heap.stats().mutators().getFirst().bytesAllocated()).isEqualTo(bytes);
            assertThat(mutator.create(node, 4, frame.get(0))).isEqualTo(before + 1);
        }
        Heaps.assertValid(heap);
    }

    @Test
    void whenTheHeapIsFullItSaysSoAndTheFramesAreAsTheyWere() {
        open(Heaps.tiny().maximumBytes(64 << 10).initialBytes(64 << 10));
        Shape node = heap.shape("Node").longField("value").reference("next").build();
        try (Frame frame = mutator.frame(1)) {
            assertThatThrownBy(
                            () -> {
                                for (long i = 0; ; i++) {
                                    frame.set(0, mutator.create(node, i, frame.get(0)));
                                }
                            })
                    .isInstanceOf(HeapExhaustedException.class);
            assertThat(heap.stats().mutators().getFirst().stackDepth()).isEqualTo(1);
            long length = mutator.getLong(frame.get(0), node.field("value"));
            long at = frame.get(0);
            for (long i = length; i >= 0; i--) {
                assertThat(mutator.getLong(at, node.field("value"))).isEqualTo(i);
                at = mutator.getReference(at, node.field("next"));
            }
            assertThat(at).isZero();
            frame.set(0, 0);
            frame.set(0, mutator.create(node, 1, 0));
        }
        Heaps.assertValid(heap);
    }

    @Test
    void aShapeWithoutFieldsTakesNoValues() {
        open(Heaps.calm());
        Shape nothing = heap.shape("Nothing").build();

        assertThat(mutator.shapeOf(mutator.create(nothing))).isSameAs(nothing);
    }
}
