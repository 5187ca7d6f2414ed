package coex.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;

/// How numbers are written in results: three significant digits, no exponent.
final class Numbers {

    private static final MathContext THREE_DIGITS = new MathContext(3);

    private Numbers() {}

    /// The number, with whole ones up to 9,999 in full; `-` if there is none.
    static String plain(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return "-";
        }
        if (number == Math.rint(number) && Math.abs(number) < 10_000) {
            return Long.toString((long) number);
        }
        return new BigDecimal(number).round(THREE_DIGITS).stripTrailingZeros().toPlainString();
    }
}
