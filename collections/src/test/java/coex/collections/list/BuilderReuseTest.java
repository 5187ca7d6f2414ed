package coex.collections.list;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.value.Primitive;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A type's builder is used again, but by one at a time.
class BuilderReuseTest {

    private static final int ROUNDS = 30_000;

    @Test
    void aBuilderThatIsClosedIsTheNextToBeHadAndOneInUseIsNot() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            ListType longs = ListType.of(heap, Primitive.LONG);
            ListBuilder first = longs.builder();
            ListBuilder second = longs.builder();
            assertThat(second).isNotSameAs(first);
            first.close();
            assertThat(longs.builder()).isSameAs(first);
        }
    }

    @Test
    void threadsThatBuildListsOfOneTypeAtOnceEachGetTheirOwn() throws Exception {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            ListType longs = ListType.of(heap, Primitive.LONG);
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int id = 1; id <= 3; id++) {
                long[] own = new long[80];
                Arrays.fill(own, id);
                threads.add(Thread.ofPlatform().start(() -> build(heap, longs, own, failures)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).isEmpty();
        }
    }

    private static void build(Heap heap, ListType longs, long[] own, Queue<Throwable> failures) {
        try (Mutator checked = heap.attach();
                Frame frame = checked.frame(1)) {
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            long[] found = new long[own.length];
            for (int i = 0; i < ROUNDS; i++) {
                frame.set(0, longs.of(mutator, own, 0, own.length));
                longs.copyOut(mutator, frame.get(0), 0, found, 0, own.length);
                assertThat(found[i % own.length]).isEqualTo(own[0]);
                assertThat(longs.length(mutator, frame.get(0))).isEqualTo(own.length);
            }
        } catch (Throwable e) {
            failures.add(e);
        }
    }
}
