package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import coex.gc.memory.Memory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/// Options that could not work are refused by name before a heap is opened.
class HeapOptionsTest {

    private record Bad(String says, UnaryOperator<HeapOptions.Builder> change) {
        @Override
        public String toString() {
            return says;
        }
    }

    static List<Bad> bad() {
        return List.of(
                new Bad("option=blockBytes value=512 least=1024", b -> b.blockBytes(512)),
                new Bad("option=blockBytes value=2097152", b -> b.blockBytes(2 << 20)),
                new Bad("power of two: option=blockBytes value=3000", b -> b.blockBytes(3000)),
                new Bad("option=maximumBytes value=0", b -> b.maximumBytes(0)),
                new Bad("option=maximumBytes value=-1", b -> b.maximumBytes(-1)),
                new Bad("option=maximumBytes", b -> b.maximumBytes(Long.MAX_VALUE)),
                new Bad("option=initialBytes value=1", b -> b.initialBytes(1)),
                new Bad(
                        "initialBytes must not be more than maximumBytes: initialBytes=2048"
                                + " maximumBytes=1024",
                        b -> b.blockBytes(1024).maximumBytes(1024).initialBytes(2048)),
                new Bad("option=initialHandles value=63", b -> b.initialHandles(63)),
                new Bad("option=initialHandles", b -> b.initialHandles(1L << 32)),
                new Bad(
                        "initialHandles must not be more than maximumHandles: initialHandles=128"
                                + " maximumHandles=64",
                        b -> b.initialHandles(128).maximumHandles(64)),
                new Bad(
                        "blockBytes must not be more than maximumBytes: blockBytes=65536"
                                + " maximumBytes=32768",
                        b -> b.blockBytes(65536).maximumBytes(32768)),
                new Bad(
                        "blockBytes must not be more than initialBytes: blockBytes=65536"
                                + " initialBytes=32768",
                        b -> b.blockBytes(65536).initialBytes(32768)),
                new Bad("option=maximumHandles value=0", b -> b.maximumHandles(0)),
                new Bad("option=maximumHandles value=-1", b -> b.maximumHandles(-1)),
                new Bad("option=runHandles value=0", b -> b.runHandles(0)),
                new Bad("option=runHandles value=1025", b -> b.runHandles(1025)),
                new Bad("option=stackSlots value=0", b -> b.stackSlots(0)),
                new Bad(
                        "option=stackSlots value=268435456 least=1 most=1048576",
                        b -> b.stackSlots(1 << 28)),
                new Bad("option=snapshotSlots value=-1", b -> b.snapshotSlots(-1)),
                new Bad("option=bufferEntries value=0", b -> b.bufferEntries(0)),
                new Bad("option=growthPercent value=9", b -> b.growthPercent(9)),
                new Bad("option=markers value=0 least=1", b -> b.markers(0)),
                new Bad("option=markers value=65 least=1 most=64", b -> b.markers(65)),
                new Bad("option=triggerAllocations value=-1", b -> b.triggerAllocations(-1)),
                new Bad("option=idleAfter value=PT0S", b -> b.idleAfter(Duration.ZERO)),
                new Bad("option=idleAfter value=null", b -> b.idleAfter(null)),
                new Bad("option=lateAfter value=PT-1S", b -> b.lateAfter(Duration.ofSeconds(-1))),
                new Bad("option=stress value=null", b -> b.stress(null)),
                new Bad("option=listener value=null", b -> b.listener(null)),
                new Bad("option=verifyAfter value=null", b -> b.verifyAfter(null)),
                new Bad(
                        "option=collectEvery value=-1",
                        b -> b.stress(StressOptions.NONE.withCollectEvery(-1))),
                new Bad(
                        "option=delayPerMille value=1001",
                        b -> b.stress(StressOptions.NONE.withDelays(1, 1001, 1))));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void aValueOutOfRangeIsRefusedByName(Bad bad) {
        assertThatThrownBy(() -> bad.change.apply(HeapOptions.builder()).build())
                .isExactlyInstanceOf(HeapUsageException.class)
                .hasMessageContaining(bad.says);
    }

    @Test
    void whatWasNotGivenAdaptsToWhatWas() {
        HeapOptions small = HeapOptions.builder().maximumBytes(32 << 20).build();
        assertThat(small.maximumBytes()).isEqualTo(32 << 20);
        assertThat(small.initialBytes()).isEqualTo(32 << 20);
        HeapOptions tiny = HeapOptions.builder().maximumBytes(5000).build();
        assertThat(tiny.initialBytes()).isEqualTo(5000);
        assertThat(tiny.blockBytes()).isEqualTo(4096);
        HeapOptions large = HeapOptions.builder().initialBytes(1L << 40).build();
        assertThat(large.maximumBytes()).isEqualTo(1L << 40);
        HeapOptions begun = HeapOptions.builder().initialBytes(1024).build();
        assertThat(begun.blockBytes()).isEqualTo(1024);
        HeapOptions few = HeapOptions.builder().maximumHandles(640).build();
        assertThat(few.initialHandles()).isEqualTo(640);
        HeapOptions many =
                HeapOptions.builder().maximumBytes(1 << 20).initialHandles(1 << 22).build();
        assertThat(many.maximumHandles()).isEqualTo(1 << 22);
    }

    @Test
    void aSmallHeapNeedsItsLimitOnly() {
        for (long bytes : new long[] {32 << 20, 5000, 1024}) {
            HeapOptions options = HeapOptions.builder().maximumBytes(bytes).build();
            try (Heap heap = Heap.open(options)) {
                Mutator mutator = heap.attach();
                Shape cell = heap.shape("Cell").longField("x").build();
                for (int i = 0; i < 1000; i++) {
                    mutator.allocate(cell);
                }
                assertThat(heap.stats().now().heapBytes()).isLessThanOrEqualTo(bytes);
            }
        }
    }

    @Test
    void aHeapSaysWhichOptionsItWasOpenedWith() {
        HeapOptions options = Heaps.tiny().name("mine").build();
        try (Heap heap = Heap.open(options)) {
            assertThat(heap.options()).isSameAs(options);
            assertThat(heap.options().name()).isEqualTo("mine");
            assertThat(heap.options().runHandles()).isEqualTo(1);
        }
    }

    @Test
    void changingABuilderDoesNotChangeWhatItBuilt() {
        HeapOptions.Builder builder = HeapOptions.builder().blockBytes(1024);
        HeapOptions built = builder.build();
        builder.blockBytes(2048);
        assertThat(built.blockBytes()).isEqualTo(1024);
    }

    @Test
    void unnamedHeapsGetDifferentNames() {
        assertThat(HeapOptions.builder().build().name())
                .isNotEqualTo(HeapOptions.builder().build().name());
    }

    @Test
    void addressSpaceThatCannotBeReservedIsReported() {
        HeapOptions tooMuch =
                HeapOptions.builder().maximumBytes(1L << 43).maximumHandles(1L << 31).build();
        // Whether 8 TiB can be reserved depends on the system; that nothing else happens does not.
        try (Heap heap = Heap.open(tooMuch)) {
            assertThat(heap.isClosed()).isFalse();
        } catch (MemoryRefusedException e) {
            assertThat(e).hasMessageContaining("cannot reserve address space: region=");
        }
    }

    @Test
    void theLargestHandleTableBeginsNoLargerThanIsCheapToCommit() {
        assumeThat(Memory.NATIVE).as("native pages").isFalse();
        HeapOptions options =
                Heaps.calm()
                        .initialHandles(HeapOptions.MOST_HANDLES)
                        .maximumHandles(HeapOptions.MOST_HANDLES)
                        .build();
        try (Heap heap = Heap.open(options)) {
            Shape number = heap.shape("Number").longField("value").build();
            assertThat(heap.attach().allocate(number)).isPositive();
            assertThat(heap.stats().now().tableHandles()).isEqualTo(1 << 22);
        }
    }

    @Test
    void aLargeHeapBeginsNoLargerThanIsCheapToCommit() {
        assumeThat(Memory.NATIVE).as("native pages").isFalse();
        long bytes = 1L << 36;
        try (Heap heap = Heap.open(Heaps.calm().maximumBytes(bytes).initialBytes(bytes).build())) {
            assertThat(heap.stats().now().heapBytes()).isEqualTo(1 << 30);
        }
    }
}
