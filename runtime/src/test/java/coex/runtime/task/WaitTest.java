package coex.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WaitTest {

    /// There is no task, so whoever claims fails when it counts that as awake.
    @Test
    void whoeverFailsAfterItHasClaimedHasGivenUp() {
        var wait = new Wait(null, "something", false, true);
        assertThatThrownBy(wait::claim).isInstanceOf(NullPointerException.class);
        assertThat(wait.isOver()).isTrue();
        assertThat(wait.claim()).isFalse();
    }
}
