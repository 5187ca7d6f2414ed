// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.value.Pause;
import coex.gc.Heap;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Parts of strings, as the language takes them: bounds are byte offsets, a negative one counts
/// from the end, and each is then cut to the length. Nothing fails.
///
/// All methods that give strings are safepoints and keep what they were given.
public final class StringPieces {

    private final Strings strings;
    private final ListType lists;

    private StringPieces(Heap heap) {
        strings = Strings.of(heap);
        lists = ListType.of(heap, strings);
    }

    public static StringPieces of(Heap heap) {
        return new StringPieces(heap);
    }

    /// Lists of strings, which [#split] gives.
    public ListType lists() {
        return lists;
    }

    /// The bytes from `from` up to `to`: a view, in constant time and space.
    public long range(MutatorContext mutator, long string, long from, long to) {
        int length = strings.byteLength(mutator, string);
        int first = position(from, length);
        return strings.slice(mutator, string, first, Math.max(first, position(to, length)));
    }

    /// The bytes before `from`, all of `source`, and the bytes from `to` on; those from `from` on
    /// if `to` comes before it.
    public long setRange(MutatorContext mutator, long string, long from, long to, long source) {
        int length = strings.byteLength(mutator, string);
        int first = position(from, length);
        int end = Math.max(first, position(to, length));
        int middle = strings.byteLength(mutator, source);
        int whole = Strings.checkLength((long) first + middle + (length - end));
        if (whole == 0 || middle == 0 && first == end) {
            return whole == 0 ? 0 : string;
        }
        long changed = strings.newFlat(mutator, whole, string, source);
        if (whole > Pause.STEP_BYTES) {
            copyLong(mutator, string, first, end, source, changed);
            return changed;
        }
        long old = strings.text(mutator, string);
        long target = strings.text(mutator, changed);
        Memory.copy(old, target, first);
        Memory.copy(strings.text(mutator, source), target + first, middle);
        Memory.copy(old + end, target + first + middle, length - end);
        return changed;
    }

    private void copyLong(
            MutatorContext mutator, long string, int first, int end, long source, long changed) {
        long text = TextShapes.FLAT_TEXT;
        int middle = strings.byteLength(mutator, source);
        int rest = strings.byteLength(mutator, string) - end;
        int frame = mutator.root(string, source, changed);
        try {
            LongTexts.copy(mutator, strings, string, 0, changed, text, first);
            LongTexts.copy(mutator, strings, source, changed, text + first);
            LongTexts.copy(mutator, strings, string, end, changed, text + first + middle, rest);
        } finally {
            mutator.popTo(frame);
        }
    }

    private static int position(long bound, int length) {
        long fromStart = bound < 0 ? bound + length : bound;
        return (int) Math.clamp(fromStart, 0, (long) length);
    }

    /// The pieces between the places where `delimiter` stands: at least one, and one more than
    /// there are such places. An empty delimiter stands nowhere. Pieces are views: each takes
    /// constant time and space, beside looking for the delimiter.
    public long split(MutatorContext mutator, long string, long delimiter) {
        int frame = mutator.root(string, delimiter);
        try (ListBuilder builder = lists.builder()) {
            builder.start(mutator);
            int length = strings.byteLength(mutator, delimiter);
            int from = 0;
            int found =
                    length == 0 ? -1 : strings.indexOf(mutator, string, delimiter, 0, Pause.POLL);
            while (found >= 0) {
                builder.add(strings.slice(mutator, string, from, found));
                from = found + length;
                found = strings.indexOf(mutator, string, delimiter, from, Pause.POLL);
            }
            int end = strings.byteLength(mutator, string);
            builder.add(strings.slice(mutator, string, from, end));
            return builder.finish();
        } finally {
            mutator.popTo(frame);
        }
    }
}
