package coex.gc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapOptions;
import coex.gc.Heaps;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/// Blocks go round: free, held, closed, swept, free again; what is marked stays.
class BlockSpaceTest {

    private BlockSpace space;

    private void open(HeapOptions.Builder options) {
        space = new BlockSpace(options.build(), (_, _, _) -> {});
    }

    @AfterEach
    void release() {
        space.release();
    }

    private static HeapOptions.Builder blocks(int blockBytes, int initial, int maximum) {
        return Heaps.tiny()
                .blockBytes(blockBytes)
                .initialBytes((long) initial * blockBytes)
                .maximumBytes((long) maximum * blockBytes);
    }

    private void sweep(int cycle) {
        space.sweep(0, space.usedLimit(), true, Integer.MAX_VALUE, cycle);
    }

    /// What a mutator does before it publishes a large object.
    private void zero(long large, long bytes) {
        if (space.largeNeedsZeroing(large)) {
            Memory.fill(large, bytes, (byte) 0);
        }
        assertZero(large, bytes);
    }

    private void assertZero(long address, long bytes) {
        for (long at = address; at < address + bytes; at += 8) {
            assertThat(Memory.getLong(at)).as("at 0x%x", at).isZero();
        }
    }

    @Test
    void objectsFollowEachOtherAndEndWithTheMemory() {
        open(blocks(1024, 1, 4));
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        List<Long> addresses = new ArrayList<>();
        while (true) {
            long address = buffer.bumpOrRefill(64, 0);
            if (address == 0) {
                break;
            }
            assertZero(address, 64);
            Memory.fill(address, 64, (byte) -1);
            addresses.add(address);
        }
        assertThat(addresses).hasSize(64).doesNotHaveDuplicates();
        assertThat(space.committedBytes()).isEqualTo(4096);
        assertThat(space.availableBytes()).isZero();
        assertThat(space.heapGrowths()).isEqualTo(2);
        assertThat(buffer.allocatedBytes()).isEqualTo(4096);
    }

    @Test
    void committedBytesNeverExceedTheMaximumEvenIfThatIsNoMultipleOfABlock() {
        open(Heaps.tiny().initialBytes(1500).maximumBytes(1500));
        assertThat(space.committedBytes()).isLessThanOrEqualTo(1500);
        assertThat(space.maximumBytes()).isLessThanOrEqualTo(1500);
    }

