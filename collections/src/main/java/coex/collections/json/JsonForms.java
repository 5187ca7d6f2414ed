// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import static coex.collections.json.JsonShapes.LENGTH;
import static coex.collections.json.JsonShapes.NAMES;
import static coex.collections.json.JsonShapes.TAGS;
import static coex.collections.json.JsonShapes.TAG_WORDS;
import static coex.collections.json.JsonShapes.formBytes;
import static coex.collections.json.JsonShapes.handleAt;

import coex.collections.text.Strings;
import coex.collections.text.WordBytes;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// The names of an object's fields: finding one, and new forms from what the caller has reserved.
/// No method is a safepoint.
final class JsonForms {

    private final Strings strings;
    private final int formShape;

    JsonForms(Strings strings, JsonShapes shapes) {
        this.strings = strings;
        this.formShape = shapes.form().id();
    }

    static int length(long form) {
        return Memory.getInt(form + LENGTH);
    }

    static long name(long form, int index) {
        return handleAt(form + NAMES + 4L * index);
    }

    private static long tag(int hash) {
        return hash >>> 24;
    }

    /// Which field has this name, or -1: looks at those whose tags are the same.
    int find(MutatorContext mutator, long form, long name) {
        int length = length(form);
        long sought = WordBytes.all(tag(strings.hash(mutator, name)));
        for (int first = 0; first < length; first += 8) {
            long difference = Memory.getLong(form + TAGS + first) ^ sought;
            // Bytes that are 0, and now and then one above such that is 1.
            long hits = WordBytes.below(difference, 1) & WordBytes.HIGH_BITS;
            for (; hits != 0; hits &= hits - 1) {
                int index = first + (Long.numberOfTrailingZeros(hits) >>> 3);
                if (index < length && strings.equal(mutator, name(form, index), name)) {
                    return index;
                }
            }
        }
        return -1;
    }

    /// A form of names that are all different.
    long of(MutatorContext mutator, long[] names, int from, int count) {
        long form = take(mutator, count);
        for (int i = 0; i < count; i++) {
            Memory.putInt(form + NAMES + 4L * i, (int) names[from + i]);
        }
        return publish(mutator, form, count);
    }

    /// A form with one more name, which it does not have.
    long withName(MutatorContext mutator, long form, int length, long name) {
        long longer = take(mutator, length + 1);
        for (int i = 0; i < length; i++) {
            Memory.putInt(longer + NAMES + 4L * i, Memory.getInt(form + NAMES + 4L * i));
        }
        Memory.putInt(longer + NAMES + 4L * length, (int) name);
        return publish(mutator, longer, length + 1);
    }

    long withoutName(MutatorContext mutator, long form, int length, int index) {
        long shorter = take(mutator, length - 1);
        for (int i = 0; i < length - 1; i++) {
            long from = form + NAMES + 4L * (i < index ? i : i + 1);
            Memory.putInt(shorter + NAMES + 4L * i, Memory.getInt(from));
        }
        return publish(mutator, shorter, length - 1);
    }

    private static long take(MutatorContext mutator, int length) {
        int bytes = formBytes(length);
        long form = mutator.allocator().takeReserved(bytes);
        Memory.putLong(form + bytes - 8, 0); // padding
        Memory.putLong(form + LENGTH, 0);
        Memory.putInt(form + LENGTH, length);
        return form;
    }

    private long publish(MutatorContext mutator, long form, int length) {
        for (int word = 0; word < TAG_WORDS; word++) {
            long tags = 0;
            for (int i = Math.min(8, length - 8 * word) - 1; i >= 0; i--) {
                tags = tags << 8 | tag(strings.hash(mutator, name(form, 8 * word + i)));
            }
            Memory.putLong(form + TAGS + 8L * word, tags);
        }
        return mutator.allocator().publish(form, formShape, ObjectHeader.SEALED);
    }
}
