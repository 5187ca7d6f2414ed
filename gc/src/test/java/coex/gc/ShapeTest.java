package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.NodeForm;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Shapes lay their fields out without gaps or overlaps and are defined once.
class ShapeTest {

    private Heap heap;

    @BeforeEach
    void open() {
        heap = Heap.open(Heaps.calm().build());
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private static void assertUsage(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... parts) {
        assertThatThrownBy(call)
                .isExactlyInstanceOf(HeapUsageException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void referencesComeFirstThenWeakOnesThenTheRestBySize() {
        Shape shape =
                heap.shape("Mixed")
                        .byteField("b")
                        .longField("l")
                        .intField("i")
                        .weak("w")
                        .reference("r2")
                        .doubleField("d")
                        .booleanField("z")
                        .reference("r1")
                        .build();
        assertThat(shape.field("r2").offset()).isEqualTo(8);
        assertThat(shape.field("r1").offset()).isEqualTo(12);
        assertThat(shape.field("w").offset()).isEqualTo(16);
        assertThat(shape.field("i").offset()).isEqualTo(20);
        assertThat(shape.field("l").offset()).isEqualTo(24);
        assertThat(shape.field("d").offset()).isEqualTo(32);
        assertThat(shape.field("b").offset()).isEqualTo(40);
        assertThat(shape.field("z").offset()).isEqualTo(41);
        assertThat(shape.fixedBytes()).isEqualTo(48);
        assertThat(shape.referenceCount()).isEqualTo(2);
        assertThat(shape.weakCount()).isEqualTo(1);
        assertThat(shape.fields())
                .extracting(Field::name)
                .containsExactly("b", "l", "i", "w", "r2", "d", "z", "r1");
        assertThat(shape.field("d")).hasToString("Mixed.d:double");
    }

    @Test
    void oneByteFieldsFillTheGapBeforeEightByteFields() {
        Shape shape =
                heap.shape("Gap")
                        .intField("i")
                        .byteField("a")
                        .byteField("b")
                        .byteField("c")
                        .booleanField("d")
                        .byteField("e")
                        .longField("l")
                        .build();
        assertThat(shape.field("a").offset()).isEqualTo(12);
        assertThat(shape.field("b").offset()).isEqualTo(13);
        assertThat(shape.field("c").offset()).isEqualTo(14);
        assertThat(shape.field("e").offset()).isEqualTo(15);
        assertThat(shape.field("l").offset()).isEqualTo(16);
        assertThat(shape.field("d").offset()).isEqualTo(24);
        assertThat(shape.fixedBytes()).isEqualTo(32);
    }

    @Test
    void anObjectWithoutFieldsIsItsHeader() {
        assertThat(heap.shape("Nothing").build().fixedBytes()).isEqualTo(Shape.HEADER_BYTES);
    }

    @Test
    void inRandomShapesFieldsAreAlignedDisjointAndPaddedByLessThanEightBytes() {
        long seed = Long.getLong("coex.seed", System.nanoTime());
        System.out.println("seed " + seed + "; replay with -Dcoex.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            ShapeBuilder builder = heap.shape("Random" + round);
            int count = random.nextInt(random.nextBoolean() ? 8 : 200);
            int payload = 0;
            for (int i = 0; i < count; i++) {
                Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
                builder.field("f" + i, kind);
                payload += kind.bytes();
            }
            Shape shape = builder.build();
            BitSet taken = new BitSet();
            taken.set(0, Shape.HEADER_BYTES);
            int references = 0;
            for (Field field : shape.fields()) {
                int bytes = field.kind().bytes();
                assertThat(field.offset() % bytes).as("%s", field).isZero();
                int end = field.offset() + bytes;
                assertThat(taken.get(field.offset(), end).isEmpty()).as("%s", field).isTrue();
                assertThat(end).as("%s", field).isLessThanOrEqualTo(shape.fixedBytes());
                taken.set(field.offset(), end);
                references += field.kind() == Kind.REFERENCE ? 1 : 0;
            }
            assertThat(shape.referenceCount()).isEqualTo(references);
            for (Field field : shape.fields()) {
                boolean traced = field.offset() < Shape.HEADER_BYTES + 4 * references;
                assertThat(traced).as("%s", field).isEqualTo(field.kind() == Kind.REFERENCE);
            }
            assertThat(shape.fixedBytes() % 8).isZero();
            assertThat(shape.fixedBytes() - Shape.HEADER_BYTES - payload).isBetween(0, 7);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "WEAK", mode = EnumSource.Mode.EXCLUDE)
    void elementsOfAnArrayAreAlignedToTheirSize(Kind kind) {
        Shape shape = heap.shape("Array").arrayOf(kind).build();
        assertThat(shape.isArray()).isTrue();
        assertThat(shape.elementKind()).isEqualTo(kind);
        assertThat(shape.fixedBytes()).isEqualTo(kind.bytes() == 8 ? 16 : 12);
        assertThat(shape.arrayBytes(0)).isEqualTo(16);
        assertThat(shape.arrayBytes(Integer.MAX_VALUE))
                .isEqualTo((shape.fixedBytes() + (long) Integer.MAX_VALUE * kind.bytes() + 7) & -8);
        assertThat(shape).hasToString("Array[" + kind.text() + "]");
    }

    @Test
    void aWeakFieldMakesAShapeMutable() {
        assertThat(heap.shape("Weak").weak("w").build().isMutable()).isTrue();
        assertThat(heap.shape("Plain").reference("r").build().isMutable()).isFalse();
        assertThat(heap.shape("Cell").reference("r").mutable().build().isMutable()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aKindIsFoundByItsText(Kind kind) {
        assertThat(Kind.named(kind.text())).isEqualTo(kind);
    }

    @Test
    void anUnknownKindIsRefusedWithTheListOfKnownOnes() {
        assertUsage(
                () -> Kind.named("float"),
                "unknown kind: kind=float",
                "known=reference,weak,int,long,double,byte,boolean");
        assertUsage(() -> Kind.named(null), "kind=null");
        assertUsage(() -> Kind.named("INT"), "kind=INT");
    }

    @Test
    void aWrongDefinitionIsRefusedByTheCallThatMakesIt() {
        assertUsage(
                () -> heap.shape("A").intField("x").longField("x"),
                "duplicate field: shape=A field=x first=int again=long");
        assertUsage(() -> heap.shape("A").field("x", null), "without a kind: shape=A field=x");
        assertUsage(() -> heap.shape("A").field(null, Kind.INT), "shape=A field=null");
        assertUsage(() -> heap.shape("A").intField(" "), "field without a name");
        assertUsage(
                () -> heap.shape("A").arrayOf(Kind.INT).reference("x"),
                "an array's fields hold no references: shape=A field=x kind=reference");
        assertUsage(
                () -> heap.shape("A").weak("x").arrayOf(Kind.INT),
                "an array's fields hold no references: shape=A field=x kind=weak");
        assertUsage(
                () -> heap.shape("A").arrayOf(Kind.INT).arrayOf(Kind.LONG), "shape=A elements=int");
        assertUsage(() -> heap.shape("A").arrayOf(Kind.WEAK), "cannot be weak", "shape=A");
        assertUsage(() -> heap.shape("A").arrayOf(null), "array without a kind: shape=A");
    }

    @Test
    void anArraysFieldsLieBetweenItsLengthAndItsElements() {
        Shape shape = heap.shape("Text").intField("hash").byteField("kind").text().build();
        assertThat(shape.field("hash").offset()).isEqualTo(12);
        assertThat(shape.field("kind").offset()).isEqualTo(16);
        assertThat(shape.fixedBytes()).isEqualTo(17);
        assertThat(shape.arrayBytes(7)).isEqualTo(24);
        assertThat(shape.isText()).isTrue();
        Mutator mutator = heap.attach();
        long handle = mutator.allocateArray(shape, 3);
        mutator.setInt(handle, shape.field("hash"), 77);
        mutator.setByte(handle, 2, (byte) 5);
        mutator.seal(handle);
        assertThat(mutator.getInt(handle, shape.field("hash"))).isEqualTo(77);
        assertThat(mutator.getByte(handle, 2)).isEqualTo((byte) 5);
    }

    @Test
    void aTrieNodeCannotBeMadeByAnEmbedder() {
        Shape node = ConcurrentHeap.of(heap).nodeShape("Node", new NodeForm(1, 2, 0));
        Mutator mutator = heap.attach();
        assertUsage(
                () -> mutator.allocate(node),
                "trie nodes are made by collections only: shape=Node");
    }

    @Test
    void aShapeIsBuiltOnceAndItsNameIsTakenThen() {
        ShapeBuilder builder = heap.shape("Once").intField("x");
        Shape shape = builder.build();
        assertUsage(builder::build, "shape built twice: shape=Once");
        assertUsage(() -> heap.shape("Once").build(), "already defined: shape=Once id=1");
        assertThat(heap.shape(shape.id())).isSameAs(shape);
        try (Heap other = Heap.open(Heaps.calm().build())) {
            assertThat(other.shape("Once").build().heap()).isSameAs(other.id());
        }
    }

    @Test
    void aShapeThatIsTooLargeIsRefusedAndTheLargestOneWorks() {
        int most = (ShapeBuilder.MAXIMUM_FIXED_BYTES - Shape.HEADER_BYTES) / 8;
        ShapeBuilder builder = heap.shape("Largest");
        for (int i = 0; i < most; i++) {
            builder.longField("f" + i);
        }
        Shape largest = builder.build();
        assertThat(largest.fixedBytes()).isEqualTo(ShapeBuilder.MAXIMUM_FIXED_BYTES);
        ShapeBuilder larger = heap.shape("Larger");
        for (int i = 0; i <= most; i++) {
            larger.longField("f" + i);
        }
        assertUsage(larger::build, "shape too large: shape=Larger fields=4096 bytes=32776");
    }

    @Test
    void seventyThousandShapesAreTracedByTheirOwnLayout() {
        Mutator mutator = heap.attach();
        Shape leaf = heap.shape("Leaf").longField("x").build();
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < 70_000; i++) {
            ShapeBuilder builder = heap.shape("S" + i).intField("number");
            for (int r = 0; r < i % 4; r++) {
                builder.reference("r" + r);
            }
            shapes.add(builder.build());
        }
        Collections.reverse(shapes);
        try (Frame frame = mutator.frame(2)) {
            Shape list = heap.shape("List").arrayOf(Kind.REFERENCE).mutable().build();
            frame.set(0, mutator.allocateArray(list, shapes.size()));
            long expected = 1;
            for (int i = 0; i < shapes.size(); i += 7) {
                Shape shape = shapes.get(i);
                frame.set(1, mutator.allocate(shape));
                long handle = frame.get(1);
                mutator.setInt(handle, shape.field("number"), i);
                for (int r = 0; r < shape.referenceCount(); r++) {
                    long child = mutator.allocate(leaf);
                    mutator.seal(child);
                    mutator.setReference(handle, shape.field("r" + r), child);
                    expected++;
                }
                mutator.seal(handle);
                mutator.setReference(frame.get(0), i, handle);
                expected++;
            }
            heap.collect();
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo(expected);
            for (int i = 0; i < shapes.size(); i += 7) {
                long handle = mutator.getReference(frame.get(0), i);
                assertThat(mutator.shapeOf(handle)).isSameAs(shapes.get(i));
                assertThat(mutator.getInt(handle, shapes.get(i).field("number"))).isEqualTo(i);
            }
        }
    }

    @Test
    void aTextIsAnArrayOfBytesThatSaysSo() {
        Shape text = heap.shape("Text").text().build();
        assertThat(text.isText()).isTrue();
        assertThat(text.elementKind()).isEqualTo(Kind.BYTE);
        assertThat(text).hasToString("Text[byte]");
        assertThat(heap.shape("Bytes").arrayOf(Kind.BYTE).build().isText()).isFalse();
        assertThat(heap.shape("Fields").byteField("b").build().isText()).isFalse();
    }

    @Test
    void aTextHasNoOtherElements() {
        assertThatThrownBy(() -> heap.shape("A").text().arrayOf(Kind.INT))
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("shape already has contents");
        assertThatThrownBy(() -> heap.shape("B").arrayOf(Kind.BYTE).text())
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("shape already has contents");
        assertThatThrownBy(() -> heap.shape("C").text().reference("r"))
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("an array's fields hold no references");
    }
}
