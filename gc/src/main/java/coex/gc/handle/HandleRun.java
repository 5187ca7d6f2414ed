// SPDX-License-Identifier: Apache-2.0
package coex.gc.handle;

import java.util.function.LongConsumer;

/// Handles set aside for one mutator, in words of 64. Taking the next one is an addition.
///
/// Neighbouring handles of a word are given out as a span; only when a span is used up are the bits
/// looked at.
///
///     bits of the current word    1 1 1 0 0 1 1 1 1 1 1 0 1 1 0 0     0 = not set aside
///                                 given ──►     ^ spanNext  ^ in currentBits
///                                                     ^ spanEnd
///
/// The handles' *allocated* bits are set while they are in here, so that nobody else takes them.
/// Owned by one mutator; the collector uses it only on behalf of that mutator, under a handshake.
/// The one exception is [#given], which anyone may ask.
///
/// The owner's stack may end in any call, also in one from here. So what belongs together is
/// assigned without a call between: else a handle could be in here twice, and be given to two
/// objects. A handle that gets lost on the way names nothing, and the collector retires it.
public final class HandleRun {

    /// A sparse table yields few handles a word; a refill stops at this many words.
    static final int MOST_WORDS = 64;

    private static final int FIRST_SIZE = 64;
    private static final int FIRST_WORDS = 8;
    private static final long[] NONE = {};

    /// Which handles of each word of `words` are in here. The first `count` are of this run; those
    /// before `nextWord` have been loaded into `currentBits` already. For this field and those down
    /// to `setAside`:
    ///
    /// - writers: the owner, or the collector on its behalf under a handshake; plainly
    /// - readers: the same; and whoever asks for statistics, through [#given], plainly and at any
    ///   time
    /// - why: a race there gives a figure between two moments, off by no more than the handles of a
    ///   run or two; who asks goes no further than the array it has found. Nothing is decided by it
    private long[] bits = NONE;

    private int nextWord;
    private int count;

    /// What is left of the word loaded last, but for the span.
    private long currentBits;

    /// The handles from here up to `spanEnd` are the next to be given out. All lie in the word
    /// loaded last.
    private long spanNext;

    private long spanEnd;

    /// Handles that were ever set aside in here and not given back.
    private long setAside;

    // The owner's alone

    /// As long as `bits`: nothing before the first refill, then longer with the size of the run.
    /// Most tasks allocate little, and thousands of them may wait.
    private long[] words = NONE;

    /// The first handle of the word loaded last.
    private long currentBase;

    /// How many handles the last refill asked for.
    private int size;

    private final boolean singly;

    public HandleRun() {
        this(false);
    }

    /// @param singly whether every span has only one handle, so that the owner never gets two
    ///     without asking [#hasNext] between them
    public HandleRun(boolean singly) {
        this.singly = singly;
    }

    /// Whether [#next] has a handle to give.
    public boolean hasNext() {
        return isInSpan() || enterNextSpan();
    }

    /// Whether [#next] has a handle to give without a look at the bits.
    public boolean isInSpan() {
        return spanNext != spanEnd;
    }

    /// Whether there are `wanted` handles to give.
    public boolean has(int wanted) {
        long found = spanEnd - spanNext;
        if (found < wanted) {
            found += Long.bitCount(currentBits);
            for (int i = nextWord; found < wanted && i < count; i++) {
                found += Long.bitCount(bits[i]);
            }
        }
        return found >= wanted;
    }

    /// The next handle, directly after [#hasNext] or [#isInSpan] has said that there is one. It is
    /// given out by [#advance].
    public long peek() {
        return spanNext;
    }

    /// Gives the next handle out.
    public void advance() {
        spanNext++;
    }

    /// Both at once.
    public long next() {
        long handle = peek();
        advance();
        return handle;
    }

    private boolean enterNextSpan() {
        if (currentBits == 0) {
            if (nextWord == count) {
                return false;
            }
            currentBase = words[nextWord] << 6;
            currentBits = bits[nextWord++];
        }
        int first = Long.numberOfTrailingZeros(currentBits);
        int length = singly ? 1 : Long.numberOfTrailingZeros(~(currentBits >>> first));
        long span = bits(first, length);
        currentBits &= ~span;
        spanNext = currentBase + first;
        spanEnd = spanNext + length;
        return true;
    }

    /// So many handles of a word, from `first` on.
    private static long bits(long first, long length) {
        return length == 0 ? 0 : -1L >>> (64 - length) << first;
    }

    /// Puts what is left of the span back, so that the owner asks [#hasNext] before it gets another
    /// handle.
    public void closeSpan() {
        long left = bitsLeft();
        currentBits = left;
        spanEnd = spanNext;
    }

    /// What is left of the current word, the span included.
    private long bitsLeft() {
        return currentBits | bits(spanNext, spanEnd - spanNext);
    }

    /// Handles that have been given out by [#next] so far: exact for the owner, and for others as
    /// of about now.
    public long given() {
        return setAside - left();
    }

    /// Marks all handles that are left, as newborn objects' handles are.
    public void shadeRest(Marks marks) {
        long current = bitsLeft();
        if (current != 0) {
            marks.shadeBirths(currentBase >>> 6, current);
        }
        for (int i = nextWord; i < count; i++) {
            marks.shadeBirths(words[i], bits[i]);
        }
    }

    /// Shows every handle that is set aside here and not given out.
    public void forEachLeft(LongConsumer target) {
        forEachBit(currentBase >>> 6, bitsLeft(), target);
        for (int i = nextWord; i < count; i++) {
            forEachBit(words[i], bits[i], target);
        }
    }

    private static void forEachBit(long word, long bits, LongConsumer target) {
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            target.accept((word << 6) + Long.numberOfTrailingZeros(rest));
        }
    }

    boolean isFull() {
        return count == bits.length;
    }

    /// Empties the run for a refill, and says how many handles it should get: few at first, so that
    /// a thread that allocates little holds little, then twice as many each time up to `most`.
    /// There is room for as many words as that needs if each has eight free handles, and for
    /// `least` words. Nothing has changed if the JVM is out of memory.
    int startRefill(int most, int least) {
        int next = size == 0 ? Math.min(FIRST_SIZE, most) : Math.min(size * 2, most);
        makeRoom(Math.clamp(Math.max(next >> 3, least), FIRST_WORDS, MOST_WORDS));
        clear();
        size = next;
        return next;
    }

    private void makeRoom(int wanted) {
        if (bits.length < wanted) {
            long[] longer = new long[wanted];
            words = new long[wanted];
            bits = longer;
        }
    }

    private void clear() {
        nextWord = 0;
        count = 0;
    }

    void add(long word, long free) {
        int handles = Long.bitCount(free);
        words[count] = word;
        bits[count++] = free;
        setAside += handles;
    }

    /// Empties the run into `target`, word by word.
    void drainTo(WordConsumer target) {
        setAside -= left();
        long current = bitsLeft();
        if (current != 0) {
            target.accept(currentBase >>> 6, current);
        }
        for (int i = nextWord; i < count; i++) {
            target.accept(words[i], bits[i]);
        }
        currentBits = 0;
        spanEnd = spanNext;
        clear();
    }

    interface WordConsumer {
        void accept(long word, long bits);
    }

    private long left() {
        long left = Long.bitCount(currentBits) + spanEnd - spanNext;
        long[] found = bits;
        int end = Math.min(count, found.length);
        for (int i = nextWord; i < end; i++) {
            left += Long.bitCount(found[i]);
        }
        return left;
    }
}
