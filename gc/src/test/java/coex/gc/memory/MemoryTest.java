package coex.gc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/// Memory is contiguous whatever it is made of; chunks of an arena end at multiples of 4 MiB.
class MemoryTest {

    private static final int CHUNK = 4 << 20;
    private static final int BYTES = 3 * CHUNK;

    private Reservation memory;
    private long base;

    @BeforeEach
    void commit() {
        memory = Reservation.of("test", BYTES, false);
        memory.commitTo(BYTES);
        base = memory.base();
    }

    @AfterEach
    void release() {
        memory.release();
    }

    @Test
    void bytesCopiedInComeOutAcrossChunkBorders() {
        byte[] source = new byte[BYTES];
        new Random(1).nextBytes(source);
        Memory.copyIn(source, 0, base, BYTES);
        byte[] target = new byte[BYTES];
        Memory.copyOut(base, target, 0, BYTES);
        assertThat(Arrays.equals(source, target)).isTrue();
        for (int at : new int[] {0, CHUNK - 1, CHUNK, 2 * CHUNK - 1, 2 * CHUNK, BYTES - 1}) {
            assertThat(Memory.getByte(base + at)).isEqualTo(source[at]);
        }
    }

    @Test
    void bytesCopiedFromMemoryToMemoryArriveAcrossChunkBorders() {
        byte[] source = new byte[CHUNK + 100];
        new Random(2).nextBytes(source);
        Memory.copyIn(source, 0, base + 77, source.length);
        Memory.copy(base + 77, base + 2 * CHUNK - 200, CHUNK + 99);
        byte[] target = new byte[source.length];
        Memory.copyOut(base + 2 * CHUNK - 200, target, 0, target.length);
        assertThat(Arrays.mismatch(source, target)).isEqualTo(CHUNK + 99);
        assertThat(Memory.getByte(base + 2 * CHUNK - 201)).isZero();
    }

    @Test
    void fillingStopsWhereItShould() {
        Memory.fill(base + CHUNK - 5, CHUNK + 10, (byte) 7);
        assertThat(Memory.getByte(base + CHUNK - 6)).isZero();
        assertThat(Memory.getByte(base + CHUNK - 5)).isEqualTo((byte) 7);
        assertThat(Memory.getByte(base + 2 * CHUNK + 4)).isEqualTo((byte) 7);
        assertThat(Memory.getByte(base + 2 * CHUNK + 5)).isZero();
        Memory.fill(base, 0, (byte) 9);
        assertThat(Memory.getByte(base)).isZero();
    }

    @Test
    void everyModeOfAccessSeesTheOthers() {
        long at = base + CHUNK - 8;
        Memory.putLong(at, -2);
        assertThat(Memory.getLongAcquire(at)).isEqualTo(-2);
        Memory.putLongRelease(at, 3);
        assertThat(Memory.getLongOpaque(at)).isEqualTo(3);
        Memory.putLongOpaque(at, 0b1100);
        assertThat(Memory.getAndOrLong(at, 0b0011)).isEqualTo(0b1100);
        assertThat(Memory.getAndAndLong(at, 0b0101)).isEqualTo(0b1111);
        assertThat(Memory.compareAndSetLong(at, 0b0101, Long.MIN_VALUE)).isTrue();
        assertThat(Memory.compareAndSetLong(at, 0b0101, 1)).isFalse();
        assertThat(Memory.getLong(at)).isEqualTo(Long.MIN_VALUE);
        Memory.putInt(at, -5);
        assertThat(Memory.getIntAcquire(at)).isEqualTo(-5);
        Memory.putIntRelease(at, 6);
        assertThat(Memory.getIntOpaque(at)).isEqualTo(6);
        assertThat(Memory.compareAndSetInt(at, 6, 7)).isTrue();
        assertThat(Memory.compareAndSetInt(at, 6, 8)).isFalse();
        assertThat(Memory.getInt(at)).isEqualTo(7);
        Memory.putDouble(at, Double.MIN_VALUE);
        assertThat(Memory.getDouble(at)).isEqualTo(Double.MIN_VALUE);
        Memory.putByte(at, (byte) -1);
        assertThat(Memory.getByteAcquire(at)).isEqualTo((byte) -1);
        Memory.putByteRelease(at, (byte) 2);
        assertThat(Memory.getByte(at)).isEqualTo((byte) 2);
    }
}
