package coex.gc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.MemoryRefusedException;

import org.junit.jupiter.api.Test;

/// Reserved memory is usable where it is committed, and zero when it comes back.
class ReservationTest {

    private static final long MEGABYTE = 1 << 20;

    @Test
    void committedMemoryReadsAsZeroAndKeepsWhatIsWritten() {
        Reservation memory = Reservation.of("test", 64 * MEGABYTE, false);
        try {
            assertThat(memory.committedBytes()).isZero();
            assertThat(memory.commitTo(8 * MEGABYTE)).isTrue();
            assertThat(memory.committedBytes()).isEqualTo(8 * MEGABYTE);
            long last = memory.base() + 8 * MEGABYTE - 8;
            assertThat(Memory.getLong(last)).isZero();
            Memory.putLong(last, 42);
            assertThat(memory.commitTo(16 * MEGABYTE)).isTrue();
            assertThat(Memory.getLong(last)).isEqualTo(42);
            assertThat(Memory.getLong(memory.base() + 16 * MEGABYTE - 8)).isZero();
        } finally {
            memory.release();
        }
    }

    @Test
    void committingLessThanBeforeChangesNothing() {
        Reservation memory = Reservation.of("test", 64 * MEGABYTE, false);
        try {
            memory.commitTo(8 * MEGABYTE);
            assertThat(memory.commitTo(MEGABYTE)).isTrue();
            assertThat(memory.committedBytes()).isEqualTo(8 * MEGABYTE);
        } finally {
            memory.release();
        }
    }

    @Test
    void whatIsBeyondTheCommittedBytesAfterUncommittingReadsAsZeroWhenItComesBack() {
        Reservation memory = Reservation.of("test", 64 * MEGABYTE, false);
        try {
            memory.commitTo(16 * MEGABYTE);
            Memory.fill(memory.base(), 16 * MEGABYTE, (byte) -1);
            memory.uncommitTo(4 * MEGABYTE);
            assertThat(memory.committedBytes()).isEqualTo(4 * MEGABYTE);
            assertThat(Memory.getLong(memory.base() + 4 * MEGABYTE - 8)).isEqualTo(-1);
            memory.commitTo(16 * MEGABYTE);
            for (long at = 4 * MEGABYTE; at < 16 * MEGABYTE; at += 8) {
                assertThat(Memory.getLong(memory.base() + at)).isZero();
            }
        } finally {
            memory.release();
        }
    }

    @Test
    void committingMoreThanIsReservedIsRefused() {
        Reservation memory = Reservation.of("test", MEGABYTE, false);
        try {
            assertThatThrownBy(() -> memory.commitTo(memory.reservedBytes() + 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("test");
        } finally {
            memory.release();
        }
    }

    @Test
    void addressSpaceThatDoesNotExistIsRefusedWithItsNameAndSize() {
        long tooMuch = Memory.NATIVE ? 1L << 60 : 1L << 41;
        assertThatThrownBy(() -> Reservation.of("too large", tooMuch, false))
                .isInstanceOf(MemoryRefusedException.class)
                .hasMessageContaining("region=too large")
                .hasMessageContaining("bytes=" + tooMuch);
    }

    @Test
    void releasingTwiceDoesNothing() {
        Reservation memory = Reservation.of("test", MEGABYTE, true);
        memory.commitTo(MEGABYTE);
        memory.release();
        memory.release();
        assertThat(memory.committedBytes()).isZero();
    }

    @Test
    void hugePagesAreAlignedToTheirSize() {
        Reservation memory = Reservation.of("test", 64 * MEGABYTE, true);
        try {
            memory.commitTo(64 * MEGABYTE);
            assertThat(memory.base() % (2 * MEGABYTE)).isZero();
            Memory.putLong(memory.base() + 64 * MEGABYTE - 8, 1);
        } finally {
            memory.release();
        }
    }
}
