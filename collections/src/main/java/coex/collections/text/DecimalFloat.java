// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import java.math.BigInteger;

/// The float nearest to a whole number times a power of ten, by the method of Eisel and Lemire.
///
/// The number is multiplied with the first 64 bits of the power, or with 128 where those do not
/// decide; Mushtak and Lemire have shown that these always do. For powers from [#LEAST] to [#MOST],
/// which keep the result a normal number; the rest is left to `Double.parseDouble`.
public final class DecimalFloat {

    public static final int LEAST = -60;
    public static final int MOST = 60;

    private static final int MANTISSA_BITS = 52;
    private static final int BIAS = 1023;

    /// Bits of a product that are not needed for the mantissa and rounding.
    private static final long BEYOND = -1L >>> MANTISSA_BITS + 3;

    /// Between these powers a product can lie exactly between two floats.
    private static final int LEAST_TIE = -4;

    private static final int MOST_TIE = 23;

    /// The first 128 bits of five to each power, the upper half first.
    private static final long[] FIVES = new long[2 * (MOST - LEAST + 1)];

    static {
        for (int power = LEAST; power <= MOST; power++) {
            BigInteger bits = first128Bits(power);
            FIVES[2 * (power - LEAST)] = bits.shiftRight(64).longValue();
            FIVES[2 * (power - LEAST) + 1] = bits.longValue();
        }
    }

    private DecimalFloat() {}

    /// Cut off for powers that are whole; rounded up for the others.
    private static BigInteger first128Bits(int power) {
        BigInteger five = BigInteger.valueOf(5).pow(Math.abs(power));
        if (power >= 0) {
            int shift = 128 - five.bitLength();
            return shift >= 0 ? five.shiftLeft(shift) : five.shiftRight(-shift);
        }
        int length = five.subtract(BigInteger.ONE).bitLength();
        int shift = power >= -27 ? length + 127 : 2 * length + 128;
        BigInteger reciprocal = BigInteger.ONE.shiftLeft(shift).divide(five).add(BigInteger.ONE);
        int excess = reciprocal.bitLength() - 128;
        return excess > 0 ? reciprocal.shiftRight(excess) : reciprocal;
    }

    /// The float nearest to `digits`, without a sign and not 0, times ten to a power from LEAST to
    /// MOST.
    public static double of(long digits, int power) {
        int zeros = Long.numberOfLeadingZeros(digits);
        long number = digits << zeros;
        int entry = 2 * (power - LEAST);
        long high = Math.unsignedMultiplyHigh(number, FIVES[entry]);
        long low = number * FIVES[entry];
        if ((high & BEYOND) == BEYOND) {
            long more = Math.unsignedMultiplyHigh(number, FIVES[entry + 1]);
            low += more;
            if (Long.compareUnsigned(more, low) > 0) {
                high++;
            }
        }
        int upper = (int) (high >>> 63);
        int shift = upper + 64 - MANTISSA_BITS - 3;
        long mantissa = high >>> shift;
        long exponent = ((217706L * power) >> 16) + 63 + upper - zeros + BIAS;
        boolean tie =
                (low == 0 || low == 1)
                        && power >= LEAST_TIE
                        && power <= MOST_TIE
                        && (mantissa & 3) == 1
                        && mantissa << shift == high;
        if (tie) {
            mantissa &= ~1L; // to the even one
        }
        mantissa = mantissa + (mantissa & 1) >>> 1;
        if (mantissa >= 2L << MANTISSA_BITS) {
            mantissa = 1L << MANTISSA_BITS;
            exponent++;
        }
        mantissa &= ~(1L << MANTISSA_BITS);
        return Double.longBitsToDouble(mantissa | exponent << MANTISSA_BITS);
    }
}
