package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.InvariantViolation;

import org.junit.jupiter.api.Test;

/// Code that checks itself pops the top frame and no other.
class FramePopTest {

    private static final ShadowStack.Shader NONE = _ -> {};

    private final ShadowStack stack = new ShadowStack(4, NONE, NONE);

    @Test
    void theTopFrameMayBePopped() {
        int lower = stack.enter(2);
        int upper = stack.enter(1);
        stack.requireTop(upper);
        stack.leave(upper);
        stack.requireTop(lower);
        stack.leave(lower);
        assertThat(stack.depth()).isZero();
    }

    @Test
    void aFrameBelowTheTopIsNamed() {
        int lower = stack.enter(2);
        stack.enter(1);
        assertThatThrownBy(() -> stack.requireTop(lower))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("base=0 depth=2 top frame's base=2");
    }

    @Test
    void aFrameThatWasPoppedIsNamed() {
        int only = stack.enter(1);
        stack.leave(only);
        assertThatThrownBy(() -> stack.requireTop(only))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("depth=0 top frame's base=none");
    }

    @Test
    void aFrameOfAnEmbedderIsNotOneOfGeneratedCode() {
        int frame = stack.push(1);
        int base = stack.base(frame);
        assertThatThrownBy(() -> stack.requireTop(base)).isInstanceOf(InvariantViolation.class);
    }
}
