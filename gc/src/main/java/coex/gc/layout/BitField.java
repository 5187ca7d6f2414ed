// SPDX-License-Identifier: Apache-2.0
package coex.gc.layout;

/// A range of bits in a word.
///
/// @param shift the lowest bit
/// @param width how many bits
public record BitField(int shift, int width) {

    /// The field of `nextWidth` bits directly above this one.
    public BitField followedBy(int nextWidth) {
        return new BitField(shift + width, nextWidth);
    }

    /// The largest value the field can hold.
    public long maximum() {
        return width == Long.SIZE ? -1L : (1L << width) - 1;
    }

    /// The field's value in `word`.
    public long get(long word) {
        return word >>> shift & maximum();
    }

    /// A word with `value` in this field and 0 elsewhere.
    public long with(long value) {
        return (value & maximum()) << shift;
    }
}
