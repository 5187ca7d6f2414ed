package coex.collections;

import coex.collections.text.Strings;
import coex.collections.value.Hashing;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A string that is looked for in a map or set and is not in the heap: a type of strings in which the
/// bits [#SOUGHT] stand for it. So looking up a key makes no object in the heap, and is no safepoint.
record SoughtText(Strings strings, byte[] utf8, int hash) implements ValueType {

    /// No handle.
    static final long SOUGHT = -1;

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(
                    long[].class,
                    Memory.NATIVE ? ByteOrder.nativeOrder() : ByteOrder.LITTLE_ENDIAN);

    static SoughtText of(Strings strings, byte[] utf8) {
        return new SoughtText(strings, utf8, hashOf(utf8));
    }

    /// The hash that [Strings] give to a string of these bytes; a test holds the two together.
    static int hashOf(byte[] utf8) {
        int bytes = utf8.length;
        if (bytes == 0) {
            return 0;
        }
        long mixed = bytes * 0x9E37_79B9_7F4A_7C15L;
        int at = 0;
        for (; at + 8 <= bytes; at += 8) {
            mixed = mix(mixed, (long) WORD.get(utf8, at));
        }
        if (at < bytes) {
            long rest = 0;
            for (int i = bytes - 1; i >= at; i--) {
                rest = rest << 8 | utf8[i] & 0xFF;
            }
            mixed = mix(mixed, rest);
        }
        int hash = Hashing.ofWord(mixed);
        return hash == 0 ? 1 : hash;
    }

    private static long mix(long mixed, long word) {
        long next = (mixed ^ word) * 0xBF58_476D_1CE4_E5B9L;
        return next ^ next >>> 32;
    }

    @Override
    public Storage storage() {
        return Storage.REFERENCE;
    }

    @Override
    public int hash(MutatorContext mutator, long bits) {
        return bits == SOUGHT ? hash : strings.hash(mutator, bits);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        if (second == SOUGHT) {
            return isAt(mutator, first);
        }
        return first == SOUGHT ? isAt(mutator, second) : strings.equal(mutator, first, second);
    }

    private boolean isAt(MutatorContext mutator, long string) {
        return strings.hash(mutator, string) == hash
                && strings.byteLength(mutator, string) == utf8.length
                && Arrays.equals(strings.bytes(mutator, string), utf8);
    }
}
