package coex.collections.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

class NumberTextTest {

    @ParameterizedTest
    @CsvSource({
        "3.14159265, 3.14159",
        "0.1, 0.1",
        "2.0, 2",
        "100000, 100000",
        "1000000, 1e+06",
        "1234567, 1.23457e+06",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "999999.5, 1e+06",
        "-2.5, -2.5",
        "1e300, 1e+300",
        "-0.0, -0",
        "NaN, nan",
        "-Infinity, -inf"
    })
    void aFractionHasSixSignificantDigits(double value, String text) {
        assertThat(NumberText.general(value)).isEqualTo(text);
    }

    @Test
    void sixDigitsAreWhatFormattingInCGives() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(40) - 20);
            double back = Double.parseDouble(NumberText.general(value));
            assertThat(Math.abs(back - value)).isLessThanOrEqualTo(Math.abs(value) * 5.0001e-6);
            assertThat(NumberText.general(back)).isEqualTo(NumberText.general(value));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "12abc, 12",
        "'  -7', -7",
        "+5, 5",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775808, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "-99999999999999999999, -9223372036854775808",
        "007, 7"
    })
    void aWholeNumberIsTheLongestPrefix(String text, long value) {
        assertThat(NumberText.wholeNumber(text)).isEqualTo(value);
    }

    @Test
    void textThatBeginsWithNoNumberIsNone() {
        for (String text : new String[] {"", "abc", "-", "+-1", ".", "e5", "- 1"}) {
            assertThat(NumberText.wholeNumber(text)).as(text).isNull();
            assertThat(NumberText.fraction(text)).as(text).isNull();
        }
        assertThat(NumberText.hexNumber("xyz")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "ff, 255",
        "0x1F, 31",
        "-10, -16",
        "0xg, 0",
        "7fffffffffffffffff, 9223372036854775807"
    })
    void hexadecimalMayHaveAPrefix(String text, long value) {
        assertThat(NumberText.hexNumber(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "3.14, 3.14",
        "42, 42",
        "1e3, 1000",
        "1e, 1",
        "1e+, 1",
        ".5x, 0.5",
        "5., 5",
        "-2.5e-1z, -0.25",
        "0x1p4, 16",
        "0x.8, 0.5",
        "0xz, 0",
        "infinity, Infinity",
        "-inf, -Infinity",
        "nan, NaN"
    })
    void aFractionIsTheLongestPrefix(String text, double value) {
        assertThat(NumberText.fraction(text)).isEqualTo(Double.valueOf(value));
    }
}
