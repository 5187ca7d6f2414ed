package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import coex.gc.memory.Memory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/// Memory grows as needed, never beyond its limit (`Invariant.WITHIN_LIMITS`), is used again, and
/// is given back.
class HeapMemoryTest {

    private Heap heap;
    private Mutator mutator;
    private Shape box;
    private Field value;
    private Shape list;

    private void open(HeapOptions.Builder options) {
        heap = Heap.open(options.build());
        mutator = heap.attach();
        box = heap.shape("Box").longField("value").build();
        value = box.field("value");
        list = heap.shape("List").arrayOf(Kind.REFERENCE).mutable().build();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long newBox(long content) {
        long handle = mutator.allocate(box);
        mutator.setLong(handle, value, content);
        mutator.seal(handle);
        return handle;
    }

    private void assertBoxes(long listHandle, int count) {
        for (int i = 0; i < count; i++) {
            long handle = mutator.getReference(listHandle, i);
            assertThat(mutator.getLong(handle, value)).isEqualTo(i);
        }
    }

    // Handles

    @Test
    void allHandlesAreDifferentAndStayValidWhileTheTableGrows() {
        open(Heaps.calm().initialHandles(64).runHandles(16));
        int count = 20_000;
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocateArray(list, count));
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < count; i++) {
                long handle = newBox(i);
                assertThat(seen.add(handle)).isTrue();
                mutator.setReference(frame.get(0), i, handle);
            }
            assertThat(heap.stats().growth().tableGrowths()).isGreaterThanOrEqualTo(8);
            assertBoxes(frame.get(0), count);
            heap.collect();
            assertBoxes(frame.get(0), count);
            Heaps.assertValid(heap);
        }
    }

    @Test
    void aFreedHandleIsNotUsedAgainBeforeTheNextCycleHasEndedAndWorksThen() {
        open(Heaps.calm().initialHandles(1024).runHandles(1));
        long dead = newBox(1);
        heap.collect();
        assertThatThrownBy(() -> mutator.getLong(dead, value))
                .hasMessageContaining("freed handle: handle=%d freed in cycle=1".formatted(dead));
        try (Frame frame = mutator.frame(3)) {
            frame.set(0, newBox(2));
            frame.set(1, newBox(3));
            assertThat(frame.get(0)).isNotEqualTo(dead);
            assertThat(frame.get(1)).isNotEqualTo(dead);
            heap.collect();
            assertThat(heap.stats().collection().handlesRecycled()).isEqualTo(1);
            frame.set(2, newBox(4));
            assertThat(frame.get(2)).as("the lowest free handle comes first").isEqualTo(dead);
            heap.collect();
            assertThat(mutator.getLong(dead, value)).isEqualTo(4);
        }
    }

    @Test
    void aFullTableIsReportedWithItsNumbersAndServesAgainAfterReferencesAreDropped() {
        open(Heaps.calm().initialHandles(64).maximumHandles(512).runHandles(8));
        try (Frame frame = mutator.frame(2)) {
            frame.set(0, mutator.allocateArray(list, 1000));
            HeapExhaustedException full =
                    catchThrowableOfType(
                            HeapExhaustedException.class,
                            () -> {
                                for (int i = 0; i < 1000; i++) {
                                    mutator.setReference(frame.get(0), i, newBox(i));
                                }
                            });
            assertThat(full.resource()).isEqualTo(HeapExhaustedException.Resource.HANDLES);
            assertThat(full.requested()).isEqualTo(1);
            assertThat(full.live()).isEqualTo(511);
            assertThat(full.free()).isZero();
            assertThat(full.limit()).isEqualTo(512);
            assertThat(full)
                    .hasMessage(
                            "heap exhausted: resource=handles requested=1 live=511 free=0"
                                    + " limit=512");
            assertBoxes(frame.get(0), 510);
            Heaps.assertValid(heap);
            frame.set(0, 0);
            frame.set(1, mutator.allocateArray(list, 500));
            for (int i = 0; i < 500; i++) {
                mutator.setReference(frame.get(1), i, newBox(i));
            }
            assertBoxes(frame.get(1), 500);
            assertThat(heap.stats().allocation().stalls()).isPositive();
        }
    }

    @Test
    void aThreadThatDetachesGivesItsUnusedHandlesBack() {
        open(Heaps.calm().runHandles(64));
        newBox(1);
        assertThat(heap.stats().now().handlesInUse()).isEqualTo(64);
        mutator.close();
        assertThat(heap.stats().now().handlesInUse()).isEqualTo(1);
        assertThat(heap.stats().allocation().handlesReserved()).isEqualTo(1);
        mutator = heap.attach();
        assertThat(newBox(2)).isEqualTo(2);
    }

    @Test
    void underQuarantineNoHandleIsUsedTwiceWhileOthersAreLeft() {
        open(
                Heaps.calm()
                        .initialHandles(64)
                        .maximumHandles(1024)
                        .runHandles(4)
                        .stress(StressOptions.NONE.withQuarantine(true)));
        Set<Long> seen = new HashSet<>();
        while (seen.size() < 1000) {
            assertThat(seen.add(newBox(1))).as("after %d", seen.size()).isTrue();
            if (seen.size() % 100 == 0) {
                heap.collect();
            }
        }
        for (int i = 0; i < 2000; i++) {
            newBox(i);
        }
        Heaps.assertValid(heap);
    }

    // Bytes

    @Test
    void objectsStayIntactWhileTheHeapGrowsAndItNeverExceedsItsMaximum() {
        open(Heaps.tiny().blockBytes(4096).initialBytes(4096).maximumBytes(1 << 20));
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocateArray(list, 100_000));
            int[] made = {0};
            HeapExhaustedException full =
                    catchThrowableOfType(
                            HeapExhaustedException.class,
                            () -> {
                                while (true) {
                                    long handle = newBox(made[0]);
                                    mutator.setReference(frame.get(0), made[0]++, handle);
                                    if (made[0] % 1000 == 0) {
                                        assertThat(heap.stats().now().heapBytes())
                                                .isLessThanOrEqualTo(1 << 20);
                                    }
                                }
                            });
            assertThat(full.resource()).isEqualTo(HeapExhaustedException.Resource.BYTES);
            assertThat(full.requested()).isEqualTo(16);
            assertThat(full.limit()).isEqualTo(1 << 20);
            assertThat(full.live() + full.free()).isEqualTo(1 << 20);
            assertThat(made[0]).isGreaterThan(30_000);
            assertThat(heap.stats().growth().heapGrowths()).isGreaterThanOrEqualTo(2);
            assertThat(heap.stats().now().heapBytes()).isEqualTo(1 << 20);
            assertBoxes(frame.get(0), made[0]);
            Heaps.assertValid(heap);
            frame.set(0, 0);
            frame.set(0, mutator.allocateArray(list, 10_000));
            for (int i = 0; i < 10_000; i++) {
                mutator.setReference(frame.get(0), i, newBox(i));
            }
            assertBoxes(frame.get(0), 10_000);
        }
    }

    @Test
    void aRequestThatFitsOnlyAfterOthersDieIsServed() {
        open(Heaps.calm().initialBytes(4 << 20).maximumBytes(4 << 20));
        Shape bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).build();
        for (int i = 0; i < 20; i++) {
            mutator.allocateArray(bytes, 3 << 20);
        }
        assertThat(heap.stats().allocation().stalls()).isPositive();
        assertThat(heap.stats().collection().completed()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 32 * 1024, 1 << 20})
    void objectsWithFieldsLargerThanHalfABlockAreWhollyKept(int blockBytes) {
        open(Heaps.verified().blockBytes(blockBytes).initialBytes(1 << 20).maximumBytes(32 << 20));
        int longs = 20_000 / 8;
        ShapeBuilder wide = heap.shape("Wide").reference("next");
        ShapeBuilder medium = heap.shape("Medium");
        for (int i = 0; i < longs; i++) {
            wide.longField("f" + i);
            if (i < 80) {
                medium.longField("f" + i); // 648 bytes, more than half of the smallest block
            }
        }
        for (Shape shape : new Shape[] {wide.build(), medium.build()}) {
            Field[] fields =
                    shape.fields().stream()
                            .filter(field -> field.kind() == Kind.LONG)
                            .toArray(Field[]::new);
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, mutator.allocateArray(list, 40));
                for (int round = 0; round < 4; round++) {
                    for (int i = 0; i < 40; i++) {
                        newBox(i); // opens a block that the larger object might fit into
                        long handle = mutator.allocate(shape);
                        for (Field field : fields) {
                            assertThat(mutator.getLong(handle, field)).isZero();
                            mutator.setLong(handle, field, i);
                        }
                        mutator.seal(handle);
                        if (round == 0 || i % 3 == round % 3) {
                            mutator.setReference(frame.get(0), i, handle);
                        }
                    }
                    heap.collect();
                    for (int i = 0; i < 40; i++) {
                        long handle = mutator.getReference(frame.get(0), i);
                        for (Field field : fields) {
                            assertThat(mutator.getLong(handle, field)).isEqualTo(i);
                        }
                    }
                }
            }
        }
        Heaps.assertValid(heap);
    }

    @ParameterizedTest
    @EnumSource(names = "WEAK", mode = EnumSource.Mode.EXCLUDE)
    void largeArraysAreZeroedKeepTheirElementsAndReuseDirtyMemory(Kind kind) {
        open(Heaps.calm().initialBytes(1 << 20).maximumBytes(48 << 20));
        Shape shape = heap.shape("Large").arrayOf(kind).mutable().build();
        int[] lengths = {
            17_000 / kind.bytes(), 100_000 / kind.bytes(), (5 << 20) / kind.bytes() + 3
        };
        for (int round = 0; round < 2; round++) {
            for (int length : lengths) {
                try (Frame frame = mutator.frame(2)) {
                    frame.set(0, newBox(77));
                    frame.set(1, mutator.allocateArray(shape, length));
                    long array = frame.get(1);
                    assertThat(mutator.length(array)).isEqualTo(length);
                    for (int i = 0; i < length; i++) {
                        assertElement(array, kind, i, 0);
                        setElement(array, kind, i, kind == Kind.REFERENCE ? frame.get(0) : 1);
                    }
                    heap.collect();
                    array = frame.get(1);
                    for (int i = 0; i < length; i += 97) {
                        assertElement(array, kind, i, kind == Kind.REFERENCE ? frame.get(0) : 1);
                    }
                }
            }
        }
        heap.collect();
        Heaps.assertValid(heap);
    }

    private void setElement(long array, Kind kind, int index, long content) {
        switch (kind) {
            case REFERENCE -> mutator.setReference(array, index, content);
            case INT -> mutator.setInt(array, index, (int) content);
            case LONG -> mutator.setLong(array, index, content);
            case DOUBLE -> mutator.setDouble(array, index, content);
            case BYTE -> mutator.setByte(array, index, (byte) content);
            case BOOLEAN -> mutator.setBoolean(array, index, content != 0);
            case WEAK -> throw new AssertionError();
        }
    }

    private void assertElement(long array, Kind kind, int index, long expected) {
        long found =
                switch (kind) {
                    case REFERENCE -> mutator.getReference(array, index);
                    case INT -> mutator.getInt(array, index);
                    case LONG -> mutator.getLong(array, index);
                    case DOUBLE -> (long) mutator.getDouble(array, index);
                    case BYTE -> mutator.getByte(array, index);
                    case BOOLEAN -> mutator.getBoolean(array, index) ? 1 : 0;
                    case WEAK -> throw new AssertionError();
                };
        if (found != expected) { // an assertion object for each of millions would take long
            assertThat(found).as("%s %d", kind, index).isEqualTo(expected);
        }
    }

    @Test
    void bytesAreCopiedInAndOutOfLargeArraysAcrossChunks() {
        open(Heaps.calm());
        Shape bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).build();
        byte[] source = new byte[(13 << 20) + 5];
        new Random(1).nextBytes(source);
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocateArray(bytes, source.length));
            mutator.setBytes(frame.get(0), 0, source, 0, source.length);
            mutator.seal(frame.get(0));
            heap.collect();
            byte[] target = new byte[source.length];
            mutator.getBytes(frame.get(0), 0, target, 0, target.length);
            assertThat(Arrays.equals(source, target)).isTrue();
            int border = 4 << 20;
            byte[] part = new byte[100];
            mutator.getBytes(frame.get(0), border - 70, part, 10, 90);
            assertThat(Arrays.equals(source, border - 70, border + 20, part, 10, 100)).isTrue();
        }
    }

    @Test
    void fragmentedBlocksAreFilledAgain() {
        open(Heaps.verified().initialBytes(1 << 20).maximumBytes(8 << 20));
        int count = 20_000;
        Shape cell = heap.shape("Cell").longField("a").longField("b").intField("c").build();
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocateArray(list, count));
            for (int round = 0; round < 24; round++) {
                for (int i = round % 2; i < count; i += 2) {
                    long handle = mutator.allocate(cell);
                    mutator.setInt(handle, cell.field("c"), i);
                    mutator.seal(handle);
                    mutator.setReference(frame.get(0), i, handle);
                }
                if (round % 8 == 0) {
                    heap.collect();
                }
            }
            for (int i = 0; i < count; i++) {
                long handle = mutator.getReference(frame.get(0), i);
                assertThat(mutator.getInt(handle, cell.field("c"))).isEqualTo(i);
            }
            assertThat(heap.stats().now().heapBytes()).isLessThanOrEqualTo(8 << 20);
        }
        Heaps.assertValid(heap);
    }

    @Test
    void memoryAndTableAreGivenBackAfterABigStructureDies() {
        open(Heaps.calm().initialBytes(1 << 20).initialHandles(1024).maximumBytes(64 << 20));
        int count = 400_000;
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocateArray(list, count));
            for (int i = 0; i < count; i++) {
                mutator.setReference(frame.get(0), i, newBox(i));
            }
            HeapStats full = heap.stats();
            assertThat(full.now().heapBytes()).isGreaterThan(6 << 20);
            assertThat(full.now().tableHandles()).isGreaterThan(count);
        }
        mutator.close();
        heap.collect();
        heap.collect();
        heap.collect();
        HeapStats after = heap.stats();
        assertThat(after.growth().heapShrinks()).isPositive();
        assertThat(after.now().heapBytes()).isBetween(1L << 20, (2L << 20) - 1);
        if (Memory.NATIVE) {
            assertThat(after.growth().tableShrinks()).isPositive();
            assertThat(after.now().tableHandles()).isEqualTo(1024);
        }
        mutator = heap.attach();
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocateArray(list, 100_000));
            for (int i = 0; i < 100_000; i++) {
                assertThat(mutator.getReference(frame.get(0), i)).isZero();
                long handle = mutator.allocate(box);
                assertThat(mutator.getLong(handle, value)).isZero();
                mutator.setLong(handle, value, i);
                mutator.seal(handle);
                mutator.setReference(frame.get(0), i, handle);
            }
            assertBoxes(frame.get(0), 100_000);
        }
        Heaps.assertValid(heap);
    }

    @Test
    void newObjectsAreZeroInAHeapThatGrowsAndShrinksByLessThanAStep() {
        open(Heaps.tiny().maximumBytes(256 * 1024));
        Shape bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).build();
        byte[] ones = new byte[300];
        Arrays.fill(ones, (byte) -1);
        for (int round = 0; round < 10; round++) {
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, mutator.allocateArray(list, 200));
                for (int i = 0; i < 200; i++) {
                    long array = mutator.allocateArray(bytes, 300);
                    byte[] found = new byte[300];
                    mutator.getBytes(array, 0, found, 0, 300);
                    assertThat(found).containsOnly(0);
                    mutator.setBytes(array, 0, ones, 0, 300);
                    mutator.seal(array);
                    mutator.setReference(frame.get(0), i, array);
                }
            }
            mutator.close();
            heap.collect();
            heap.collect();
            mutator = heap.attach();
        }
        assertThat(heap.stats().growth().heapShrinks()).isPositive();
        Heaps.assertValid(heap);
    }

    @Test
    void aHeapInWhichEverythingIsSmallestRunsAProgram() {
        open(Heaps.tiny().verifyAfter(Heaps.EVERY_PHASE));
        Shape pair = heap.shape("Pair").reference("left").reference("right").build();
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, tree(pair, 6));
            for (int i = 0; i < 20; i++) {
                try (Frame inner = mutator.frame(1)) {
                    inner.set(0, tree(pair, 5));
                    heap.requestCollection();
                }
            }
            heap.collect();
            assertThat(count(pair, frame.get(0))).isEqualTo(127);
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo(127);
        }
    }

    private long tree(Shape pair, int depth) {
        try (Frame frame = mutator.frame(2)) {
            if (depth > 0) {
                frame.set(0, tree(pair, depth - 1));
                frame.set(1, tree(pair, depth - 1));
            }
            long handle = mutator.allocate(pair);
            mutator.setReference(handle, pair.field("left"), frame.get(0));
            mutator.setReference(handle, pair.field("right"), frame.get(1));
            mutator.seal(handle);
            return handle;
        }
    }

    private int count(Shape pair, long handle) {
        return handle == 0
                ? 0
                : 1
                        + count(pair, mutator.getReference(handle, pair.field("left")))
                        + count(pair, mutator.getReference(handle, pair.field("right")));
    }
}
