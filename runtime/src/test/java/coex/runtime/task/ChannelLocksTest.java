package coex.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChannelLocksTest {

    private final ChannelLocks.Bucket bucket = new ChannelLocks().of(1);

    private static Waiter waiter() {
        return new Waiter(new Wait(null, "test", true, true), 0, 0);
    }

    @Test
    void channelsUnderOneLockHaveLinesOfTheirOwn() {
        ChannelLocks.Lines one = bucket.at(1);
        one.receivers.add(waiter());
        ChannelLocks.Lines two = bucket.at(2);
        two.receivers.add(waiter());
        assertThat(two).isNotSameAs(one);
        assertThat(bucket.find(1)).isSameAs(one);
        assertThat(bucket.find(2)).isSameAs(two);
        assertThat(bucket.find(3)).isNull();
    }

    @Test
    void aChannelWhereSomebodyWaitsKeepsItsLinesWhenOthersBecomeEmpty() {
        Waiter first = waiter();
        bucket.at(1).receivers.add(first);
        ChannelLocks.Lines two = bucket.at(2);
        two.receivers.add(waiter());
        bucket.find(1).receivers.remove(first);
        bucket.tidy(1);
        assertThat(bucket.at(2)).isSameAs(two);
        assertThat(bucket.at(3)).isNotSameAs(two);
        assertThat(bucket.find(2)).isSameAs(two);
    }

    @Test
    void emptyLinesOfFurtherChannelsAreForgotten() {
        bucket.at(1).receivers.add(waiter());
        Waiter second = waiter();
        bucket.at(2).senders.add(second);
        bucket.tidy(2);
        assertThat(bucket.find(2)).isNotNull();
        bucket.find(2).senders.remove(second);
        bucket.tidy(2);
        assertThat(bucket.find(2)).isNull();
    }
}
