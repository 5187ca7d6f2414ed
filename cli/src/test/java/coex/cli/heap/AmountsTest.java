package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountsTest {

    @Test
    void bytesHaveThreeDigitsAndABinaryUnit() {
        assertThat(Amounts.bytes(0)).isEqualTo("0 B");
        assertThat(Amounts.bytes(1023)).isEqualTo("1023 B");
        assertThat(Amounts.bytes(1024)).isEqualTo("1.00 KiB");
        assertThat(Amounts.bytes(12.34 * 1024)).isEqualTo("12.3 KiB");
        assertThat(Amounts.bytes(1024 * 1024 - 1)).isEqualTo("1.00 MiB");
        assertThat(Amounts.bytes(1L << 50)).isEqualTo("1024.0 TiB");
    }

    @Test
    void timesAndCountsChangeUnitBeforeTheyHaveFourDigits() {
        assertThat(Amounts.nanos(999)).isEqualTo("999 ns");
        assertThat(Amounts.nanos(1000)).isEqualTo("1.00 µs");
        assertThat(Amounts.nanos(999_999)).isEqualTo("1.00 ms");
        assertThat(Amounts.nanos(90e9)).isEqualTo("90.0 s");
        assertThat(Amounts.count(0.4)).isEqualTo("0.4");
        assertThat(Amounts.count(12)).isEqualTo("12");
        assertThat(Amounts.count(999_999)).isEqualTo("1.00 M");
    }
}
