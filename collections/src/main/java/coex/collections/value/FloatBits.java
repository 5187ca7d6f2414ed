// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

/// Floats as keys, where equality has to be an equivalence: all NaN are one key, and 0.0 and -0.0
/// are one.
public final class FloatBits {

    private static final long NAN = Double.doubleToLongBits(Double.NaN);

    private FloatBits() {}

    /// The bits that stand for all floats that are the same key. Of a NaN the processor says which
    /// of some 2^53 patterns it has.
    public static long ofKey(long bits) {
        double value = Double.longBitsToDouble(bits);
        return value == 0 ? 0 : Double.isNaN(value) ? NAN : bits;
    }
}
