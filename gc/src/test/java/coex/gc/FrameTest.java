package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// Frames hold roots, in any depth, however they are left.
class FrameTest {

    private Heap heap;
    private Mutator mutator;
    private Shape box;
    private Field value;
    private Field next;

    private void open(HeapOptions.Builder options) {
        heap = Heap.open(options.build());
        mutator = heap.attach();
        box = heap.shape("Box").longField("value").reference("next").build();
        value = box.field("value");
        next = box.field("next");
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
    void aNewFrameIsEmptyEvenWhereAnOldOneWas() {
        open(Heaps.calm());
        try (Frame first = mutator.frame(3)) {
            first.set(1, newBox(1));
            assertThat(first.slots()).isEqualTo(3);
        }
        try (Frame second = mutator.frame(3)) {
            assertThat(second.get(0)).isZero();
            assertThat(second.get(1)).isZero();
            assertThat(second.get(2)).isZero();
        }
    }

    @Test
    void aFrameOfNoSlotsAndOneOfTheMostSlotsWork() {
        open(Heaps.calm());
        try (Frame none = mutator.frame(0);
                Frame most = mutator.frame(Frame.MAXIMUM_SLOTS)) {
            assertThat(none.slots()).isZero();
            most.set(Frame.MAXIMUM_SLOTS - 1, newBox(7));
            heap.collect();
            assertThat(mutator.getLong(most.get(Frame.MAXIMUM_SLOTS - 1), value)).isEqualTo(7);
        }
    }

    @Test
    void closingAnOuterFramePopsTheInnerOnes() {
        open(Heaps.calm());
        Frame outer = mutator.frame(1);
        Frame middle = mutator.frame(1);
        Frame inner = mutator.frame(1);
        inner.set(0, newBox(1));
        long dropped = inner.get(0);
        outer.close();
        assertThat(heap.stats().mutators().getFirst().stackDepth()).isZero();
        assertThatThrownBy(() -> inner.get(0)).isInstanceOf(HeapUsageException.class);
        assertThatThrownBy(() -> middle.set(0, 0)).isInstanceOf(HeapUsageException.class);
        middle.close();
        inner.close();
        heap.collect();
        assertThat(mutator.isLive(dropped)).isFalse();
    }

    @Test
    void closingAnOldFrameLeavesANewOneAtTheSameDepthAlone() {
        open(Heaps.calm());
        Frame old = mutator.frame(1);
        old.close();
        try (Frame present = mutator.frame(1)) {
            present.set(0, newBox(5));
            old.close();
            assertThatThrownBy(() -> old.get(0))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessageContaining("frame popped: frame=0 depth=1");
            assertThat(mutator.getLong(present.get(0), value)).isEqualTo(5);
        }
    }

    @Test
    void valuesSurviveAMillionFramesAndCollectionsOnTheWayDownAndUp() {
        open(Heaps.calm().stackSlots(1).maximumBytes(1 << 30));
        int depth = 1_000_000;
        Frame[] frames = new Frame[depth];
        for (int i = 0; i < depth; i++) {
            frames[i] = mutator.frame(1);
            frames[i].set(0, newBox(i));
            if (i % 250_000 == 0) {
                heap.requestCollection();
            }
        }
        heap.collect();
        assertThat(heap.stats().maximumStackDepth()).isEqualTo(depth);
        for (int i = depth - 1; i >= 0; i--) {
            if (i % 50_000 == 0) {
                heap.requestCollection();
            }
            if (i % 1000 == 0) {
                mutator.safepoint();
            }
            assertThat(mutator.getLong(frames[i].get(0), value)).isEqualTo(i);
            frames[i].close();
        }
        Heaps.assertValid(heap);
    }

    @Test
    void aSlotOfALowerFrameCanBeReadAndWrittenDuringMarking() {
        PhaseGate gate = new PhaseGate(Phase.SNAPSHOT);
        open(Heaps.verified().snapshotSlots(0).listener(gate));
        try (Frame low = mutator.frame(3);
                Frame middle = mutator.frame(1);
                Frame top = mutator.frame(1)) {
            low.set(0, newBox(10));
            low.set(1, newBox(11));
            low.set(2, newBox(12));
            middle.set(0, newBox(13));
            gate.collectUpToHere(mutator);
            top.set(0, low.get(0));
            low.set(0, 0);
            long moved = low.get(1);
            low.set(1, low.get(2));
            low.set(2, moved);
            gate.openAndFinish(mutator);
            assertThat(mutator.getLong(top.get(0), value)).isEqualTo(10);
            assertThat(mutator.getLong(low.get(1), value)).isEqualTo(12);
            assertThat(mutator.getLong(low.get(2), value)).isEqualTo(11);
            assertThat(mutator.getLong(middle.get(0), value)).isEqualTo(13);
        }
    }

    @Test
    void aHandleOutlivesItsFrozenFrameInAnObjectBornDuringMarking() {
        PhaseGate gate = new PhaseGate(Phase.SNAPSHOT);
        open(Heaps.verified().snapshotSlots(0).listener(gate));
        Frame outer = mutator.frame(1);
        outer.set(0, newBox(42));
        mutator.frame(1);
        long kept = outer.get(0);
        gate.collectUpToHere(mutator);
        long holder = mutator.allocate(box);
        mutator.setReference(holder, next, kept);
        mutator.seal(holder);
        outer.close(); // as an exception does that unwinds past the inner frame
        try (Frame after = mutator.frame(1)) {
            after.set(0, holder);
            gate.openAndFinish(mutator);
            heap.collect();
            assertThat(mutator.getLong(mutator.getReference(after.get(0), next), value))
                    .isEqualTo(42);
        }
    }

    @Test
    void aHandleOutlivesTheFrozenFrameOfAThreadThatWasBlockedAtTheSnapshot() throws Exception {
        PhaseGate gate = new PhaseGate(Phase.SNAPSHOT);
        open(Heaps.verified().listener(gate));
        List<Frame> frames = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            frames.add(mutator.frame(1));
            frames.get(i).set(0, newBox(i));
        }
        long kept = frames.get(1).get(0);
        Thread driver;
        try (var _ = mutator.safeRegion()) {
            driver =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        Mutator own = heap.attach();
                                        gate.collectUpToHere(own);
                                        own.close();
                                    });
            driver.join();
        }
        long holder = mutator.allocate(box);
        mutator.setReference(holder, next, kept);
        mutator.seal(holder);
        frames.get(0).close();
        try (Frame after = mutator.frame(4)) {
            after.set(0, holder);
            gate.openAndFinish(mutator);
            heap.collect();
            assertThat(mutator.getLong(mutator.getReference(after.get(0), next), value))
                    .isEqualTo(1);
        }
    }

    private static final class Unwinding extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void exceptionsUnwindPastTheWatermarkWithFinallyBlocks() {
        open(Heaps.verified().snapshotSlots(0));
        try (Frame base = mutator.frame(1)) {
            for (int round = 0; round < 20; round++) {
                base.set(0, newBox(round));
                int deep = round * 37;
                assertThatThrownBy(() -> descend(deep, true)).isInstanceOf(Unwinding.class);
                assertThat(mutator.getLong(base.get(0), value)).isEqualTo(round);
            }
        }
        Heaps.assertValid(heap);
    }

    @Test
    void exceptionsUnwindPastTheWatermarkWithoutFinallyBlocks() {
        open(Heaps.verified().snapshotSlots(0));
        for (int round = 0; round < 20; round++) {
            try (Frame base = mutator.frame(1)) {
                base.set(0, newBox(round));
                int deep = round * 37;
                assertThatThrownBy(() -> descend(deep, false)).isInstanceOf(Unwinding.class);
                assertThat(mutator.getLong(base.get(0), value)).isEqualTo(round);
            }
            assertThat(heap.stats().mutators().getFirst().stackDepth()).isZero();
        }
        Heaps.assertValid(heap);
    }

    private void descend(int depth, boolean tidy) {
        Frame frame = mutator.frame(2);
        try {
            frame.set(0, newBox(depth));
            if (depth == 0) {
                heap.requestCollection();
                for (int i = 0; i < 200; i++) {
                    frame.set(1, newBox(i));
                }
                throw new Unwinding();
            }
            descend(depth - 1, tidy);
        } finally {
            if (tidy) {
                assertThat(mutator.getLong(frame.get(0), value)).isEqualTo(depth);
                frame.close();
            }
        }
    }
}
