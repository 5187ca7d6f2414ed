package coex.gc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heaps;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which blocks a cycle may empty, and that nobody allocates there meanwhile.
class CandidatesTest {

    private static final int BLOCK_BYTES = 1024;
    private static final int BLOCKS = 4;
    private static final int OBJECT_BYTES = 128;

    private final BlockSpace space =
            new BlockSpace(
                    Heaps.tiny()
                            .blockBytes(BLOCK_BYTES)
                            .initialBytes(BLOCKS * BLOCK_BYTES)
                            .maximumBytes(BLOCKS * BLOCK_BYTES)
                            .build(),
                    (_, _, _) -> {});
    private final Candidates candidates = space.candidates();

    @AfterEach
    void release() {
        space.release();
    }

    /// An object in a block that nobody has, and that it leaves mostly free.
    private long objectInABlock(boolean mutable) {
        AllocationBuffer buffer = new AllocationBuffer(space, mutable);
        long address = buffer.bumpOrRefill(OBJECT_BYTES, 0);
        buffer.close(0);
        return address;
    }

    /// Chooses as many as there are, for cycle 1.
    private void chooseAll() {
        candidates.choose(1, Long.MAX_VALUE, Long.MAX_VALUE, 100, 0);
    }

    private long blockOf(long address) {
        return (address - space.base()) / BLOCK_BYTES;
    }

    @Test
    void nobodyAllocatesInOneUntilItIsGivenBack() {
        long object = objectInABlock(false);
        chooseAll();
        assertThat(candidates.contain(object)).isTrue();

        AllocationBuffer meanwhile = new AllocationBuffer(space, false);
        int made = 0;
        for (long at = meanwhile.bumpOrRefill(OBJECT_BYTES, 1);
                at != 0;
                at = meanwhile.bumpOrRefill(OBJECT_BYTES, 1)) {
            assertThat(blockOf(at)).isNotEqualTo(blockOf(object));
            made++;
        }
        assertThat(made).isEqualTo((BLOCKS - 1) * BLOCK_BYTES / OBJECT_BYTES);
        meanwhile.close(1);

        candidates.giveBack();
        assertThat(candidates.contain(object)).isFalse();
        long afterwards = new AllocationBuffer(space, false).bumpOrRefill(OBJECT_BYTES, 1);
        assertThat(blockOf(afterwards)).isEqualTo(blockOf(object));
    }

    @Test
    void blocksOfMutableObjectsAreNone() {
        long mutable = objectInABlock(true);
        long immutable = objectInABlock(false);
        chooseAll();
        assertThat(candidates.contain(immutable)).isTrue();
        assertThat(candidates.contain(mutable)).isFalse();
    }

    @Test
    void blocksThatSomebodyHasOrHadAfterTheSnapshotAreNone() {
        long held = new AllocationBuffer(space, false).bumpOrRefill(OBJECT_BYTES, 0);
        AllocationBuffer late = new AllocationBuffer(space, false);
        long givenUpLate = late.bumpOrRefill(OBJECT_BYTES, 0);
        late.close(1);
        chooseAll();
        assertThat(candidates.contain(held)).isFalse();
        assertThat(candidates.contain(givenUpLate)).isFalse();
        assertThat(candidates.isEmpty()).isTrue();
    }
}
