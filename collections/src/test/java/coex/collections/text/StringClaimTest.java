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
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;

/// Strings that grow from the same one on several threads do not get into each other's bytes: all
/// claim the room behind it at once, one gets it, and the rest copy.
class StringClaimTest {

    private static final int THREADS = 3;
    private static final Duration HANG = Duration.ofMinutes(5);

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void threadsThatAppendToTheSameStringEachGetTheirOwn(TestHeaps options) throws Exception {
        int rounds = options == TestHeaps.PLAIN ? 200_000 : 1000;
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

    /// One of the threads. Each takes the shared string, appends to it, looks, and shares what it
    /// has made: as often as not another thread has taken the same one.
    private record Racer(Mutator checked, Strings strings, GlobalRoot shared, int id) {

        private static final int LONGEST = 300;

        void run(int rounds, CyclicBarrier barrier) throws Exception {
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            byte letter = (byte) ('0' + id);
            byte[] before = new byte[LONGEST];
            byte[] after = new byte[LONGEST + 1];
            try (Frame frame = checked.frame(3)) {
                frame.set(2, strings.of(mutator, new byte[] {letter}, 0, 1));
                try (var _ = checked.safeRegion()) {
                    barrier.await();
                }
                for (int round = 0; round < rounds; round++) {
                    frame.set(0, shared.get(checked));
                    int length = strings.byteLength(mutator, frame.get(0));
                    if (length == 0 || length == LONGEST) {
                        frame.set(0, strings.of(mutator, "s".repeat(60)));
                        length = 60;
                    }
                    strings.copyOut(mutator, frame.get(0), 0, before, 0, length);
                    frame.set(1, strings.concat(mutator, frame.get(0), frame.get(2)));
                    shared.set(checked, frame.get(1));
                    strings.copyOut(mutator, frame.get(1), 0, after, 0, length + 1);
                    assertThat(after[length]).isEqualTo(letter);
                    assertThat(Arrays.mismatch(before, 0, length, after, 0, length)).isEqualTo(-1);
                }
            }
        }
    }
}
