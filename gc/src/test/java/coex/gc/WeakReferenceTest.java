package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// A weak reference names its object as long as that lives by other means, and 0 from then on.
class WeakReferenceTest {

    private Heap heap;
    private Mutator mutator;
    private Shape box;
    private Field value;
    private Shape weak;
    private Field first;
    private Field second;
    private Field strong;

    private void open(HeapOptions.Builder options) {
        heap = Heap.open(options.build());
        mutator = heap.attach();
        box = heap.shape("Box").longField("value").build();
        value = box.field("value");
        weak = heap.shape("Weak").reference("strong").weak("first").weak("second").build();
        first = weak.field("first");
        second = weak.field("second");
        strong = weak.field("strong");
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long newBox(long content) {
        long handle = mutator.allocate(box);
        mutator.setLong(handle, value, content);
        mutator.seal(handle);
        return handle;
    }

    @Test
    void aWeakReferenceIsClearedInTheCycleInWhichItsTargetDies() {
        open(Heaps.verified());
        try (Frame frame = mutator.frame(2)) {
            frame.set(0, mutator.allocate(weak));
            assertThat(mutator.getWeak(frame.get(0), first)).isZero();
            frame.set(1, newBox(5));
            mutator.setWeak(frame.get(0), first, frame.get(1));
            heap.collect();
            assertThat(heap.stats().collection().weakCleared()).isZero();
            assertThat(mutator.getWeak(frame.get(0), first)).isEqualTo(frame.get(1));
            frame.set(1, 0);
            long still = mutator.getWeak(frame.get(0), first);
            assertThat(mutator.getLong(still, value)).isEqualTo(5);
            heap.collect();
            assertThat(heap.stats().collection().weakCleared()).isEqualTo(1);
            assertThat(mutator.getWeak(frame.get(0), first)).isZero();
            assertThat(mutator.isLive(still)).isFalse();
        }
    }

    @Test
    void severalWeakFieldsOfOneObjectAreJudgedOneByOne() {
        open(Heaps.verified());
        try (Frame frame = mutator.frame(2)) {
            frame.set(0, mutator.allocate(weak));
            frame.set(1, newBox(1));
            mutator.setWeak(frame.get(0), second, frame.get(1));
            mutator.setWeak(frame.get(0), first, newBox(2));
            heap.collect();
            assertThat(mutator.getWeak(frame.get(0), first)).isZero();
            assertThat(mutator.getWeak(frame.get(0), second)).isEqualTo(frame.get(1));
            mutator.setWeak(frame.get(0), first, frame.get(1));
            mutator.setWeak(frame.get(0), second, newBox(3));
            heap.collect();
            assertThat(mutator.getWeak(frame.get(0), first)).isEqualTo(frame.get(1));
            assertThat(mutator.getWeak(frame.get(0), second)).isZero();
        }
    }

    @Test
    void aTargetThatIsAlsoHeldStronglyByTheSameObjectLives() {
        open(Heaps.verified());
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocate(weak));
            mutator.setReference(frame.get(0), strong, newBox(3));
            mutator.setWeak(frame.get(0), first, mutator.getReference(frame.get(0), strong));
            heap.collect();
            assertThat(mutator.getLong(mutator.getWeak(frame.get(0), first), value)).isEqualTo(3);
        }
    }

    @Test
    void objectsThatNameEachOtherWeaklyDieTogether() {
        open(Heaps.verified());
        long one = mutator.allocate(weak);
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, one);
            long other = mutator.allocate(weak);
            mutator.setWeak(one, first, other);
            mutator.setWeak(other, first, one);
        }
        heap.collect();
        assertThat(heap.stats().collection().objectsSwept()).isEqualTo(2);
        assertThat(heap.stats().collection().weakCleared()).isZero();
    }

    /// The reader and the collector agree on one of two outcomes, in every phase.
    @Test
    void aWeakReadInAnyPhaseGivesALiveObjectOrNothing() {
        for (Phase phase : Phase.values()) {
            PhaseGate gate = new PhaseGate(phase);
            open(Heaps.verified().listener(gate));
            try (Frame frame = mutator.frame(2)) {
                frame.set(0, mutator.allocate(weak));
                mutator.setWeak(frame.get(0), first, newBox(8));
                gate.collectUpToHere(mutator);
                long read = mutator.getWeak(frame.get(0), first);
                frame.set(1, read);
                gate.openAndFinish(mutator);
                assertThat(mutator.getWeak(frame.get(0), first)).isEqualTo(read);
                if (EnumSet.range(Phase.PREPARE, Phase.SNAPSHOT).contains(phase)) {
                    assertThat(read).as("before marking, after %s", phase).isNotZero();
                }
                if (EnumSet.range(Phase.WEAK, Phase.FINISH).contains(phase)) {
                    assertThat(read).as("judged, after %s", phase).isZero();
                }
                heap.collect();
                if (read != 0) {
                    assertThat(mutator.getLong(frame.get(1), value)).isEqualTo(8);
                }
            }
            heap.close();
        }
    }

    @Test
    void aWeakFieldSetInAnyPhaseIsRightAfterwards() {
        for (Phase phase : Phase.values()) {
            PhaseGate gate = new PhaseGate(phase);
            open(Heaps.verified().listener(gate));
            try (Frame frame = mutator.frame(3)) {
                frame.set(0, mutator.allocate(weak));
                frame.set(1, newBox(8));
                gate.collectUpToHere(mutator);
                frame.set(2, mutator.allocate(weak));
                mutator.setWeak(frame.get(0), first, frame.get(1));
                mutator.setWeak(frame.get(2), first, frame.get(1));
                gate.openAndFinish(mutator);
                assertThat(mutator.getWeak(frame.get(0), first)).isEqualTo(frame.get(1));
                assertThat(mutator.getWeak(frame.get(2), first)).isEqualTo(frame.get(1));
                frame.set(1, 0);
                heap.collect();
                assertThat(mutator.getWeak(frame.get(0), first)).as("after %s", phase).isZero();
                assertThat(mutator.getWeak(frame.get(2), first)).as("after %s", phase).isZero();
            }
            heap.close();
        }
    }

    @Test
    void readersThatRaceWithTheEndOfMarkingNeverSeeAFreedObject() throws InterruptedException {
        open(Heaps.verified().maximumBytes(4 << 20).verifyAfter(List.of(Phase.MARK)));
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        GlobalRoot root = heap.newRoot();
        root.set(mutator, mutator.allocate(weak));
        Mutator.Task reader =
                (own, frame) -> {
                    try {
                        while (!stop.get()) {
                            frame.set(0, own.getWeak(root.get(own), first));
                            own.safepoint();
                            if (frame.get(0) != 0) {
                                assertThat(own.getLong(frame.get(0), value)).isEqualTo(6);
                            } else {
                                frame.set(0, own.allocate(box));
                                own.setLong(frame.get(0), value, 6);
                                own.seal(frame.get(0));
                                own.setWeak(root.get(own), first, frame.get(0));
                            }
                            frame.set(0, 0);
                        }
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                };
        List<Thread> readers = new ArrayList<>();
        readers.add(mutator.spawn(reader, 0L));
        readers.add(mutator.spawn(reader, 0L));
        for (int i = 0; i < 20 && failure.get() == null; i++) {
            heap.collect();
        }
        stop.set(true);
        try (var _ = mutator.safeRegion()) {
            for (Thread thread : readers) {
                thread.join();
            }
        }
        assertThat(failure.get()).isNull();
        Heaps.assertValid(heap);
    }
}
