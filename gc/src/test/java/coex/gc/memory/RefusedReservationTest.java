package coex.gc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Heaps;
import coex.gc.MemoryRefusedException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A heap that is refused address space while it is opened keeps none.
///
/// Shown in the address space of [ArenaChunks], which is small enough to be filled. With native
/// pages the same code runs, but filling the space of the process would take the JVM's own away.
class RefusedReservationTest {

    private static final long CHUNK = ArenaChunks.CHUNK_BYTES;
    private static final int MORE_THAN_NEEDED = 64;

    private final List<Reservation> taken = new ArrayList<>();

    @AfterEach
    void giveBack() {
        taken.forEach(Reservation::release);
    }

    @Test
    void aHeapThatCannotReserveAllItNeedsKeepsNothing() {
        assumeThat(Memory.NATIVE).as("native pages").isFalse();
        takeAllBut(MORE_THAN_NEEDED);
        Set<String> refused = new LinkedHashSet<>();
        int free = 0;
        while (free < MORE_THAN_NEEDED && !opens(free, refused)) {
            free++;
        }
        assertThat(free).isLessThan(MORE_THAN_NEEDED);
        assertThat(refused)
                .containsExactly(
                        "handle table",
                        "mark bits",
                        "allocated handles",
                        "retired handles",
                        "chunks of handles",
                        "heap",
                        "line marks",
                        "written parts",
                        "global roots",
                        "mark stack",
                        "weak cells",
                        "objects to read again",
                        "objects to move");
    }

    /// Opens a heap with so many chunks free; notes what was refused to it, and sees that all of
    /// them are free again.
    private boolean opens(int freeChunks, Set<String> refused) {
        Reservation rest = Reservation.of("rest", (MORE_THAN_NEEDED - freeChunks) * CHUNK, false);
        try {
            return opensNow(refused);
        } finally {
            if (freeChunks > 0) {
                Reservation.of("again", freeChunks * CHUNK, false).release();
            }
            rest.release();
        }
    }

    private static boolean opensNow(Set<String> refused) {
        HeapOptions options = Heaps.tiny().maximumHandles(1 << 10).build();
        try {
            Heap.open(options).close();
            return true;
        } catch (MemoryRefusedException e) {
            assertThat(e).hasMessageStartingWith("cannot reserve address space: region=");
            refused.add(e.getMessage().replaceAll(".*region=(.*) bytes=.*", "$1"));
            return false;
        }
    }

    /// Takes the whole address space, then gives so many consecutive chunks back.
    private void takeAllBut(int chunks) {
        Reservation kept = Reservation.of("kept", chunks * CHUNK, false);
        for (long size = 1 << 12; size > 0; size >>= 4) {
            while (takes(size * CHUNK)) {}
        }
        kept.release();
    }

    private boolean takes(long bytes) {
        try {
            taken.add(Reservation.of("filler", bytes, false));
            return true;
        } catch (MemoryRefusedException e) {
            return false;
        }
    }
}
