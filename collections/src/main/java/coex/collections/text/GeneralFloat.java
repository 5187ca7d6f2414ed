// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import java.nio.charset.StandardCharsets;

/// Writes floats with six significant digits, as [NumberText#general] does and much faster.
///
/// A number times or divided by an exact power of ten is rounded once, so it is off by less than
/// 10^-10 where six digits stand before the point. If what follows the point is farther than that
/// from one half, the digits are right. Else, and for very large and very small numbers, the slow
/// way is taken.
public final class GeneralFloat {

    /// The most bytes a number takes.
    public static final int MOST_BYTES = 16;

    private static final double NEAR = 1e-9;
    private static final int DIGITS = 6;
    private static final int LEAST_SIX_DIGITS = 100_000;
    private static final int MOST_PLAIN_EXPONENT = 5;
    private static final int LEAST_PLAIN_EXPONENT = -4;
    private static final double LOG10_OF_2 = 0.30102999566398120;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };

    private GeneralFloat() {}

    /// Writes `value` to `target`, which has room, and returns where it ends.
    public static int put(double value, byte[] target, int from) {
        double magnitude = Math.abs(value);
        int exponent = (int) Math.floor(Math.getExponent(magnitude) * LOG10_OF_2);
        int shift = DIGITS - 1 - exponent;
        if (!(magnitude > 0) || Math.abs(shift) >= POWERS.length - 1) {
            return putSlowly(value, target, from);
        }
        double scaled = scale(magnitude, shift);
        if (scaled >= 10 * LEAST_SIX_DIGITS) { // the estimate may be one too low
            exponent++;
            scaled = scale(magnitude, shift - 1);
        }
        int digits = (int) scaled;
        double rest = scaled - digits;
        if (Math.abs(rest - 0.5) < NEAR) {
            return putSlowly(value, target, from);
        }
        digits += rest > 0.5 ? 1 : 0;
        if (digits == 10 * LEAST_SIX_DIGITS) {
            digits = LEAST_SIX_DIGITS;
            exponent++;
        }
        int at = from;
        if (value < 0) {
            target[at++] = '-';
        }
        return putDigits(digits, exponent, target, at);
    }

    private static double scale(double magnitude, int shift) {
        return shift >= 0 ? magnitude * POWERS[shift] : magnitude / POWERS[-shift];
    }

    private static int putSlowly(double value, byte[] target, int from) {
        byte[] text = NumberText.general(value).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, target, from, text.length);
        return from + text.length;
    }

    /// Writes six digits, of which the first stands for 10^`exponent`, without zeros at the end.
    private static int putDigits(int sixDigits, int exponent, byte[] target, int from) {
        int digits = sixDigits;
        int count = DIGITS;
        while (digits % 10 == 0) {
            digits /= 10;
            count--;
        }
        if (exponent < LEAST_PLAIN_EXPONENT || exponent > MOST_PLAIN_EXPONENT) {
            int end = putWithPoint(digits, count, 1, target, from);
            target[end] = 'e';
            target[end + 1] = (byte) (exponent < 0 ? '-' : '+');
            int magnitude = Math.abs(exponent); // two digits
            target[end + 2] = (byte) ('0' + magnitude / 10);
            target[end + 3] = (byte) ('0' + magnitude % 10);
            return end + 4;
        }
        if (exponent >= 0) {
            return putWithPoint(digits, count, exponent + 1, target, from);
        }
        int at = from;
        target[at++] = '0';
        target[at++] = '.';
        for (int zeros = -1 - exponent; zeros > 0; zeros--) {
            target[at++] = '0';
        }
        return putWithPoint(digits, count, count, target, at);
    }

    /// Writes `count` digits with a point after `before` of them, or zeros if there are not as
    /// many.
    private static int putWithPoint(int digits, int count, int before, byte[] target, int from) {
        boolean point = count > before;
        int end = from + (point ? count + 1 : before);
        int rest = digits;
        int at = end - 1;
        for (int position = Math.max(count, before) - 1; position >= 0; position--) {
            if (point && position == before - 1) {
                target[at--] = '.';
            }
            int digit = position < count ? rest % 10 : 0;
            rest = position < count ? rest / 10 : rest;
            target[at--] = (byte) ('0' + digit);
        }
        return end;
    }
}
