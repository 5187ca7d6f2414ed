package coex.collections.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.AddressTags;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ObjectAllocator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The tests of this module run with safepoints checked, and each mistake that the check is for is
/// found.
class SafepointCheckTest {

    private static final int BYTES = 16;
    private static final String STALE = "an address was used after a safepoint";

    private Heap heap;
    private Shape cell;
    private MutatorContext mutator;
    private ObjectAllocator allocator;
    private long object;

    @BeforeEach
    void makeAnObject() {
        heap = Heap.open();
        cell = heap.shape("Cell").longField("value").build();
        Mutator attached = heap.attach();
        mutator = ConcurrentHeap.contextOf(attached);
        allocator = mutator.allocator();
        object = attached.allocate(cell);
        attached.setLong(object, cell.field("value"), 7);
        attached.seal(object);
        attached.frame(1).set(0, object);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    @Test
    void theCheckIsOn() {
        assertThat(AddressTags.ON).isTrue();
    }

    @Test
    void anAddressThatIsResolvedAgainAfterAPollIsGood() {
        long address = mutator.address(object);
        assertThat(Memory.getLong(address + 8)).isEqualTo(7);
        mutator.poll();
        assertThat(Memory.getLong(mutator.address(object) + 8)).isEqualTo(7);
    }

    @Test
    void anAddressHeldAcrossAPollIsFound() {
        long address = mutator.address(object);
        mutator.poll();
        assertThatThrownBy(() -> Memory.getLong(address + 8)).hasMessageContaining(STALE);
    }

    @Test
    void everyAccessThroughAnAddressHeldTooLongIsFound() {
        long stale = mutator.address(object) + 8;
        mutator.poll();
        long good = mutator.address(object) + 8;
        for (Runnable access :
                new Runnable[] {
                    () -> Memory.getInt(stale),
                    () -> Memory.putInt(stale, 0),
                    () -> Memory.getIntAcquire(stale),
                    () -> Memory.compareAndSetInt(stale, 0, 0),
                    () -> Memory.getLongAcquire(stale),
                    () -> Memory.getAndOrLong(stale, 0),
                    () -> Memory.getDouble(stale),
                    () -> Memory.getByte(stale),
                    () -> Memory.getByteAcquire(stale),
                    () -> Memory.fill(stale, 8, (byte) 0),
                    () -> Memory.copyOut(stale, new byte[8], 0, 8),
                    () -> Memory.copyIn(new byte[8], 0, stale, 8),
                    () -> Memory.copyWordsOut(stale, new long[1], 0, 1),
                    () -> Memory.copyWords(stale, good, 1),
                    () -> Memory.copy(stale, good, 8),
                    () -> Memory.copy(good, stale, 8),
                    () -> Memory.mismatch(good, stale, 8),
                    () -> mutator.storeReference(stale, stale, 0),
                    () -> mutator.loadWeak(stale)
                }) {
            assertThatThrownBy(access::run).hasMessageContaining(STALE);
        }
        assertThat(Memory.getLong(good)).isEqualTo(7);
    }

    @Test
    void anAddressInTheScratchAcrossAPollIsFound() {
        mutator.scratch()[0] = mutator.address(object);
        mutator.poll();
        assertThatThrownBy(() -> Memory.getLong(mutator.scratch()[0])).hasMessageContaining(STALE);
    }

    @Test
    void anAddressHeldAcrossAnAllocationIsFoundThoughThereWasRoom() {
        long address = mutator.address(object);
        allocator.allocate(cell.id(), BYTES, ObjectHeader.SEALED);
        assertThatThrownBy(() -> Memory.getLong(address)).hasMessageContaining(STALE);
    }

    @Test
    void anAddressHeldAcrossReservingIsFound() {
        long address = mutator.address(object);
        allocator.reserve(BYTES, 1);
        assertThatThrownBy(() -> Memory.getLong(address)).hasMessageContaining(STALE);
    }

    /// Room that is set aside already is passed by half of the times.
    @Test
    void anAddressHeldAcrossMakingRoomIsFoundSoon() {
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 1000; i++) {
                                long address = mutator.address(object);
                                Room.make(mutator, BYTES, 1, 0, 0, 0);
                                long made = allocator.takeReserved(BYTES);
                                Memory.putLong(made + 8, Memory.getLong(address + 8));
                                allocator.publish(made, cell.id(), ObjectHeader.SEALED);
                            }
                        })
                .hasMessageContaining(STALE);
    }

    @Test
    void whatLiesInRoomThatIsSetAsideEndsNoAddress() {
        allocator.reserve(2 * BYTES, 2);
        long address = mutator.address(object);
        for (int i = 0; i < 2; i++) {
            long made = allocator.takeReserved(BYTES);
            Memory.putLong(made + 8, Memory.getLong(address + 8));
            long copy = allocator.publish(made, cell.id(), ObjectHeader.SEALED);
            assertThat(Memory.getLong(mutator.address(copy) + 8)).isEqualTo(7);
        }
    }

    @Test
    void anObjectThatIsNotPublishedAtASafepointIsFound() {
        allocator.reserve(BYTES, 1);
        long made = allocator.takeReserved(BYTES);
        mutator.poll();
        assertThatThrownBy(() -> Memory.putLong(made + 8, 0)).hasMessageContaining(STALE);
    }

    @Test
    void anAddressHeldInASafeRegionIsFound() {
        long address = mutator.address(object);
        mutator.enterSafeRegion();
        assertThatThrownBy(() -> Memory.getLong(address)).hasMessageContaining(STALE);
        mutator.returnFromSafeRegion();
        assertThatThrownBy(() -> Memory.getLong(address)).hasMessageContaining(STALE);
    }

    @Test
    void aPollInAQuietCallIsFound() {
        mutator.beginQuiet("a test");
        assertThatThrownBy(() -> mutator.poll()).hasMessageContaining("a test");
        assertThatThrownBy(() -> mutator.enterSafeRegion()).hasMessageContaining("a test");
        mutator.endQuiet();
        mutator.poll();
    }

    @Test
    void anAllocationInAQuietCallIsFoundThoughThereWasRoom() {
        mutator.beginQuiet("a test");
        assertThatThrownBy(() -> allocator.allocate(cell.id(), BYTES, ObjectHeader.SEALED))
                .hasMessageContaining("a test");
        assertThatThrownBy(() -> allocator.reserve(BYTES, 1)).hasMessageContaining("a test");
        mutator.endQuiet();
        allocator.allocate(cell.id(), BYTES, ObjectHeader.SEALED);
    }
}
