package coex.gc.handle;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.memory.Reservations;

import org.junit.jupiter.api.Test;

class BitmapTest {

    @Test
    void bitsOfAWordAreSetAndClearedWithoutTouchingOthers() {
        Bitmap bitmap = new Bitmap(new Reservations(), "test", 4096, false);
        try {
            bitmap.reservation().commitTo(512);
            bitmap.setBits(1, 0b1101);
            bitmap.setBits(1, 1L << 63);
            bitmap.clearBits(1, 0b0100);
            assertThat(bitmap.wordAcquire(0)).isZero();
            assertThat(bitmap.wordAcquire(1)).isEqualTo(1L << 63 | 0b1001);
            assertThat(bitmap.wordAcquire(2)).isZero();
            bitmap.setWordRelease(63, -1);
            assertThat(bitmap.wordAcquire(63)).isEqualTo(-1);
            assertThat(bitmap.wordAcquire(62)).isZero();
        } finally {
            bitmap.reservation().release();
        }
    }
}
