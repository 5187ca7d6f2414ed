package coex.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.StressOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.HeapCyclesMXBean.Cycle;

import com.sun.management.GarbageCollectionNotificationInfo;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;

import javax.management.ObjectName;

/// Which kind a cycle was, as the beans of a heap tell it.
class HeapWatchTest {

    private final Heap heap =
            Heap.open(
                    HeapOptions.builder()
                            .name("kinds")
                            .initialBytes(1 << 20)
                            .maximumBytes(1 << 22)
                            .idleAfter(Duration.ofHours(1))
                            .stress(StressOptions.NONE.withFullEvery(Integer.MAX_VALUE))
                            .build());
    private final HeapAnnouncer announcer = new HeapAnnouncer("kinds");
    private final HeapWatch watch = new HeapWatch(heap, announcer, () -> {});
    private final WatchedHeap watched = new WatchedHeap(heap);
    private final Mutator mutator = heap.attach();
    private final Shape node = heap.shape("Node").longField("number").build();
    private final Frame frame = mutator.frame(2);

    @BeforeEach
    void listen() {
        heap.addListener(watch);
    }

    @AfterEach
    void close() {
        announcer.close();
        heap.close();
    }

    private void collectYoung() {
        ConcurrentHeap.of(heap).collectAsBest();
    }

    @Test
    void eachCycleHasItsKindAndWhatIsOldInAll() {
        frame.set(0, mutator.allocate(node));
        heap.collect();
        Cycle full = watch.lastCycle();
        assertThat(full.kind()).isEqualTo("FULL");
        assertThat(full.objectsMarked()).isEqualTo(1);
        assertThat(full.bytesOld()).isEqualTo(full.bytesMarked()).isPositive();

        frame.set(1, mutator.allocate(node));
        collectYoung();
        Cycle young = watch.lastCycle();
        assertThat(young.id()).isEqualTo(2);
        assertThat(young.kind()).isEqualTo("YOUNG");
        assertThat(young.objectsMarked()).as("traced").isEqualTo(1);
        assertThat(young.bytesOld()).isEqualTo(full.bytesMarked() + young.bytesMarked());
        assertThat(watch.lastFullCycle()).isSameAs(full);
    }

    @Test
    void theCycleUnderWayHasItsKind() {
        heap.collect();
        watch.cycleStarted(2, CycleKind.YOUNG, Cause.GROWTH);
        assertThat(watch.runningCycle().kind()).isEqualTo("YOUNG");
        watch.phaseEnded(2, Phase.PREPARE, Duration.ZERO);
        assertThat(watch.runningCycle().kind()).isEqualTo("YOUNG");
        watch.cycleEnded(2, heap.stats());
        watch.cycleStarted(3, CycleKind.FULL, Cause.IDLE);
        assertThat(watch.runningCycle().kind()).isEqualTo("FULL");
    }

    @Test
    void youngAndFullCyclesAreCounted() throws Exception {
        heap.collect();
        collectYoung();
        collectYoung();
        heap.collect();
        collectYoung();
        var bean =
                new CyclesBean(watched, watch, announcer, new ObjectName("coex:type=HeapCycles"));
        assertThat(bean.getCollectionCount()).isEqualTo(5);
        assertThat(bean.getYoungCollectionCount()).isEqualTo(3);
        assertThat(bean.getFullCollectionCount()).isEqualTo(2);
        assertThat(Figures.counts(heap.stats(), watch).youngCycles()).isEqualTo(3);
    }

    @Test
    void aNotificationSaysWhichKindHasEnded() {
        heap.collect();
        Cycle full = watch.lastCycle();
        collectYoung();
        Cycle young = watch.lastCycle();
        var ofFull = GarbageCollectionNotificationInfo.from(CycleNotice.of("kinds", full));
        var ofYoung = GarbageCollectionNotificationInfo.from(CycleNotice.of("kinds", young));
        assertThat(ofFull.getGcAction()).isEqualTo("end of full cycle");
        assertThat(ofYoung.getGcAction()).isEqualTo("end of young cycle");
    }

    /// Another thread may want a cycle as soon as the full one has ended.
    @Test
    void collectTellsOfTheFullCycleThoughAYoungOneHasEndedSince() {
        HeapListener youngAfterEach =
                new HeapListener() {
                    @Override
                    public void cycleEnded(long cycle, HeapStats stats) {
                        watch.cycleStarted(cycle + 1, CycleKind.YOUNG, Cause.GROWTH);
                        watch.cycleEnded(cycle + 1, stats);
                    }
                };
        heap.addListener(youngAfterEach);
        Cycle told = new HeapBean(watched, watch, null, null).collect();
        assertThat(watch.lastCycle().id()).isEqualTo(2);
        assertThat(told.id()).isEqualTo(1);
        assertThat(told.kind()).isEqualTo("FULL");
    }
}
