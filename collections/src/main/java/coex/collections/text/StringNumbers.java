// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.nio.charset.StandardCharsets;

/// Numbers that strings begin with, and strings of numbers, without anything made in the JVM.
///
/// Reading skips white space, takes a sign and the longest prefix that is a number, and ignores the
/// rest. There may be none: each method says whether there is one, and [#longValue] or
/// [#doubleValue] then has it. Whole numbers out of range are clamped. Fractions are what C's
/// `strtod` takes, also `inf`, `nan` and hexadecimal ones; those, and decimal ones of more than 19
/// digits or with extreme exponents, go by way of a Java string ([NumberText#fraction]).
///
/// Made once, and used by one thread at a time. Reading is no safepoint; making strings is one.
public final class StringNumbers {

    private static final int MOST_DIGITS = 19;
    private static final int MOST_EXPONENT = 100_000;
    private static final int LONGEST = 20;

    private final Strings strings;
    private final byte[] buffer =
            new byte[LONGEST + 12]; // copied word by word, so longer than it need be

    private long longValue;
    private double doubleValue;

    // The text being read
    private long at;
    private long end;

    public StringNumbers(Strings strings) {
        this.strings = strings;
    }

    public long longValue() {
        return longValue;
    }

    public double doubleValue() {
        return doubleValue;
    }

    // Reading

    /// Whether a string begins with a whole number.
    public boolean readWhole(MutatorContext mutator, long string) {
        open(mutator, string);
        return digits(10, sign());
    }

    /// Whether a string begins with a hexadecimal number, with or without `0x`.
    public boolean readHex(MutatorContext mutator, long string) {
        open(mutator, string);
        boolean negative = sign();
        if (peek(0) == '0' && (peek(1) | 0x20) == 'x' && digit(peek(2), 16) >= 0) {
            at += 2;
        }
        return digits(16, negative);
    }

    /// Whether a string begins with a number.
    public boolean readFraction(MutatorContext mutator, long string) {
        open(mutator, string);
        long start = at;
        boolean negative = sign();
        if (readDecimal(negative)) {
            return true;
        }
        at = start;
        return readSlowly();
    }

    private void open(MutatorContext mutator, long string) {
        at = strings.text(mutator, string);
        end = at + strings.byteLength(mutator, string);
        while (peek(0) == ' ' || peek(0) >= '\t' && peek(0) <= '\r') {
            at++;
        }
    }

    private int peek(int ahead) {
        return at + ahead < end ? Memory.getByte(at + ahead) : -1;
    }

    private boolean sign() {
        int sign = peek(0);
        if (sign == '-' || sign == '+') {
            at++;
        }
        return sign == '-';
    }

    private static int digit(int character, int radix) {
        return character < 0 ? -1 : Character.digit(character, radix);
    }

    private boolean digits(int radix, boolean negative) {
        if (digit(peek(0), radix) < 0) {
            return false;
        }
        long limit = negative ? Long.MIN_VALUE : -Long.MAX_VALUE; // negative numbers reach further
        long value = 0;
        for (int digit = digit(peek(0), radix); digit >= 0; digit = digit(peek(0), radix)) {
            if (value < (limit + digit) / radix) {
                longValue = negative ? Long.MIN_VALUE : Long.MAX_VALUE;
                return true;
            }
            value = value * radix - digit;
            at++;
        }
        longValue = negative ? value : -value;
        return true;
    }

    /// Reads a plain decimal number; false if that is none, or not so plain.
    private boolean readDecimal(boolean negative) {
        long digits = 0;
        int count = 0;
        int scale = 0;
        boolean hexadecimal = peek(0) == '0' && (peek(1) | 0x20) == 'x';
        for (; digit(peek(0), 10) >= 0; at++, count++) {
            digits = digits * 10 + digit(peek(0), 10);
        }
        if (peek(0) == '.') {
            for (at++; digit(peek(0), 10) >= 0; at++, count++, scale++) {
                digits = digits * 10 + digit(peek(0), 10);
            }
        }
        if (count == 0 || count > MOST_DIGITS || hexadecimal) {
            return false;
        }
        int power = exponent() - scale;
        if (digits != 0 && (power < DecimalFloat.LEAST || power > DecimalFloat.MOST)) {
            return false;
        }
        double value = digits == 0 ? 0 : DecimalFloat.of(digits, power);
        doubleValue = negative ? -value : value;
        return true;
    }

    /// The exponent that stands here, or 0.
    private int exponent() {
        if ((peek(0) | 0x20) != 'e') {
            return 0;
        }
        int sign = peek(1);
        at += sign == '-' || sign == '+' ? 2 : 1;
        int exponent = 0;
        for (; digit(peek(0), 10) >= 0; at++) {
            exponent = Math.min(MOST_EXPONENT, exponent * 10 + digit(peek(0), 10));
        }
        return sign == '-' ? -exponent : exponent;
    }

    private boolean readSlowly() {
        long start = at;
        while (isPartOfNumber(peek(0))) {
            at++;
        }
        byte[] prefix = new byte[(int) (at - start)];
        Memory.copyOut(start, prefix, 0, prefix.length);
        Double value = NumberText.fraction(new String(prefix, StandardCharsets.US_ASCII));
        doubleValue = value == null ? 0 : value;
        return value != null;
    }

    private static boolean isPartOfNumber(int character) {
        return character == '-'
                || character == '+'
                || character == '.'
                || digit(character, Character.MAX_RADIX) >= 0;
    }

    // Making

    public long ofLong(MutatorContext mutator, long value) {
        int first = buffer.length - 12;
        long rest = value < 0 ? value : -value; // negative numbers reach further
        do {
            buffer[--first] = (byte) ('0' - rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            buffer[--first] = '-';
        }
        return made(mutator, first, buffer.length - 12);
    }

    /// In hexadecimal; a negative number as the 64 bits that it is.
    public long ofHex(MutatorContext mutator, long value) {
        int first = buffer.length - 12;
        long rest = value;
        do {
            buffer[--first] = (byte) Character.forDigit((int) (rest & 0xF), 16);
            rest >>>= 4;
        } while (rest != 0);
        return made(mutator, first, buffer.length - 12);
    }

    /// Six significant digits, as [NumberText#general].
    public long ofDouble(MutatorContext mutator, double value) {
        return made(mutator, 0, GeneralFloat.put(value, buffer, 0));
    }

    public long ofBoolean(MutatorContext mutator, boolean value) {
        String word = value ? "true" : "false";
        for (int i = 0; i < word.length(); i++) {
            buffer[i] = (byte) word.charAt(i);
        }
        return made(mutator, 0, word.length());
    }

    private long made(MutatorContext mutator, int from, int to) {
        return strings.of(mutator, buffer, from, to - from, to - from);
    }
}
