package coex.gc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heaps;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.TreeMap;

/// Several objects that are reserved together go to the gaps of fragmented blocks.
class SpanReserveTest {

    private static final int BLOCK = 4096;

    private final BlockSpace space =
            new BlockSpace(
                    Heaps.tiny()
                            .blockBytes(BLOCK)
                            .initialBytes(8 * BLOCK)
                            .maximumBytes(8 * BLOCK)
                            .build(),
                    (_, _, _) -> {});

    @AfterEach
    void release() {
        space.release();
    }

    /// Fills all blocks, and keeps one object of 64 bytes in every 512.
    private TreeMap<Long, Integer> fragment() {
        TreeMap<Long, Integer> live = new TreeMap<>();
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        space.clearLineMarks();
        for (int i = 0; i < 8 * BLOCK / 64; i++) {
            long address = buffer.bumpOrRefill(64, 0);
            if (i % 8 == 3) {
                space.markLines(address, 64);
                live.put(address, 64);
            }
        }
        buffer.close(0);
        space.sweep(0, space.usedLimit(), true, Integer.MAX_VALUE, 1);
        return live;
    }

    @Test
    void objectsThatDoNotFitOneGapTogetherFitSeveral() {
        fragment();
        assertThat(space.availableBytes()).isZero();
        assertThat(new AllocationBuffer(space, false).reserveInSpans(1000, 200, 1)).isTrue();
        assertThat(new AllocationBuffer(space, false).reserve(1000, 1)).isFalse();
    }

    @Test
    void gapsBetweenObjectsOfOneKindHoldObjectsOfTheOtherWhenNothingElseIsLeft() {
        TreeMap<Long, Integer> taken = fragment();
        for (boolean pinned : new boolean[] {true, false, true}) {
            AllocationBuffer buffer = new AllocationBuffer(space, pinned);
            long address = buffer.bumpOrRefill(272, 1);
            assertThat(address).as("pinned=%b", pinned).isNotZero();
            taken.put(address, 272);
            buffer.close(1);
        }
        assertDisjoint(taken);
    }

    @Test
    void whatWasReservedInSpansCanBeTakenInAnySizes() {
        TreeMap<Long, Integer> taken = fragment();
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        Random random = new Random(7);
        int rounds = 0;
        while (buffer.reserveInSpans(1000, 200, 1)) {
            int left = 1000;
            while (left > 0) {
                int bytes = Math.min(left, 8 * (1 + random.nextInt(25)));
                taken.put(buffer.bumpReserved(bytes), bytes);
                left -= bytes;
            }
            rounds++;
        }
        assertThat(rounds).isGreaterThan(12);
        assertThat(buffer.allocatedBytes()).isEqualTo(1000L * rounds);
        assertDisjoint(taken);
    }

    @Test
    void aReserveThatFitsNoGapsOfABlockTakesAFreeOne() {
        AllocationBuffer first = new AllocationBuffer(space, false);
        assertThat(first.reserveInSpans(2000, 1000, 1)).isTrue();
        long before = space.availableBytes();
        for (int i = 0; i < 3; i++) {
            first.bumpReserved(1000);
        }
        assertThat(first.hasReserveInSpans(2000, 1000)).isFalse();
        assertThat(first.reserveInSpans(2000, 1000, 1)).isTrue();
        assertThat(space.availableBytes()).isLessThan(before);
    }

    private static void assertDisjoint(TreeMap<Long, Integer> taken) {
        long end = 0;
        for (var object : taken.entrySet()) {
            assertThat(object.getKey()).isGreaterThanOrEqualTo(end);
            assertThat(object.getKey() % 8).isZero();
            end = object.getKey() + object.getValue();
        }
    }
}
