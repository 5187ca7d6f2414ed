package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapOptions;
import coex.gc.MutatorStats;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.ObjectHeader;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class TaskMutatorsTest {

    private static final int MANY = 1000;

    private final Heap heap = Heap.open(HeapOptions.builder().hugePages(false).build());
    private final TaskMutators mutators = ConcurrentHeap.of(heap).taskMutators();
    private final Shape shape = heap.shape("thing").longField("number").build();

    @Test
    void aContextThatWasGivenBackIsTakenAgain() {
        try (heap) {
            MutatorContext first = mutators.take();
            mutators.giveBack(first);
            MutatorContext again = mutators.take();
            assertThat(again).isSameAs(first);
            assertThat(mutators.taken()).isEqualTo(1);
            mutators.giveBack(again);
            assertThat(mutators.taken()).isZero();
        }
    }

    @Test
    void aThousandThatWaitKeepTheirObjectsAndHoldUpNobody() {
        try (heap) {
            List<MutatorContext> taken = new ArrayList<>();
            List<Long> objects = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                MutatorContext mutator = mutators.take();
                mutator.stack().push(1);
                long object =
                        mutator.allocator()
                                .allocate(shape.id(), shape.fixedBytes(), ObjectHeader.SEALED);
                mutator.stack().set(0, object);
                mutator.releaseBuffers();
                mutator.enterSafeRegion();
                taken.add(mutator);
                objects.add(object);
            }
            heap.collect();
            heap.collect();
            assertThat(heap.validate().errors()).isEmpty();
            assertThat(objects).doesNotHaveDuplicates();
            assertThat(heap.stats().collection().objectsMarked()).isGreaterThanOrEqualTo(MANY);
            for (MutatorContext mutator : taken) {
                assertThat(mutator.leaveSafeRegion()).isTrue();
                assertThat(mutator.address(mutator.stack().peek(0))).isNotZero();
                mutator.popTo(0);
                mutators.giveBack(mutator);
            }
        }
    }

    @Test
    void attentionIsSeenOnceAndDoesNotHideTheCollector() {
        try (heap) {
            MutatorContext mutator = mutators.take();
            mutator.setCompanion("somebody");
            assertThat(mutator.isAsked()).isFalse();
            mutator.requestAttention();
            mutator.poll();
            assertThat(mutator.isAsked()).isTrue();
            mutator.requestPoll();
            assertThat(mutator.takeAttention()).isTrue();
            assertThat(mutator.takeAttention()).isFalse();
            assertThat(mutator.isAsked()).isTrue();
            mutator.poll();
            assertThat(mutator.isAsked()).isFalse();
            mutators.giveBack(mutator);
        }
    }

    @Test
    void askingDoesNotReachThoseInSafeRegions() {
        try (heap) {
            MutatorContext running = mutators.take();
            MutatorContext waiting = mutators.take();
            waiting.enterSafeRegion();
            mutators.askRunning();
            assertThat(running.takeAttention()).isTrue();
            assertThat(waiting.takeAttention()).isFalse();
            waiting.leaveSafeRegion();
            mutators.giveBack(running);
            mutators.giveBack(waiting);
        }
    }

    @Test
    void whoHasNoCompanionPassesOverWhatOnlyThatWouldAnswer() {
        try (heap) {
            MutatorContext mutator = mutators.take();
            mutator.requestAttention();
            mutator.poll();
            assertThat(mutator.isAsked()).isFalse();
            mutator.setCompanion("somebody");
            mutator.requestAttention();
            mutator.poll();
            assertThat(mutator.isAsked()).isTrue();
            assertThat(mutator.takeAttention()).isTrue();
            assertThat(mutator.isAsked()).isFalse();
            mutators.giveBack(mutator);
        }
    }

    @Test
    void noneCountsAsTakenFromAClosedHeap() {
        try (heap) {
            heap.close();
            assertThatThrownBy(mutators::take).isInstanceOf(HeapClosedException.class);
            assertThat(mutators.taken()).isZero();
        }
    }

    @Test
    void thoseThatComeAndGoInAnyOrderAreCountedAndNumberedOnce() {
        try (heap) {
            var random = new Random(7);
            List<MutatorContext> taken = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                for (int i = 0; i < 200; i++) {
                    taken.add(mutators.take());
                }
                for (int i = 0; i < 180; i++) {
                    mutators.giveBack(taken.remove(random.nextInt(taken.size())));
                }
            }
            assertThat(taken.stream().map(MutatorContext::number))
                    .doesNotHaveDuplicates()
                    .allMatch(number -> number <= 300 + 64);
            assertThat(heap.stats().mutators().size()).isBetween(taken.size(), taken.size() + 64);
            assertThat(heap.stats().mutators().stream().map(MutatorStats::thread))
                    .doesNotHaveDuplicates();
            taken.forEach(MutatorContext::enterSafeRegion);
            heap.collect();
            for (MutatorContext mutator : taken) {
                assertThat(mutator.leaveSafeRegion()).isTrue();
                mutators.giveBack(mutator);
            }
            assertThat(heap.stats().mutators()).hasSize(64);
        }
    }

    @Test
    void whoGoesFromAmongOthersLeavesThemInTheHandshake() {
        try (heap) {
            List<MutatorContext> taken = new ArrayList<>();
            for (int i = 0; i < 70; i++) {
                taken.add(mutators.take());
            }
            MutatorContext last = taken.getLast();
            last.stack().push(1);
            long object =
                    last.allocator().allocate(shape.id(), shape.fixedBytes(), ObjectHeader.SEALED);
            last.stack().set(0, object);
            last.enterSafeRegion();
            taken.subList(0, 69).forEach(mutators::giveBack);
            heap.collect();
            assertThat(heap.validate().errors()).isEmpty();
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo(1);
            assertThat(last.leaveSafeRegion()).isTrue();
            mutators.giveBack(last);
        }
    }

    @Test
    void mutatorsHaveTheirNamesFromTheirNumbers() {
        try (heap) {
            MutatorContext first = mutators.take();
            MutatorContext second = mutators.take();
            assertThat(second.number()).isEqualTo(first.number() + 1);
            assertThat(heap.stats().mutators())
                    .extracting(MutatorStats::thread)
                    .containsExactlyInAnyOrder(
                            "coex-lent-" + first.number(), "coex-lent-" + second.number());
            mutators.giveBack(first);
            mutators.giveBack(second);
        }
    }
}