    @Test
    void unmarkedLinesAreFreeAfterTheSweepAndMarkedOnesAreNot() {
        open(blocks(1024, 1, 1));
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        List<Long> addresses = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            addresses.add(buffer.bumpOrRefill(128, 0));
        }
        buffer.close(0);
        addresses.forEach(address -> Memory.fill(address, 128, (byte) -1));
        space.clearLineMarks();
        space.markLines(addresses.get(2), 128);
        space.markLines(addresses.get(5), 128);
        sweep(1);
        AllocationBuffer again = new AllocationBuffer(space, false);
        List<Long> reused = new ArrayList<>();
        for (long at = again.bumpOrRefill(128, 1); at != 0; at = again.bumpOrRefill(128, 1)) {
            reused.add(at);
        }
        List<Long> expected = new ArrayList<>(addresses);
        expected.removeAll(List.of(addresses.get(2), addresses.get(5)));
        assertThat(reused).isEqualTo(expected);
        assertThat(Memory.getByte(addresses.get(2))).isEqualTo((byte) -1);
    }

    @Test
    void anObjectAcrossLinesKeepsAllOfThem() {
        open(blocks(1024, 1, 1));
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        buffer.bumpOrRefill(16, 0);
        long across = buffer.bumpOrRefill(320, 0);
        buffer.close(0);
        space.clearLineMarks();
        space.markLines(across, 320);
        sweep(1);
        assertThat(space.touchesFreeLine(across, 320)).isFalse();
        assertThat(space.fragmentation().largestFreeBytes()).isEqualTo(1024 - 352);
        assertThat(space.fragmentation().freeRuns()).isEqualTo(1);
    }

    @Test
    void anObjectAcrossManyWordsOfLinesKeepsAllOfThem() {
        open(blocks(32 << 10, 1, 1));
        for (int lines = 1; lines <= 300; lines++) {
            AllocationBuffer buffer = new AllocationBuffer(space, false);
            buffer.bumpOrRefill(24, 0);
            int bytes = lines * BlockSpace.LINE_BYTES;
            long across = buffer.bumpOrRefill(bytes, 0);
            buffer.close(0);
            space.clearLineMarks();
            space.markLines(across, bytes);
            sweep(1);
            assertThat(space.touchesFreeLine(across, bytes)).as("%d lines", lines).isFalse();
            long kept = (long) (lines + 1) * BlockSpace.LINE_BYTES; // it begins within a line
            assertThat(space.fragmentation().largestFreeBytes()).isEqualTo((32 << 10) - kept);
            space.clearLineMarks();
            sweep(2);
        }
    }

    @Test
    void aMarkerWithAMapOfItsOwnMarksTheSameLines() {
        for (int lines = 1; lines <= 300; lines++) {
            long[] free = new long[2];
            for (int markers = 1; markers <= 2; markers++) {
                open(blocks(32 << 10, 1, 1));
                AllocationBuffer buffer = new AllocationBuffer(space, false);
                long first = buffer.bumpOrRefill(40, 0);
                int bytes = lines * BlockSpace.LINE_BYTES - 8;
                long across = buffer.bumpOrRefill(bytes, 0);
                buffer.close(0);
                space.clearLineMarks();
                if (markers == 1) {
                    space.markLines(first, 40);
                    space.markLines(across, bytes);
                } else {
                    Reservations region = new Reservations();
                    LineMarks own = space.lineMarks().ofAnother(region);
                    own.commitTo(space.usedLimit());
                    own.mark(first, 40);
                    own.mark(across, bytes);
                    own.moveTo(space.lineMarks(), space.usedLimit());
                    region.release();
                }
                sweep(1);
                assertThat(space.touchesFreeLine(across, bytes)).as("%d lines", lines).isFalse();
                free[markers - 1] = space.fragmentation().freeBytes();
                space.release();
            }
            assertThat(free[1]).as("%d lines", lines).isEqualTo(free[0]);
        }
    }

    @Test
    void theLastLineOfABlockHeldBesideIsNotGivenAway() {
        open(blocks(1024, 2, 2));
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        buffer.bumpOrRefill(1000, 0);
        long across = buffer.bumpOrRefill(200, 0); // six lines and a quarter
        buffer.close(0);
        assertThat(space.touchesFreeLine(across, 200)).isFalse();
    }

    @Test
    void aBlockGivenUpAfterTheSnapshotIsNotSweptInThatCycle() {
        open(blocks(1024, 2, 2));
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        for (int i = 0; i < 8; i++) {
            buffer.bumpOrRefill(128, 5);
        }
        buffer.close(5);
        space.clearLineMarks();
        sweep(5);
        assertThat(space.availableBytes()).isEqualTo(1024);
        sweep(6);
        assertThat(space.availableBytes()).isEqualTo(2048);
    }

    @Test
    void aBlockKeepsTheLatestStampOfThoseWhoHeldIt() {
        open(blocks(1024, 1, 1));
        AllocationBuffer past = new AllocationBuffer(space, false);
        long born = past.bumpOrRefill(128, 5);
        past.close(5);
        AllocationBuffer before = new AllocationBuffer(space, false);
        before.bumpOrRefill(128, 4);
        before.close(4);
        space.clearLineMarks();
        sweep(5);
        assertThat(space.touchesFreeLine(born, 128)).isFalse();
    }

    @Test
    void aHeldBlockIsNotSwept() {
        open(blocks(1024, 2, 2));
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        long address = buffer.bumpOrRefill(128, 0);
        space.clearLineMarks();
        sweep(1);
        assertThat(space.isInUse(address, 128)).isTrue();
        assertThat(space.availableBytes()).isEqualTo(1024);
    }

    @Test
    void unusedLinesOfABlockGivenBackAreAllocatedNext() {
        open(blocks(1024, 1, 1));
        AllocationBuffer first = new AllocationBuffer(space, false);
        long address = first.bumpOrRefill(100, 0);
        first.close(0);
        AllocationBuffer second = new AllocationBuffer(space, false);
        assertThat(second.bumpOrRefill(128, 0)).isEqualTo(address + 128);
    }

    @Test
    void anObjectLongerThanALineLeavesShortSpansToOthersWhileABlockIsFree() {
        open(blocks(1024, 3, 3));
        fillEveryOtherLine(2);
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        long longer = buffer.bumpOrRefill(48, 1);
        assertThat(blockOf(longer)).as("the one free block").isEqualTo(2);
        long second = buffer.bumpOrRefill(48, 1);
        assertThat(second).isEqualTo(longer + 48);
    }

    @Test
    void anObjectLongerThanALineFindsTheOnlySpanForItWhenNoBlockIsFree() {
        open(blocks(1024, 3, 3));
        List<Long> lines = fillEveryOtherLine(3);
        long gap = lines.get(2 * 32 + 11);
        space.clearLineMarks();
        for (int i = 0; i < lines.size(); i += 2) {
            if (lines.get(i) != gap + 32) {
                space.markLines(lines.get(i), 32);
            }
        }
        sweep(2);
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        assertThat(buffer.bumpOrRefill(96, 2)).isEqualTo(gap);
        assertThat(buffer.bumpOrRefill(96, 2)).isZero();
    }

    /// Puts an object into every line of the first `count` blocks and has every other one die.
    private List<Long> fillEveryOtherLine(int count) {
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        List<Long> lines = new ArrayList<>();
        for (int i = 0; i < count * 32; i++) {
            lines.add(buffer.bumpOrRefill(32, 0));
        }
        buffer.close(0);
        space.clearLineMarks();
        for (int i = 0; i < lines.size(); i += 2) {
            space.markLines(lines.get(i), 32);
        }
        sweep(1);
        return lines;
    }

    private long blockOf(long address) {
        return (address - space.base()) >>> 10;
    }

    @Test
    void mutableAndImmutableObjectsDoNotShareABlockWhileThereIsAnother() {
        open(blocks(1024, 3, 3));
        AllocationBuffer moving = new AllocationBuffer(space, false);
        AllocationBuffer pinned = new AllocationBuffer(space, true);
        long one = moving.bumpOrRefill(16, 0);
        long other = pinned.bumpOrRefill(16, 0);
        assertThat(blockOf(one)).isNotEqualTo(blockOf(other));
        moving.close(0);
        AllocationBuffer anotherPinned = new AllocationBuffer(space, true);
        long free = anotherPinned.bumpOrRefill(16, 0);
        assertThat(blockOf(free)).as("a free one first").isNotEqualTo(blockOf(one));
        AllocationBuffer lastPinned = new AllocationBuffer(space, true);
        assertThat(blockOf(lastPinned.bumpOrRefill(16, 0))).isEqualTo(blockOf(one));
    }

    /// Two blocks of immutable objects with gaps, and no other memory.
    private List<Long> twoBlocksWithGaps() {
        open(blocks(1024, 2, 2));
        AllocationBuffer moving = new AllocationBuffer(space, false);
        List<Long> kept = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            long address = moving.bumpOrRefill(128, 0);
            if (i % 8 == 0) {
                kept.add(address);
            }
        }
        moving.close(0);
        sweepAllBut(kept, 1);
        return kept;
    }

    private void sweepAllBut(List<Long> kept, int cycle) {
        space.clearLineMarks();
        kept.forEach(address -> space.markLines(address, 128));
        sweep(cycle);
    }

    private long blockOfNext(boolean forPinned) {
        AllocationBuffer buffer = new AllocationBuffer(space, forPinned);
        long address = buffer.bumpOrRefill(32, 1);
        buffer.close(1);
        return blockOf(address);
    }

    @Test
    void aBlockThatHadToTakeAMutableObjectIsLeftToMutableOnesUntilItIsWhollyFree() {
        List<Long> kept = twoBlocksWithGaps();
        long shared = blockOfNext(true);
        assertThat(blockOfNext(false)).isNotEqualTo(shared);
        assertThat(blockOfNext(true)).isEqualTo(shared);
        sweepAllBut(kept, 2);
        assertThat(blockOfNext(false)).isNotEqualTo(shared);
        assertThat(blockOfNext(true)).isEqualTo(shared);
        sweepAllBut(List.of(), 3);
        assertThat(blockOfNext(false)).isEqualTo(shared);
    }

    @Test
    void aBlockOfTheOtherKindThatNothingWasPutIntoKeepsItsKind() {
        twoBlocksWithGaps();
        AllocationBuffer pinned = new AllocationBuffer(space, true);
        assertThat(pinned.reserve(32, 1)).isTrue();
        pinned.close(1);
        long first = blockOfNext(false);
        assertThat(first).isZero();
        assertThat(blockOfNext(false)).isEqualTo(first);
    }

    @Test
    void aLargeObjectGetsConsecutiveBlocksAndGivesThemBack() {
        open(blocks(1024, 1, 16));
        long large = space.allocateLarge(5000);
        assertThat(large).isNotZero();
        zero(large, 5000);
        assertThat(space.isInUse(large, 5000)).isTrue();
        Memory.fill(large, 5120, (byte) -1);
        space.clearLineMarks();
        sweep(1);
        assertThat(space.isInUse(large, 5000)).as("being filled").isTrue();
        space.publishLarge(large, 1);
        sweep(2);
        assertThat(space.isInUse(large, 5000)).isFalse();
        long again = space.allocateLarge(5000);
        assertThat(again).isEqualTo(large);
        assertThat(space.largeNeedsZeroing(again)).isTrue();
    }

    @Test
    void aLargeObjectBornAfterTheSnapshotIsNotSweptInThatCycle() {
        open(blocks(1024, 8, 8));
        long large = space.allocateLarge(3000);
        space.publishLarge(large, 5);
        space.clearLineMarks();
        sweep(5);
        assertThat(space.isInUse(large, 3000)).isTrue();
        sweep(6);
        assertThat(space.isInUse(large, 3000)).isFalse();
    }

    @Test
    void aMarkedLargeObjectStays() {
        open(blocks(1024, 8, 8));
        long large = space.allocateLarge(3000);
        space.publishLarge(large, 0);
        space.clearLineMarks();
        space.markLines(large, 3000);
        sweep(1);
        assertThat(space.isInUse(large, 3000)).isTrue();
        assertThat(space.allocateLarge(6 * 1024)).isZero();
        assertThat(space.allocateLarge(5 * 1024)).isNotZero();
    }

    @Test
    void aLargeObjectThatIsGivenUpLeavesItsBlocksFree() {
        open(blocks(1024, 8, 8));
        long large = space.allocateLarge(8 * 1024);
        assertThat(space.availableBytes()).isZero();
        space.abandonLarge(large);
        assertThat(space.availableBytes()).isEqualTo(8 * 1024);
    }

    @Test
    void memoryThatWasGivenBackAndTakenAgainReadsAsZero() {
        open(blocks(1024, 1, 16));
        long large = space.allocateLarge(16 * 1024);
        zero(large, 16 * 1024);
        Memory.fill(large, 16 * 1024, (byte) -1);
        space.publishLarge(large, 0);
        space.clearLineMarks();
        sweep(1);
        space.shrink(0);
        assertThat(space.committedBytes()).isEqualTo(1024);
        assertThat(space.heapShrinks()).isEqualTo(1);
        zero(space.allocateLarge(16 * 1024), 16 * 1024);
        assertThat(space.committedBytes()).isEqualTo(16 * 1024);
    }

    @Test
    void aLargeObjectInMemoryThatWasGivenBackReadsAsZero() {
        open(blocks(1024, 1, 16));
        long large = space.allocateLarge(16 * 1024);
        zero(large, 16 * 1024);
        Memory.fill(large, 16 * 1024, (byte) -1);
        space.publishLarge(large, 0);
        space.clearLineMarks();
        sweep(1);
        space.shrink(0);
        long again = space.allocateLarge(12 * 1024);
        zero(again, 12 * 1024);
    }

    @Test
    void theHeapKeepsWhatItIsToldToKeepAndWhatIsInUse() {
        open(blocks(1024, 1, 64));
        long first = space.allocateLarge(20 * 1024);
        long second = space.allocateLarge(20 * 1024);
        space.publishLarge(first, 0);
        space.publishLarge(second, 0);
        long committed = space.committedBytes();
        space.shrink(0);
        assertThat(space.committedBytes()).isEqualTo(committed);
        space.clearLineMarks();
        space.markLines(first, 20 * 1024);
        sweep(1);
        space.shrink(30 * 1024);
        assertThat(space.committedBytes()).isBetween(30L * 1024, committed);
        space.shrink(0);
        assertThat(space.committedBytes()).isGreaterThanOrEqualTo(20 * 1024);
        assertThat(space.isInUse(first, 20 * 1024)).isTrue();
    }

    /// Objects of random sizes live and die at random; none ever shares a byte with a live one.
    @Test
    void liveObjectsAreNeverOverwrittenInARandomProgram() {
        long seed = Long.getLong("coex.seed", System.nanoTime());
        System.out.println("seed " + seed + "; replay with -Dcoex.seed=" + seed);
        Random random = new Random(seed);
        open(blocks(4096, 2, 256));
        TreeMap<Long, Integer> live = new TreeMap<>();
        AllocationBuffer[] buffers = {
            new AllocationBuffer(space, false), new AllocationBuffer(space, true)
        };
        for (int cycle = 1; cycle < 60; cycle++) {
            for (int i = 0; i < 400; i++) {
                int bytes = 8 * (1 + random.nextInt(random.nextInt(10) == 0 ? 255 : 20));
                int epoch = cycle - 1;
                long at = buffers[random.nextInt(2)].bumpOrRefill(bytes, epoch);
                if (at == 0) {
                    break;
                }
                assertThat(space.isInUse(at, bytes)).isTrue();
                var below = live.floorEntry(at);
                assertThat(below == null || below.getKey() + below.getValue() <= at).isTrue();
                var above = live.ceilingEntry(at);
                assertThat(above == null || at + bytes <= above.getKey()).isTrue();
                Memory.fill(at, bytes, (byte) -1);
                live.put(at, bytes);
            }
            List<Long> dying = new ArrayList<>(live.keySet());
            Collections.shuffle(dying, random);
            dying.subList(0, dying.size() * 2 / 3).forEach(live::remove);
            for (AllocationBuffer buffer : buffers) {
                buffer.close(cycle - 1);
            }
            space.clearLineMarks();
            live.forEach(space::markLines);
            sweep(cycle);
            live.forEach((at, bytes) -> assertThat(space.touchesFreeLine(at, bytes)).isFalse());
            space.shrink(0);
        }
    }

    @Test
    void theLargestObjectIsOneThatCanBeAllocated() {
        open(blocks(1024, 8, 8));
        assertThat(space.fragmentation().largestObjectBytes()).isEqualTo(8 * 1024);
        long first = space.allocateLarge(3 * 1024); // three blocks in use, five free
        assertThat(first).isNotZero();
        assertThat(space.fragmentation().largestObjectBytes()).isEqualTo(5 * 1024);
        long second = space.allocateLarge(3 * 1024);
        space.abandonLarge(first); // three free, three in use, two free
        assertThat(second).isNotZero();
        assertThat(space.fragmentation().largestObjectBytes()).isEqualTo(3 * 1024);
        assertThat(space.allocateLarge(3 * 1024 + 1)).isZero();
        assertThat(space.allocateLarge(3 * 1024)).isNotZero();
    }
}
