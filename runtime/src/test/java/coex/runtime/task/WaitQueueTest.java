package coex.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitQueueTest {

    private final WaitQueue line = new WaitQueue();

    /// Waits with a time limit are not counted, and need no program around them.
    private static Wait newWait() {
        return new Wait(null, "test", true, true);
    }

    private Waiter add(Wait wait) {
        var waiter = new Waiter(wait, 0, 0);
        line.add(waiter);
        return waiter;
    }

    @Test
    void whoCameFirstIsServedFirst() {
        Waiter first = add(newWait());
        Waiter second = add(newWait());
        Waiter third = add(newWait());
        assertThat(line.claimFirst()).isSameAs(first);
        assertThat(line.claimFirst()).isSameAs(second);
        assertThat(line.claimFirst()).isSameAs(third);
        assertThat(line.claimFirst()).isNull();
        assertThat(line.isEmpty()).isTrue();
    }

    @Test
    void whoseWaitIsOverIsPassedOver() {
        Wait over = newWait();
        add(over);
        Waiter second = add(newWait());
        assertThat(over.timeOut()).isTrue();
        assertThat(line.claimFirst()).isSameAs(second);
    }

    @Test
    void whoStandsInTwoLinesIsServedInOne() {
        Wait wait = newWait();
        add(wait);
        var other = new WaitQueue();
        other.add(new Waiter(wait, 1, 0));
        assertThat(other.claimFirst()).isNotNull();
        assertThat(line.claimFirst()).isNull();
    }

    @Test
    void whoLeavesTheMiddleLeavesTheOthersInOrder() {
        Waiter first = add(newWait());
        Waiter second = add(newWait());
        Waiter third = add(newWait());
        line.remove(second);
        line.remove(second);
        assertThat(line.claimFirst()).isSameAs(first);
        assertThat(line.claimFirst()).isSameAs(third);
        assertThat(line.isEmpty()).isTrue();
    }

    @Test
    void aWaitIsEndedOnce() {
        Wait wait = newWait();
        assertThat(wait.claim()).isTrue();
        assertThat(wait.claim()).isFalse();
        assertThat(wait.timeOut()).isFalse();
        assertThat(wait.isOver()).isFalse();
    }
}
