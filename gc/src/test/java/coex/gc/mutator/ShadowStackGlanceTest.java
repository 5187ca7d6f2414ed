package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.mutator.ShadowStack.Glance;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/// A glance at a stack shows its frames from the top down, also while its owner works on it.
class ShadowStackGlanceTest {

    private static final ShadowStack.Shader NONE = _ -> {};

    private final ShadowStack stack = new ShadowStack(4, NONE, NONE);

    private void push(long... handles) {
        int frame = stack.push(handles.length);
        for (int i = 0; i < handles.length; i++) {
            stack.set(stack.base(frame) + i, handles[i]);
        }
    }

    @Test
    void anEmptyStackHasNoFrames() {
        Glance seen = stack.glance(10);
        assertThat(seen.depth()).isZero();
        assertThat(seen.frozenFrames()).isZero();
        assertThat(seen.frames()).isEmpty();
    }

    @Test
    void framesAreShownFromTheTopDown() {
        push(1, 2, 3);
        push();
        push(4, 5);
        Glance seen = stack.glance(10);
        assertThat(seen.depth()).isEqualTo(3);
        assertThat(seen.frames())
                .containsExactly(new long[] {4, 5}, new long[] {}, new long[] {1, 2, 3});
        stack.popTo(1);
        assertThat(stack.glance(10).frames()).containsExactly(new long[] {1, 2, 3});
    }

    @Test
    void noMoreFramesAreTakenThanAskedFor() {
        for (int i = 0; i < 100; i++) {
            push(i);
        }
        Glance seen = stack.glance(2);
        assertThat(seen.depth()).isEqualTo(100);
        assertThat(seen.frames()).containsExactly(new long[] {99}, new long[] {98});
        assertThat(stack.glance(0).frames()).isEmpty();
    }

    @Test
    void aDeepStackIsSeenPieceByPiece() {
        for (int i = 0; i < 5; i++) {
            push(i, i);
        }
        Glance seen = stack.glance(3, 2);
        assertThat(seen.depth()).isEqualTo(3);
        assertThat(seen.frames()).containsExactly(new long[] {2, 2}, new long[] {1, 1});
        assertThat(stack.glance(1, 2).frames()).containsExactly(new long[] {0, 0});
        assertThat(stack.glance(0, 2).frames()).isEmpty();
        assertThat(stack.glance(9, 1).frames()).containsExactly(new long[] {4, 4});
    }

    @Test
    void frozenFramesAreCountedFromTheBottom() {
        for (int i = 0; i < 5; i++) {
            push(i, i);
        }
        stack.freezeBelowTop(0, NONE);
        assertThat(stack.glance(10).frozenFrames()).isEqualTo(4);
        stack.popTo(3); // returning into a frozen frame thaws it
        assertThat(stack.glance(10).frozenFrames()).isEqualTo(2);
        stack.freezeBelowTop(0, NONE);
        assertThat(stack.glance(10).frozenFrames()).isEqualTo(2);
        stack.thawAll();
        assertThat(stack.glance(10).frozenFrames()).isZero();
    }

    /// Every frame the owner pushes holds its depth in each slot, so whatever is seen is a depth
    /// there has been, or the 0 of a slot not yet written.
    @Test
    @Timeout(300)
    void aGlanceBesideTheOwnerSeesOnlyValuesThatSlotsHaveHad() throws InterruptedException {
        long seed = System.nanoTime();
        AtomicBoolean stop = new AtomicBoolean();
        Thread owner =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    Random random = new Random(seed);
                                    while (!stop.get()) {
                                        if (stack.depth() > 0 && random.nextInt(10) < 4) {
                                            stack.popTo(random.nextInt(stack.depth()));
                                        } else if (stack.depth() < 500) {
                                            long mark = stack.depth() + 1;
                                            push(mark, mark);
                                        }
                                    }
                                });
        for (int i = 0; i < 20_000; i++) {
            Glance seen = stack.glance(1000);
            assertThat(seen.depth()).as("seed=%d", seed).isBetween(0, 500);
            assertThat(seen.frozenFrames()).isBetween(0, seen.depth());
            assertThat(seen.frames()).hasSize(seen.depth());
            for (long[] frame : seen.frames()) {
                for (long handle : frame) {
                    assertThat(handle).as("seed=%d", seed).isBetween(0L, 500L);
                }
            }
        }
        stop.set(true);
        owner.join();
    }
}
