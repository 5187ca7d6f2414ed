package coex.gc.mark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heaps;
import coex.gc.heap.HeapCore;
import coex.gc.memory.Reservations;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;

/// Work changes hands whole, and the end is seen when there is none anywhere.
class SharedWorkTest {

    private final HeapCore core = new HeapCore(Heaps.calm().build(), null);
    private final Reservations region = new Reservations();
    private final MarkStack own = new MarkStack(region, "test", 10_000);
    private final SharedWork shared = new SharedWork(Protocol.SOUND, 1);
    private final MarkWorker worker = new MarkWorker(core, Protocol.SOUND, true);
    private final MarkHelper helper = new MarkHelper(core, shared, worker, 1, 1);

    @AfterEach
    void release() {
        worker.release();
        region.release();
        core.release();
    }

    private void push(int count) {
        for (int i = 1; i <= count; i++) {
            own.push(i);
        }
    }

    private static Set<Long> popAll(MarkStack stack) {
        Set<Long> popped = new HashSet<>();
        while (!stack.isEmpty()) {
            assertThat(popped.add(stack.pop())).isTrue();
        }
        return popped;
    }

    @Test
    void whatIsGivenIsTheOldestHalfAndNothingIsLost() {
        shared.open();
        push(5);
        shared.give(own);
        assertThat(own.size()).isEqualTo(3);
        shared.enter(helper);
        assertThat(shared.takeNext(helper)).isTrue();
        assertThat(popAll(worker.work())).containsExactlyInAnyOrder(1L, 2L);
        assertThat(popAll(own)).containsExactlyInAnyOrder(3L, 4L, 5L);
    }

    @Test
    void entriesThatWentBackAndForthAreAllThereAtTheEnd() {
        shared.open();
        push(5000);
        Set<Long> seen = new HashSet<>();
        do {
            shared.give(own);
            for (int i = 0; i < 100 && !own.isEmpty(); i++) {
                assertThat(seen.add(own.pop())).isTrue();
            }
        } while (!own.isEmpty() || shared.take(own));
        assertThat(seen).hasSize(5000);
    }

    @Test
    void aSingleEntryIsKept() {
        shared.open();
        push(1);
        shared.give(own);
        assertThat(own.size()).isEqualTo(1);
        assertThat(shared.isQuiet()).isTrue();
    }

    @Test
    void itIsNotQuietWhileThereIsAChunkOrAHelperWithWork() {
        shared.open();
        shared.enter(helper);
        assertThat(shared.isQuiet()).isTrue();
        push(2);
        shared.give(own);
        assertThat(shared.isQuiet()).as("a chunk is here").isFalse();
        shared.takeNext(helper);
        assertThat(shared.isQuiet()).as("a helper has it").isFalse();
        popAll(worker.work());
        assertThat(shared.isQuiet()).as("it has not asked again").isFalse();
        assertThat(shared.takeNext(helper)).isFalse();
        assertThat(shared.isQuiet()).isTrue();
    }

    @Test
    void nobodyEntersOrTakesWhenItIsClosed() {
        shared.open();
        push(4);
        shared.give(own);
        shared.enter(helper);
        shared.close();
        assertThat(shared.takeNext(helper)).isFalse();
        assertThat(shared.wantsMore()).isFalse();
        assertThat(shared.isLeft()).isFalse();
        shared.leave(helper, null);
        assertThat(shared.isLeft()).isTrue();
        assertThat(shared.enter(helper)).isFalse();
        assertThat(shared.isLeft()).isTrue();
    }

    @Test
    void aFailureWithWorkIsToldAndOneWithoutIsNot() {
        Error none = new OutOfMemoryError("of the test");
        shared.open();
        shared.enter(helper);
        shared.leave(helper, none);
        shared.throwFailure();
        assertThat(shared.isQuiet()).isTrue();

        shared.enter(helper);
        push(2);
        shared.give(own);
        shared.takeNext(helper);
        shared.leave(helper, none);
        shared.leave(helper, none);
        assertThat(shared.isLeft()).isTrue();
        assertThatThrownBy(shared::throwFailure).isSameAs(none);
        shared.open();
        shared.throwFailure();
    }

    @Test
    void aMistakeIsToldEvenWithoutWork() {
        RuntimeException mistake = new IllegalStateException("of the test");
        shared.open();
        shared.enter(helper);
        shared.leave(helper, mistake);
        assertThatThrownBy(shared::throwFailure).isSameAs(mistake);
    }
}
