package coex.collections.text;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;

/// Strings that grow from the same one on several threads do not get into each other's bytes: all claim the
/// room behind it at once, one gets it, and the rest copy.
class StringClaimTest {

    private static final int THREADS = 3;
    private static final Duration HANG = Duration.ofSeconds(60);

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void threadsThatAppendToTheSameStringEachGetTheirOwn(TestHeaps options) throws Exception {
        int rounds = options == TestHeaps.PLAIN ? 3000 : 100;
        try (Heap heap = Heap.open(options.options())) {
            Mutator checked = heap.attach();
            Strings strings = Strings.of(heap);
            GlobalRoot shared = heap.newRoot();
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            CyclicBarrier barrier = new CyclicBarrier(THREADS);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int id = i;
                threads.add(
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            try (Mutator own = heap.attach()) {
                                                new Racer(own, strings, shared, id)
                                                        .run(rounds, barrier);
                                            } catch (Throwable e) {
                                                failures.add(e);
                                            }
                                        }));
            }
            for (Thread thread : threads) {
                try (var _ = checked.safeRegion()) {
                    assertThat(thread.join(HANG)).isTrue();
                }
            }
            assertThat(failures).isEmpty();
            assertThat(heap.validate().errors()).isEmpty();
        }
    }

    /// One of the threads. In each round all append to the shared string, and one of them makes its own the next
    /// shared one.
    private record Racer(Mutator checked, Strings strings, GlobalRoot shared, int id) {

        private static final String START =
                "text that is long enough to grow in a buffer, and some more";

        void run(int rounds, CyclicBarrier barrier) throws Exception {
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            String letter = String.valueOf((char) ('0' + id));
            try (Frame frame = checked.frame(3)) {
                frame.set(2, strings.of(mutator, letter));
                for (int round = 0; round < rounds; round++) {
                    meet(barrier);
                    frame.set(0, shared.get(checked));
                    meet(barrier);
                    int before = strings.byteLength(mutator, frame.get(0));
                    if (before == 0 || before > 300) {
                        frame.set(0, strings.of(mutator, START));
                    }
                    String start = strings.toJava(mutator, frame.get(0));
                    frame.set(1, frame.get(0));
                    int more = 1 + round % 5;
                    for (int i = 0; i < more; i++) {
                        frame.set(1, strings.concat(mutator, frame.get(1), frame.get(2)));
                    }
                    assertThat(strings.toJava(mutator, frame.get(1)))
                            .isEqualTo(start + letter.repeat(more));
                    assertThat(strings.toJava(mutator, frame.get(0))).isEqualTo(start);
                    if (round % THREADS == id) {
                        shared.set(checked, frame.get(1));
                    }
                }
            }
        }

        private void meet(CyclicBarrier barrier) throws Exception {
            try (var _ = checked.safeRegion()) {
                barrier.await();
            }
        }
    }
}
