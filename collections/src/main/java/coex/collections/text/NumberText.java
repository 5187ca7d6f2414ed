// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Numbers as text and text as numbers, the way strings convert them.
///
/// Reading takes the longest prefix that is a number, after whitespace and a sign, and ignores the
/// rest; writing a fraction gives six significant digits.
public final class NumberText {

    private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
    private static final int LEAST_PLAIN_EXPONENT = -4;
    private static final int MOST_PLAIN_EXPONENT = 5;

    private NumberText() {}

    /// Six significant digits without trailing zeros; with an exponent of at least two digits if
    /// the number is 10^6 or more, or less than 10^-4. `inf`, `-inf` and `nan` for what is no
    /// number.
    public static String general(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(SIX_DIGITS).stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= LEAST_PLAIN_EXPONENT && exponent <= MOST_PLAIN_EXPONENT) {
            return rounded.toPlainString();
        }
        String digits = rounded.unscaledValue().abs().toString();
        StringBuilder text = new StringBuilder(16);
        text.append(value < 0 ? "-" : "").append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append(exponent < 0 ? "e-" : "e+");
        int magnitude = Math.abs(exponent);
        return text.append(magnitude < 10 ? "0" : "").append(magnitude).toString();
    }

    /// The whole number a text begins with, or null if it begins with none. Out of range is
    /// clamped.
    public static Long wholeNumber(String text) {
        int at = skipSpace(text);
        boolean negative = at < text.length() && text.charAt(at) == '-';
        if (isSign(text, at)) {
            at++;
        }
        return digits(text, at, 10, negative);
    }

    /// Like [#wholeNumber], in hexadecimal, with or without `0x`.
    public static Long hexNumber(String text) {
        int at = skipSpace(text);
        boolean negative = at < text.length() && text.charAt(at) == '-';
        if (isSign(text, at)) {
            at++;
        }
        if (text.regionMatches(true, at, "0x", 0, 2) && isDigit(text, at + 2, 16)) {
            at += 2;
        }
        return digits(text, at, 16, negative);
    }

    private static Long digits(String text, int from, int radix, boolean negative) {
        if (!isDigit(text, from, radix)) {
            return null;
        }
        long limit = negative ? Long.MIN_VALUE : -Long.MAX_VALUE; // negative numbers reach further
        long value = 0;
        for (int at = from; isDigit(text, at, radix); at++) {
            int digit = Character.digit(text.charAt(at), radix);
            if (value < (limit + digit) / radix) {
                return negative ? Long.MIN_VALUE : Long.MAX_VALUE;
            }
            value = value * radix - digit;
        }
        return negative ? value : -value;
    }

    /// The number a text begins with, or null if it begins with none: decimal with point and
    /// exponent, `inf`, `infinity` and `nan` in any case, or hexadecimal with `0x`.
    public static Double fraction(String text) {
        int start = skipSpace(text);
        int at = isSign(text, start) ? start + 1 : start;
        boolean negative = start < text.length() && text.charAt(start) == '-';
        if (text.regionMatches(true, at, "inf", 0, 3)) {
            return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (text.regionMatches(true, at, "nan", 0, 3)) {
            return Double.NaN;
        }
        if (text.regionMatches(true, at, "0x", 0, 2)) {
            Double hexadecimal = hexFraction(text, at + 2, negative);
            if (hexadecimal != null) {
                return hexadecimal;
            }
        }
        int end = endOfDigits(text, at, 10);
        boolean any = end > at;
        if (end < text.length() && text.charAt(end) == '.') {
            int fractionEnd = endOfDigits(text, end + 1, 10);
            any |= fractionEnd > end + 1;
            end = any ? fractionEnd : end;
        }
        if (!any) {
            return null;
        }
        return Double.valueOf(text.substring(start, endOfExponent(text, end, 'e')));
    }

    private static Double hexFraction(String text, int from, boolean negative) {
        int end = endOfDigits(text, from, 16);
        boolean any = end > from;
        if (end < text.length() && text.charAt(end) == '.') {
            int fractionEnd = endOfDigits(text, end + 1, 16);
            any |= fractionEnd > end + 1;
            end = any ? fractionEnd : end;
        }
        if (!any) {
            return null;
        }
        int whole = endOfExponent(text, end, 'p');
        String exponent = whole > end ? "" : "p0"; // Java asks for one
        double value = Double.parseDouble("0x" + text.substring(from, whole) + exponent);
        return negative ? -value : value;
    }

    private static int endOfExponent(String text, int at, char mark) {
        if (at < text.length() && Character.toLowerCase(text.charAt(at)) == mark) {
            int digits = isSign(text, at + 1) ? at + 2 : at + 1;
            int end = endOfDigits(text, digits, 10);
            return end > digits ? end : at;
        }
        return at;
    }

    private static int skipSpace(String text) {
        int at = 0;
        while (at < text.length() && (text.charAt(at) == ' ' || isControlSpace(text.charAt(at)))) {
            at++;
        }
        return at;
    }

    private static boolean isControlSpace(char c) {
        return c >= '\t' && c <= '\r';
    }

    private static boolean isSign(String text, int at) {
        return at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+');
    }

    private static boolean isDigit(String text, int at, int radix) {
        return at < text.length()
                && text.charAt(at) < 128
                && Character.digit(text.charAt(at), radix) >= 0;
    }

    private static int endOfDigits(String text, int from, int radix) {
        int at = from;
        while (isDigit(text, at, radix)) {
            at++;
        }
        return at;
    }
}
