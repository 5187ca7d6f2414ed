// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.text.Strings;
import coex.collections.text.TextHash;
import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A string that is looked for in a map or set and is not in the heap: a type of strings in which
/// the bits [#PROBE] stand for it. So looking up a key makes no object in the heap, and is no
/// safepoint.
record ProbeText(Strings strings, byte[] utf8, int hash) implements ValueType {

    /// No handle.
    static final long PROBE = -1;

    /// Eight bytes of an array as they lie in the heap.
    static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(
                    long[].class,
                    Memory.NATIVE ? ByteOrder.nativeOrder() : ByteOrder.LITTLE_ENDIAN);

    static ProbeText of(Strings strings, byte[] utf8) {
        return new ProbeText(strings, utf8, hashOf(utf8));
    }

    /// The hash that [Strings] give to a string of these bytes; a test holds the two together.
    static int hashOf(byte[] utf8) {
        int bytes = utf8.length;
        if (bytes == 0) {
            return 0;
        }
        long mixed = TextHash.start(bytes);
        if (bytes <= TextHash.LONGEST_WHOLE) {
            return TextHash.end(mix(mixed, utf8, 0, bytes));
        }
        mixed = mix(mixed, utf8, 0, TextHash.END_BYTES);
        for (int i = 0; i < TextHash.SAMPLES; i++) {
            mixed = TextHash.mix(mixed, (long) WORD.get(utf8, TextHash.sample(bytes, i)));
        }
        return TextHash.end(mix(mixed, utf8, bytes - TextHash.END_BYTES, bytes));
    }

    private static long mix(long start, byte[] utf8, int from, int to) {
        long mixed = start;
        int at = from;
        for (; at + 8 <= to; at += 8) {
            mixed = TextHash.mix(mixed, (long) WORD.get(utf8, at));
        }
        if (at < to) {
            long rest = 0;
            for (int i = to - 1; i >= at; i--) {
                rest = rest << 8 | utf8[i] & 0xFF;
            }
            mixed = TextHash.mix(mixed, rest);
        }
        return mixed;
    }

    @Override
    public Storage storage() {
        return Storage.REFERENCE;
    }

    @Override
    public int hash(MutatorContext mutator, long bits) {
        return bits == PROBE ? hash : strings.hash(mutator, bits);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        if (second == PROBE) {
            return isAt(mutator, first);
        }
        return first == PROBE ? isAt(mutator, second) : strings.equal(mutator, first, second);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second) {
            return 0;
        }
        if (second == PROBE) {
            return -compareWith(mutator, first);
        }
        return first == PROBE
                ? compareWith(mutator, second)
                : strings.compare(mutator, first, second, pause);
    }

    /// What [Strings#compare] would say of the sought text and a string.
    private int compareWith(MutatorContext mutator, long string) {
        int bytes = strings.byteLength(mutator, string);
        int both = Math.min(utf8.length, bytes);
        long text = both == 0 ? 0 : strings.text(mutator, string);
        int at = 0;
        if (Memory.NATIVE) {
            while (at + 8 <= both && Memory.getLong(text + at) == (long) WORD.get(utf8, at)) {
                at += 8;
            }
        }
        for (; at < both; at++) {
            int order = Integer.compare(utf8[at] & 0xFF, Memory.getByte(text + at) & 0xFF);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(utf8.length, bytes);
    }

    private boolean isAt(MutatorContext mutator, long string) {
        return strings.hash(mutator, string) == hash
                && strings.byteLength(mutator, string) == utf8.length
                && isText(mutator, string);
    }

    /// By words, the last of which may overlap the one before.
    private boolean isText(MutatorContext mutator, long string) {
        int last = utf8.length - 8;
        if (last < 0 || !Memory.NATIVE) {
            return Arrays.equals(strings.bytesAtOnce(mutator, string), utf8);
        }
        long text = strings.text(mutator, string);
        for (int at = 0; at < last; at += 8) {
            if (Memory.getLong(text + at) != (long) WORD.get(utf8, at)) {
                return false;
            }
        }
        return Memory.getLong(text + last) == (long) WORD.get(utf8, last);
    }
}
