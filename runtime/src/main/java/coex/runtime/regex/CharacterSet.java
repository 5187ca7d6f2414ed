package coex.runtime.regex;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// A set of characters, as a list in brackets tells it. Immutable.
final class CharacterSet {

    private static final int ASCII = 128;

    /// First and last of each range, in order; folded if case is ignored.
    private final int[] ranges;

    private final Set<CharacterClass> classes;
    private final boolean isNegated;
    private final boolean ignoresCase;

    /// Whether a newline is left out of it, though it is negated.
    private final boolean leavesOutNewline;

    /// A bit for each character of ASCII.
    private final long[] ascii = new long[ASCII / Long.SIZE];

    /// What a set is made of.
    static final class Builder {
        private final List<int[]> ranges = new ArrayList<>();
        private final Set<CharacterClass> classes = EnumSet.noneOf(CharacterClass.class);

        Builder add(CharacterClass named) {
            classes.add(named);
            return this;
        }

        Builder add(int first, int last) {
            ranges.add(new int[] {first, last});
            return this;
        }

        CharacterSet build(boolean isNegated, boolean ignoresCase, boolean leavesOutNewline) {
            return new CharacterSet(this, isNegated, ignoresCase, leavesOutNewline);
        }
    }

    private CharacterSet(
            Builder builder, boolean isNegated, boolean ignoresCase, boolean leavesOutNewline) {
        this.ranges = merged(builder.ranges);
        this.classes = builder.classes;
        this.isNegated = isNegated;
        this.ignoresCase = ignoresCase;
        this.leavesOutNewline = leavesOutNewline;
        for (int c = 0; c < ASCII; c++) {
            if (decides(c)) {
                ascii[c / Long.SIZE] |= 1L << c;
            }
        }
    }

    /// Ranges that do not touch, in order, so that one is found in logarithmic time.
    private static int[] merged(List<int[]> ranges) {
        ranges.sort((a, b) -> Integer.compare(a[0], b[0]));
        List<int[]> apart = new ArrayList<>();
        for (int[] range : ranges) {
            int[] before = apart.isEmpty() ? null : apart.getLast();
            if (before != null && range[0] <= before[1]) {
                before[1] = Math.max(before[1], range[1]);
            } else {
                apart.add(range.clone());
            }
        }
        return apart.stream().flatMapToInt(java.util.Arrays::stream).toArray();
    }

    boolean contains(int character) {
        return character < ASCII
                ? (ascii[character / Long.SIZE] >>> character & 1) != 0
                : decides(character);
    }

    int bytes() {
        return 64 + Integer.BYTES * ranges.length;
    }

    private boolean decides(int character) {
        if (leavesOutNewline && character == '\n') {
            return false;
        }
        boolean isListed =
                ignoresCase
                        ? isInRange(Text.folded(character))
                                || isInClass(Character.toLowerCase(character))
                                || isInClass(Character.toUpperCase(character))
                        : isInRange(character) || isInClass(character);
        return isListed != isNegated;
    }

    private boolean isInRange(int character) {
        int low = 0;
        int high = ranges.length / 2;
        while (low
                < high) { // the first range that begins after the character is at `low` in the end
            int middle = (low + high) >>> 1;
            if (ranges[2 * middle] <= character) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > 0 && character <= ranges[2 * low - 1];
    }

    private boolean isInClass(int character) {
        for (CharacterClass each : classes) {
            if (each.contains(character)) {
                return true;
            }
        }
        return false;
    }
}
