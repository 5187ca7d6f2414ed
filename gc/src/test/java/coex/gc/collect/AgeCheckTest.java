package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.Heaps;
import coex.gc.Invariant;
import coex.gc.InvariantViolation;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.ValidationReport.Check;
import coex.gc.ValidationReport.Problem;
import coex.gc.diagnose.AgeCheck;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.Handshake;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

/// What a young cycle would not find is found between two cycles.
class AgeCheckTest {

    /// Of the first reference of an object, and of the first weak one if there is no other.
    private static final int FIRST = Shape.HEADER_BYTES;

    private final ConcurrentHeap heap = ConcurrentHeap.open(Heaps.calm().build());
    private final Shape box = heap.shape("Box").reference("content").mutable().build();
    private final Shape weakBox = heap.shape("WeakBox").weak("target").build();
    private final Shape node = heap.shape("Node").reference("next").build();
    private final Mutator mutator = heap.attach();
    private final Frame frame = mutator.frame(4);

    @AfterEach
    void close() {
        heap.close();
    }

    private long rooted(int slot, long handle) {
        frame.set(slot, handle);
        return handle;
    }

    private long address(long handle) {
        return heap.core().handles().table().resolve(handle);
    }

    private List<Problem> problems() {
        Handshake handshake = new Handshake(heap.core(), heap.registry());
        AgeCheck ages = new AgeCheck(heap.core(), heap.registry(), handshake, _ -> {});
        try (SafeRegion _ = mutator.safeRegion()) {
            return ages.verify(1).errors();
        }
    }

    private Problem onlyProblem() {
        List<Problem> found = problems();
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().check()).isEqualTo(Check.AGES);
        return found.getFirst();
    }

    @Test
    void whatIsStoredWithTheBarrierIsInOrder() {
        long old = rooted(0, mutator.allocate(box));
        long weak = rooted(1, mutator.allocate(weakBox));
        heap.collect();
        long young = rooted(2, mutator.allocate(box));
        mutator.setReference(old, box.field("content"), young);
        mutator.setWeak(weak, weakBox.field("target"), young);
        assertThat(problems()).isEmpty();
    }

    @Test
    void anOldObjectThatNamesAYoungOneMustBeInALog() {
        long old = rooted(0, mutator.allocate(box));
        heap.collect();
        long young = rooted(2, mutator.allocate(box));
        Memory.putInt(address(old) + FIRST, (int) young);
        Problem problem = onlyProblem();
        assertThat(problem.handle()).isEqualTo(old);
        assertThat(problem.message()).contains("names the young " + young + " at offset 8");
    }

    @Test
    void anOldWeakCellThatNamesAYoungObjectMustBeInALog() {
        long old = rooted(0, mutator.allocate(weakBox));
        heap.collect();
        long young = rooted(2, mutator.allocate(box));
        Memory.putInt(address(old) + FIRST, (int) young);
        assertThat(onlyProblem().handle()).isEqualTo(old);
    }

    @Test
    void whatSaysThatItIsLoggedMustBeInALog() {
        long young = rooted(0, mutator.allocate(box));
        Memory.getAndOrLong(address(young), ObjectHeader.LOGGED);
        Problem problem = onlyProblem();
        assertThat(problem.handle()).isEqualTo(young);
        assertThat(problem.message()).contains("says that it is in a log and is in none");
    }

    @Test
    void whatIsOldAndUnderConstructionMustBeNoted() {
        long old = rooted(0, mutator.allocate(node));
        heap.collect();
        assertThat(onlyProblem().handle()).isEqualTo(old); // here nobody shows what is noted
    }

    @Test
    void aFrameThatIsNotReadAgainMustNameWhatIsOld() {
        frame.set(0, mutator.allocate(box));
        try (Frame _ = mutator.frame(600);
                Frame _ = mutator.frame(1)) {
            heap.collect();
            long young = mutator.allocate(box);
            ConcurrentHeap.contextOf(mutator).stack().setTop(1, young); // unnoticed
            Problem problem = onlyProblem();
            assertThat(problem.handle()).isEqualTo(young);
            assertThat(problem.message()).contains("is young, and in slot 1 of the stack");
        }
    }

    @Test
    void theCollectorLooksAfterEveryCycleOfAHeapThatIsVerified() {
        try (ConcurrentHeap verified =
                ConcurrentHeap.open(Heaps.calm().verifyAfter(Set.of(Phase.MARK)).build())) {
            Shape cell = verified.shape("Cell").reference("content").mutable().build();
            Mutator own = verified.attach();
            Frame kept = own.frame(1);
            kept.set(0, own.allocate(cell));
            verified.collect();
            long address = verified.core().handles().table().resolve(kept.get(0));
            Memory.getAndOrLong(address, ObjectHeader.LOGGED);
            assertThatThrownBy(verified::collect)
                    .isInstanceOfSatisfying(
                            InvariantViolation.class,
                            e -> assertThat(e.invariant()).isEqualTo(Invariant.OLD_NAMES_OLD))
                    .hasMessageContaining("says that it is in a log and is in none");
        }
    }
}
