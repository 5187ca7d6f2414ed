package coex.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {

    @Test
    void threeDigitsAreKeptAndNoExponentIsWritten() {
        assertThat(Numbers.plain(0.012345)).isEqualTo("0.0123");
        assertThat(Numbers.plain(4.5678)).isEqualTo("4.57");
        assertThat(Numbers.plain(1_234_567.8)).isEqualTo("1230000");
    }

    @Test
    void smallWholeNumbersAreKeptInFull() {
        assertThat(Numbers.plain(2)).isEqualTo("2");
        assertThat(Numbers.plain(1024)).isEqualTo("1024");
    }

    @Test
    void aMissingNumberIsADash() {
        assertThat(Numbers.plain(Double.NaN)).isEqualTo("-");
    }
}
