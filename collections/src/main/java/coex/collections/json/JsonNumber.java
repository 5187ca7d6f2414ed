// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.text.DecimalFloat;

import java.nio.charset.StandardCharsets;

/// Reads one number of a JSON text.
///
/// A number without point and exponent is an int if it fits 64 bits. Otherwise it is the float
/// nearest to what the text says; one that rounds to infinity is too large. `-0` is the int 0,
/// `-0.0` a float.
///
/// A float of at most 15 digits and a small power of ten is one multiplication or division of exact
/// numbers, so rounded once. [DecimalFloat] does what has at most 19 digits and a power that is not
/// extreme; anything else is left to `Double.parseDouble`.
final class JsonNumber {

    private static final int MOST_EXACT_DIGITS = 15;

    /// So many fit 64 bits without a sign.
    private static final int MOST_DIGITS = 19;

    private static final int MOST_LONG_DIGITS = 18;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };

    /// An exponent beyond this makes any number that a text can hold 0 or infinite.
    private static final int MOST_EXPONENT = Integer.MAX_VALUE / 16;

    private boolean whole;
    private long longValue;
    private double doubleValue;
    private String expected;

    /// Whether it is an int.
    boolean isWhole() {
        return whole;
    }

    long longValue() {
        return longValue;
    }

    double doubleValue() {
        return doubleValue;
    }

    /// What should have been where reading ended, or null if a number was read.
    String expected() {
        return expected;
    }

    boolean isTooLarge() {
        return !whole && Double.isInfinite(doubleValue);
    }

    /// Reads a number that begins, with a digit or a minus sign, at `from`; returns where it ends,
    /// or where something else was expected.
    int read(byte[] text, int from, int end) {
        expected = null;
        boolean negative = text[from] == '-';
        int first = negative ? from + 1 : from;
        int at = first;
        long digits = 0;
        while (at < end && isDigit(text[at])) {
            digits = digits * 10 + (text[at++] - '0'); // may wrap, and is not used then
        }
        if (at == first) {
            expected = "a digit";
            return at;
        }
        if (text[first] == '0' && at > first + 1) {
            expected = "no digit after a leading zero";
            return first + 1;
        }
        if (at < end && (text[at] == '.' || (text[at] | 0x20) == 'e')) {
            return fraction(text, from, at, end, negative, digits, at - first);
        }
        longValue = negative ? -digits : digits;
        whole = fits(at - first, negative);
        if (!whole) {
            doubleValue = parse(text, from, at);
        }
        return at;
    }

    /// Whether a number of so many digits is what `longValue` says.
    private boolean fits(int count, boolean negative) {
        // Up to 9,999,999,999,999,999,999 the sum wraps at most once, and then the sign is wrong.
        return count <= MOST_LONG_DIGITS
                || count == MOST_LONG_DIGITS + 1 && (negative ? longValue < 0 : longValue >= 0);
    }

    private int fraction(
            byte[] text,
            int from,
            int point,
            int end,
            boolean negative,
            long wholeDigits,
            int wholeCount) {
        whole = false;
        int at = point;
        long digits = wholeDigits;
        int count = wholeCount;
        int scale = 0;
        if (text[at] == '.') {
            int first = ++at;
            while (at < end && isDigit(text[at])) {
                digits = digits * 10 + (text[at++] - '0');
            }
            scale = at - first;
            count += scale;
            if (scale == 0) {
                expected = "a digit after the point";
                return at;
            }
        }
        int exponent = 0;
        if (at < end && (text[at] | 0x20) == 'e') {
            at++;
            boolean down = at < end && text[at] == '-';
            if (at < end && (text[at] == '-' || text[at] == '+')) {
                at++;
            }
            int first = at;
            while (at < end && isDigit(text[at])) {
                exponent = Math.min(MOST_EXPONENT, exponent * 10 + (text[at++] - '0'));
            }
            if (at == first) {
                expected = "a digit in the exponent";
                return at;
            }
            exponent = down ? -exponent : exponent;
        }
        int power = exponent - scale;
        if (count <= MOST_EXACT_DIGITS && Math.abs(power) < POWERS.length) {
            double exact = power < 0 ? digits / POWERS[-power] : digits * POWERS[power];
            doubleValue = negative ? -exact : exact;
        } else if (count <= MOST_DIGITS
                && digits != 0
                && power >= DecimalFloat.LEAST
                && power <= DecimalFloat.MOST) {
            double nearest = DecimalFloat.of(digits, power);
            doubleValue = negative ? -nearest : nearest;
        } else {
            doubleValue = parse(text, from, at);
        }
        return at;
    }

    private static double parse(byte[] text, int from, int end) {
        return Double.parseDouble(new String(text, from, end - from, StandardCharsets.US_ASCII));
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }
}
