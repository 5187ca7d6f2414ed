package coex.observe.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/// A reader gets every event once, in order, unless it comes too late; then it is told how many it
/// has missed.
@Timeout(300)
class EventRingTest {

    private static LiveEvent event(long number) {
        return new LiveEvent.Resized(number, "heap", 0, number);
    }

    @Test
    void eventsAreReadFromWhereTheReaderWas() {
        EventRing ring = new EventRing();
        assertThat(ring.after(0)).isEqualTo(new EventRing.Events(java.util.List.of(), 0, 0));
        ring.add(event(1));
        ring.add(event(2));
        assertThat(ring.after(0).events()).containsExactly(event(1), event(2));
        assertThat(ring.after(1).events()).containsExactly(event(2));
        assertThat(ring.after(2).events()).isEmpty();
        assertThat(ring.after(2).last()).isEqualTo(2);
        assertThat(ring.newest()).isEqualTo(2);
    }

    @Test
    void aReaderWhoComesTooLateIsToldHowManyItMissed() {
        EventRing ring = new EventRing();
        int more = 100;
        for (long number = 1; number <= EventRing.ROOM + more; number++) {
            ring.add(event(number));
        }
        EventRing.Events events = ring.after(0);
        assertThat(events.lost()).isEqualTo(more);
        assertThat(events.events()).hasSize(EventRing.ROOM);
        assertThat(events.events().getFirst()).isEqualTo(event(more + 1));
        assertThat(events.last()).isEqualTo(EventRing.ROOM + more);
    }

    @Test
    void aWriterOvertakenByAWholeRoundHidesNothing() {
        EventRing ring = new EventRing();
        long slow = ring.nextNumber();
        for (long number = slow + 1; number <= slow + EventRing.ROOM; number++) {
            ring.add(event(number));
        }
        ring.put(slow, event(slow));
        EventRing.Events events = ring.after(0);
        assertThat(events.lost()).isEqualTo(1);
        assertThat(events.events()).hasSize(EventRing.ROOM);
        assertThat(events.last()).isEqualTo(slow + EventRing.ROOM);
    }

    @Test
    void aReaderBesideManyWritersGetsOrLosesEachEventOnce() throws InterruptedException {
        EventRing ring = new EventRing();
        int threads = 4;
        int each = 50_000;
        CountDownLatch done = new CountDownLatch(threads);
        for (int thread = 0; thread < threads; thread++) {
            long from = (long) thread * each;
            Thread.ofPlatform()
                    .daemon()
                    .start(
                            () -> {
                                for (int i = 0; i < each; i++) {
                                    ring.add(event(from + i));
                                }
                                done.countDown();
                            });
        }
        Set<LiveEvent> seen = new HashSet<>();
        long read = 0;
        long lost = 0;
        long last = 0;
        boolean isDone;
        do {
            isDone = done.getCount() == 0;
            EventRing.Events events = ring.after(last);
            seen.addAll(events.events());
            read += events.events().size();
            lost += events.lost();
            last = events.last();
        } while (!isDone);
        assertThat(seen).hasSize((int) read); // none twice
        assertThat(read + lost).isEqualTo((long) threads * each);
    }
}
