package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/// What is shaded when, of a stack of frames with two slots each: frame 0 has 10 and 11, frame 1
/// has 20 and 21, and so on.
class ShadowStackTest {

    private static final int FRAMES = 5;

    private final List<Long> shaded = new ArrayList<>();
    private final ShadowStack stack = new ShadowStack(4, shaded::add, shaded::add);

    ShadowStackTest() {
        for (int frame = 0; frame < FRAMES; frame++) {
            stack.push(2);
            stack.set(2 * frame, 10L * (frame + 1));
            stack.set(2 * frame + 1, 10L * (frame + 1) + 1);
        }
    }

    @Test
    void theTopFrameIsShadedAndTheRestFrozen() {
        stack.freezeBelowTop(0, shaded::add);
        assertThat(shaded).containsExactly(50L, 51L);
        assertThat(stack.watermark()).isEqualTo(8);
    }

    @Test
    void wholeFramesAreShadedUpToTheNumberOfSlots() {
        stack.freezeBelowTop(5, shaded::add);
        assertThat(shaded).containsExactly(30L, 31L, 40L, 41L, 50L, 51L);
        assertThat(stack.watermark()).isEqualTo(4);
    }

    @Test
    void everyFrameIsShadedBeforeItIsReturnedTo() {
        stack.freezeBelowTop(0, shaded::add);
        for (int frame = FRAMES - 1; frame > 0; frame--) {
            shaded.clear();
            stack.popTo(frame);
            assertThat(shaded).containsExactlyInAnyOrder(10L * frame, 10L * frame + 1);
            assertThat(stack.watermark()).isEqualTo(2 * (frame - 1));
        }
        shaded.clear();
        stack.popTo(0);
        assertThat(shaded).isEmpty();
    }

    /// Frames 1 to 3 were popped without being returned to.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNewFrameShadesWhatItOverwritesOfFrozenOnes(boolean generated) {
        stack.freezeBelowTop(0, shaded::add);
        stack.popTo(1);
        assertThat(shaded).containsExactly(50L, 51L, 10L, 11L);
        shaded.clear();
        if (generated) {
            stack.enter(3);
        } else {
            stack.push(3);
        }
        assertThat(shaded).containsExactly(20L, 21L, 30L);
        shaded.clear();
        stack.push(6);
        assertThat(shaded).as("frozen ones only").containsExactly(31L, 40L, 41L);
    }

    @Test
    void aFrozenSlotIsShadedWhenItIsReadAndWhenItIsWritten() {
        stack.freezeBelowTop(0, shaded::add);
        shaded.clear();
        assertThat(stack.get(7)).isEqualTo(41);
        assertThat(shaded).containsExactly(41L);
        stack.set(6, 7);
        assertThat(shaded).containsExactly(41L, 40L);
        stack.set(8, 7);
        assertThat(stack.get(8)).isEqualTo(7);
        assertThat(shaded).as("the top frame is not frozen").hasSize(2);
    }

    @Test
    void nothingIsShadedAfterTheThaw() {
        stack.freezeBelowTop(0, shaded::add);
        stack.thawAll();
        shaded.clear();
        stack.get(0);
        stack.popTo(2);
        stack.push(4);
        stack.leave(4);
        assertThat(shaded).isEmpty();
    }

    /// Slot 3 was written while frozen, so slots from there on are read again. Then generated code
    /// returns into the frame that it belongs to, and stores into slot 2 as into any top frame.
    @Test
    void aFrameThatIsReturnedToIsReadAgainAsAWhole() {
        stack.popTo(2);
        stack.enter(2);
        stack.freezeBelowTop(0, shaded::add);
        stack.set(3, 7);
        stack.endFreeze();
        stack.leave(4);
        stack.setTop(2, 8);
        stack.enter(2);
        stack.freezeBelowTop(0, shaded::add);
        assertThat(stack.unread()).isEqualTo(2);
    }

    @Test
    void whatWasWrittenBelowTheWatermarkIsReadAgain() {
        stack.freezeBelowTop(0, shaded::add);
        stack.endFreeze();
        stack.set(5, 7);
        stack.freezeBelowTop(0, shaded::add);
        assertThat(stack.unread()).isEqualTo(5);
        stack.endFreeze();
        stack.endFreeze(); // asked again
        stack.freezeBelowTop(0, shaded::add);
        assertThat(stack.unread()).as("nothing was written since").isEqualTo(8);
    }
}
