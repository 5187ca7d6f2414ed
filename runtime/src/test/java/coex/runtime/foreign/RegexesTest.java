package coex.runtime.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.text.Strings;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.TaskMutators;
import coex.runtime.TestPrograms;
import coex.runtime.error.CoexError;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

class RegexesTest {
    private static final int ROUNDS = 500;

    /// What they would take if one were never given back is far beyond the limit.
    private static final String LARGE = "(a|b)*c(d|e)+x{10000}";

    @Test
    void aPatternFreedByOneThreadWhileOthersMatchIsFoundOrRefused() throws Exception {
        try (var threads = Executors.newFixedThreadPool(4);
                Heap heap = Heap.open(TestPrograms.plain())) {
            TaskMutators mutators = ConcurrentHeap.of(heap).taskMutators();
            Strings strings = Strings.of(heap);
            var regexes = new Regexes(strings);
            for (int round = 0; round < ROUNDS; round++) {
                long number = in(mutators, mutator -> compile(mutator, strings, regexes));
                assertThat(number).isEqualTo(round + 1L);
                List<Callable<Long>> work = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    work.add(
                            () ->
                                    in(
                                            mutators,
                                            mutator -> match(mutator, strings, regexes, number)));
                    work.add(() -> in(mutators, mutator -> free(mutator, regexes, number)));
                }
                for (Future<Long> done : threads.invokeAll(work)) {
                    assertThat(done.get()).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void onlyWhatIsNotFreedTakesRoom() throws Exception {
        try (Heap heap = Heap.open(TestPrograms.plain())) {
            TaskMutators mutators = ConcurrentHeap.of(heap).taskMutators();
            Strings strings = Strings.of(heap);
            var regexes = new Regexes(strings);
            var last = new AtomicLong();
            long refused =
                    in(
                            mutators,
                            mutator -> {
                                long number = compile(mutator, strings, regexes);
                                while (number > 0) {
                                    last.set(number);
                                    number = compile(mutator, strings, regexes);
                                }
                                return number;
                            });
            assertThat(refused).isEqualTo(-12);
            assertThat(last.get() * 120_000).isBetween(Regexes.MOST_BYTES / 2, Regexes.MOST_BYTES);
            in(mutators, mutator -> free(mutator, regexes, 1));
            in(mutators, mutator -> free(mutator, regexes, 1));
            assertThat(in(mutators, mutator -> compile(mutator, strings, regexes)))
                    .isEqualTo(last.get() + 1);
            assertThat(in(mutators, mutator -> compile(mutator, strings, regexes))).isEqualTo(-12);
        }
    }

    private static long in(TaskMutators mutators, ToLongFunction<MutatorContext> action) {
        MutatorContext mutator = mutators.take();
        try {
            return action.applyAsLong(mutator);
        } finally {
            mutators.giveBack(mutator);
        }
    }

    private static long compile(MutatorContext mutator, Strings strings, Regexes regexes) {
        return regexes.compile(mutator, strings.of(mutator, LARGE), 1);
    }

    private static long match(
            MutatorContext mutator, Strings strings, Regexes regexes, long number) {
        try {
            long text = strings.of(mutator, "abcdddde" + "x".repeat(10_000));
            return regexes.match(mutator, number, text, 0) ? 1 : 0;
        } catch (CoexError e) {
            return e.getMessage().equals("regex used after free: handle=" + number) ? 1 : 0;
        }
    }

    private static long free(MutatorContext mutator, Regexes regexes, long number) {
        regexes.free(mutator, number);
        return 1;
    }
}
