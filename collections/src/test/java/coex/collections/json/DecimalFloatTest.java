package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;

/// Numbers in JSON are read as `Double.parseDouble` reads them, which is right to the last bit.
class DecimalFloatTest {

    private final JsonNumber number = new JsonNumber();

    private void check(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertThat(number.read(bytes, 0, bytes.length)).as(text).isEqualTo(bytes.length);
        assertThat(number.isWhole()).isFalse();
        assertThat(Double.doubleToRawLongBits(number.doubleValue()))
                .as(text)
                .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
    }

    @Test
    void anyDigitsWithAnyPowerGiveTheNearestFloat() {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        Random random = new Random(seed);
        try {
            for (int i = 0; i < 300_000; i++) {
                long digits = random.nextLong() >>> 1 + random.nextInt(63);
                check(digits + "e" + (random.nextInt(160) - 80));
                check("-" + digits + "." + random.nextInt(100_000));
            }
        } catch (AssertionError e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed, e);
        }
    }

    @Test
    void numbersNextToTheMiddleOfTwoFloatsGoToTheRightOne() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            double below = Double.longBitsToDouble(random.nextLong(900L << 52, 1150L << 52));
            BigDecimal middle =
                    new BigDecimal(below).add(new BigDecimal(Math.nextUp(below))).divide(TWO);
            String exact = middle.toString().toLowerCase(Locale.ROOT);
            if (exact.contains(".") || exact.contains("e")) {
                check(exact);
            }
            check(
                    middle.round(new MathContext(19)).unscaledValue()
                            + "e"
                            + -middle.round(new MathContext(19)).scale());
        }
    }

    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    @Test
    void wholeNumbersWithExponentsThatLieBetweenTwoFloatsGoToTheEvenOne() {
        for (long whole = (1L << 53) + 1; whole < (1L << 53) + 2000; whole += 2) {
            check(whole + "e0");
            check(whole + ".0");
            check(whole + "0e-1");
        }
    }

    @Test
    void printedFloatsComeBack() {
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                check(Double.toString(value));
            }
        }
    }
}
