// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import java.util.Arrays;

/// Handles that have been met, and those of them that are still to be looked at. Of one thread.
///
/// A bit for each handle says that it was met. Those to be looked at are on a stack; when it is
/// full, a bit in a second map stands for the next ones, so that a wide graph needs two bits for
/// each handle and no more.
public final class HandleWorklist {

    private static final int FIRST_STACK = 1024;
    private static final int USUAL_LARGEST_STACK = 1 << 20;

    private final int largestStack;

    private long[] met;
    private int[] stack = new int[FIRST_STACK];
    private int stackCount;

    /// Those that found the stack full; empty until then.
    private long[] overflow = {};

    private long overflowCount;

    /// No bit is set in a word of `overflow` before this.
    private int overflowFrom;

    private long count;

    /// @param handles about how many there are; more are taken too
    public HandleWorklist(long handles) {
        this(handles, USUAL_LARGEST_STACK);
    }

    /// @param largestStack at least 1; smaller for tests
    HandleWorklist(long handles, int largestStack) {
        this.met = new long[Math.toIntExact((handles >>> 6) + 1)];
        this.largestStack = largestStack;
    }

    /// How many handles have been met.
    public long count() {
        return count;
    }

    public boolean contains(long handle) {
        int word = (int) (handle >>> 6);
        return word < met.length && (met[word] >>> handle & 1) != 0;
    }

    /// Meets a handle that need not be looked at; false if it has been met before.
    public boolean meet(long handle) {
        if (contains(handle)) {
            return false;
        }
        met = withWord(met, handle);
        met[(int) (handle >>> 6)] |= 1L << handle;
        count++;
        return true;
    }

    /// Meets a handle that is to be looked at; false if it has been met before.
    public boolean add(long handle) {
        if (!meet(handle)) {
            return false;
        }
        if (stackCount == stack.length && stackCount < largestStack) {
            stack = Arrays.copyOf(stack, Math.min(largestStack, 2 * stackCount));
        }
        if (stackCount < Math.min(stack.length, largestStack)) {
            stack[stackCount++] = (int) handle;
        } else {
            overflow = withWord(overflow, handle);
            int word = (int) (handle >>> 6);
            overflow[word] |= 1L << handle;
            overflowFrom = overflowCount == 0 ? word : Math.min(overflowFrom, word);
            overflowCount++;
        }
        return true;
    }

    private static long[] withWord(long[] words, long handle) {
        int word = Math.toIntExact(handle >>> 6);
        return word < words.length
                ? words
                : Arrays.copyOf(words, Math.max(word + 1, words.length + words.length / 2));
    }

    /// Whether there is nothing left to look at.
    public boolean isEmpty() {
        return stackCount == 0 && overflowCount == 0;
    }

    /// The next handle to look at. There must be one.
    public long next() {
        if (stackCount > 0) {
            return Integer.toUnsignedLong(stack[--stackCount]);
        }
        while (overflow[overflowFrom] == 0) {
            overflowFrom++;
        }
        long bits = overflow[overflowFrom];
        overflow[overflowFrom] = bits & bits - 1;
        overflowCount--;
        return ((long) overflowFrom << 6) + Long.numberOfTrailingZeros(bits);
    }
}
