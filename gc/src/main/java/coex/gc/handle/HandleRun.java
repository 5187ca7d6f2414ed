package coex.gc.handle;

/// Handles set aside for one mutator, in words of 64. Taking the next one is a bit scan.
///
/// The handles' *allocated* bits are set while they are in here, so that nobody else takes them.
/// Owned by one mutator; the collector uses it only on behalf of that mutator, under a handshake.
public final class HandleRun {

    /// A sparse table yields few handles a word; a refill stops at this many words.
    static final int MOST_WORDS = 64;

    private static final int FIRST_SIZE = 64;

    private final long[] words = new long[MOST_WORDS];
    private final long[] bits = new long[MOST_WORDS];
    private int size;
    private int next;
    private int count;

    private long currentBits;
    private long currentBase;

    private long taken;

    /// Whether [#next] has a handle to give.
    public boolean hasNext() {
        return currentBits != 0 || loadNextWord();
    }

    /// Whether there are `wanted` handles to give.
    public boolean has(int wanted) {
        int found = Long.bitCount(currentBits);
        for (int i = next; found < wanted && i < count; i++) {
            found += Long.bitCount(bits[i]);
        }
        return found >= wanted;
    }

    /// The next handle, directly after [#hasNext] has said that there is one.
    public long next() {
        long left = currentBits;
        currentBits = left & (left - 1);
        return currentBase + Long.numberOfTrailingZeros(left);
    }

    private boolean loadNextWord() {
        if (next == count) {
            return false;
        }
        currentBase = words[next] << 6;
        currentBits = bits[next++];
        return true;
    }

    /// Handles that have been given out by [#next] so far.
    public long given() {
        return taken - left();
    }

    /// Marks all handles that are left, as newborn objects' handles are.
    public void shadeRest(Marks marks) {
        if (currentBits != 0) {
            marks.shadeBirths(currentBase >>> 6, currentBits);
        }
        for (int i = next; i < count; i++) {
            marks.shadeBirths(words[i], bits[i]);
        }
    }

    /// Whether `handle` is set aside here and not given out.
    public boolean contains(long handle) {
        if (currentBits != 0 && handle >>> 6 == currentBase >>> 6) {
            return (currentBits >>> handle & 1) != 0;
        }
        for (int i = next; i < count; i++) {
            if (words[i] == handle >>> 6) {
                return (bits[i] >>> handle & 1) != 0;
            }
        }
        return false;
    }

    boolean isFull() {
        return count == MOST_WORDS;
    }

    /// Empties the run for a refill, and says how many handles it should get: few at first, so that
    /// a thread that allocates little holds little, then twice as many each time up to `most`.
    int startRefill(int most) {
        clear();
        size = size == 0 ? Math.min(FIRST_SIZE, most) : Math.min(size * 2, most);
        return size;
    }

    private void clear() {
        next = 0;
        count = 0;
    }

    void add(long word, long free) {
        words[count] = word;
        bits[count++] = free;
        taken += Long.bitCount(free);
    }

    /// Empties the run into `target`, word by word.
    void drainTo(WordConsumer target) {
        taken -= left();
        if (currentBits != 0) {
            target.accept(currentBase >>> 6, currentBits);
        }
        for (int i = next; i < count; i++) {
            target.accept(words[i], bits[i]);
        }
        currentBits = 0;
        clear();
    }

    interface WordConsumer {
        void accept(long word, long bits);
    }

    private long left() {
        long left = Long.bitCount(currentBits);
        for (int i = next; i < count; i++) {
            left += Long.bitCount(bits[i]);
        }
        return left;
    }
}
