package coex.collections.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/// Floats are written as the slow way writes them.
class GeneralFloatTest {

    private static String text(double value) {
        byte[] target = new byte[GeneralFloat.MOST_BYTES + 1];
        int end = GeneralFloat.put(value, target, 1);
        return new String(target, 1, end - 1, StandardCharsets.US_ASCII);
    }

    private static void check(double value) {
        assertThat(text(value)).isEqualTo(NumberText.general(value));
        assertThat(text(-value)).isEqualTo(NumberText.general(-value));
    }

    @Test
    void theExamplesOfTheReferenceAreWrittenAsThere() {
        assertThat(text(3.14159)).isEqualTo("3.14159");
        assertThat(text(0.1)).isEqualTo("0.1");
        assertThat(text(2)).isEqualTo("2");
        assertThat(text(100_000)).isEqualTo("100000");
        assertThat(text(1_000_000)).isEqualTo("1e+06");
        assertThat(text(1_234_567)).isEqualTo("1.23457e+06");
        assertThat(text(0.00001)).isEqualTo("1e-05");
        assertThat(text(-0.0)).isEqualTo("-0");
    }

    @Test
    void powersOfTenAndTheirNeighboursAreWrittenAsTheSlowWayDoes() {
        for (int power = -320; power <= 308; power++) {
            double value = Double.parseDouble("1e" + power);
            check(value);
            check(Math.nextUp(value));
            check(Math.nextDown(value));
            check(value * 9.999995);
            check(value * 9.9999949999);
        }
        check(Double.MIN_VALUE);
        check(Double.MAX_VALUE);
    }

    @Test
    void anyFloatIsWrittenAsTheSlowWayDoes() {
        Random random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            double any = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(any)) {
                check(any);
            }
            check(random.nextInt(10_000_000) / 100.0);
            check(random.nextInt() / 16.0); // many lie in the middle of two
            check(random.nextGaussian() * Math.pow(10, random.nextInt(20) - 10));
        }
    }
}
