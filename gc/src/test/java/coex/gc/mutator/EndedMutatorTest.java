package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.HeapClosedException;
import coex.gc.HeapOptions;
import coex.gc.Phase;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;

import org.junit.jupiter.api.Test;

/// A heap closes while a mutator is answering a handshake, between the two looks it takes.
class EndedMutatorTest {

    private MutatorRegistry registry;

    private final HeapCore core =
            new HeapCore(HeapOptions.builder().hugePages(false).build(), this::close);

    private void close(SchedulePoint point) {
        if (point == SchedulePoint.HANDSHAKE_ANSWERED) {
            registry.setClosing();
        }
    }

    @Test
    void itStaysDeadWhateverItDoesNext() {
        registry = new MutatorRegistry(core, Protocol.SOUND, null);
        try {
            MutatorContext mutator = registry.register();
            registry.issue(Phase.SETTLE, (_, _) -> {}, registry.flags());
            assertThatThrownBy(mutator::poll).isInstanceOf(HeapClosedException.class);
            assertThat(mutator.isDead()).isTrue();

            assertThatThrownBy(mutator::enterSafeRegion).isInstanceOf(HeapClosedException.class);

            assertThat(mutator.isDead()).isTrue();
        } finally {
            core.release();
        }
    }
}
