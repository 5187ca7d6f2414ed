// SPDX-License-Identifier: Apache-2.0
package coex.gc.handle;

import coex.gc.HeapOptions;
import coex.gc.MemoryRefusedException;
import coex.gc.memory.Memory;
import coex.gc.memory.Reservations;
import coex.gc.memory.ResizeListener;

import java.util.concurrent.locks.ReentrantLock;

/// All handles of a heap: the table, the bitmaps that say what each handle is, and the marks.
///
///                  refill (mutator)            retire (collector, cycle N)
///        free ───────────────────► allocated ─────────────────────────────► retired[N]
///         ▲                                                                     │
///         └──────────── promote (collector, end of cycle N+1) ◄─────────────────┘
///
/// A handle is free if it is neither allocated nor retired; there is no list of free ones.
/// *Allocated* covers handles set aside in a mutator's run as well. *Retired* ones rest for a cycle
/// ([RestingHandles]).
///
/// Mutators take the lowest free handles, whole words at a time, under a short lock; taking them
/// that way keeps the table dense. The collector changes the bitmaps without the lock:
///
/// | bitmap | written by | how |
/// | --- | --- | --- |
/// | allocated | mutators set and clear bits of their runs under the lock; the collector clears bits of dead handles | atomic or, atomic and |
/// | retired | the collector only | release |
///
/// - ordering: the collector sets a handle's retired bit before it clears the allocated bit; a
///   mutator reads allocated before retired. It therefore never takes a handle that is just being
///   retired for free.
/// - ordering: while births are marked, a mutator shades the handles of a word before it sets their
///   allocated bits; the collector reads allocated before the marks. It therefore never takes a
///   handle that is just being set aside for dead.
///
/// **Chunks.** So that a young cycle need not look at words in which all handles are old, a bit for
/// each 64 words says that there may be others ([#young]). It is set by a mutator after it has set
/// allocated bits, and cleared by the collector when it has retired the dead of the chunk, before
/// it looks once more whether all that is allocated there is old. So a handle that is set aside
/// meanwhile is either seen by that look, or its bit is set after the clearing.
///
/// A handle that was given back unused may carry the mark of the births of a thread past its
/// snapshot. Whoever takes handles therefore sets their marks one way or the other: a thread before
/// its snapshot that took a marked one would make an object nobody traces.
public final class HandleSpace {

    /// With arena memory committing is allocating and zeroing: a table that is to begin larger than
    /// this grows to its size as it is used.
    private static final long MOST_AT_FIRST = Memory.NATIVE ? Long.MAX_VALUE : 1L << 22;

    /// How often a mutator that is alone says how many objects it has made before the number that
    /// starts a cycle is reached.
    private static final int COUNTS_A_TRIGGER = 16;

    private final Reservations region = new Reservations();
    private final HandleTable table;
    private final Marks marks;
    private final Bitmap allocated;
    private final RestingHandles resting;

    /// The chunks in which allocated handles may lie that are not old.
    private final ChunkSet young;

    private final ResizeListener listener;
    private final long initialHandles;
    private final long maximumHandles;
    private final int runHandles;
    private final boolean quarantine;

    private final ReentrantLock lock = new ReentrantLock();
    private final HandleRun.WordConsumer takeBack = this::takeBack;

    /// Committed slots.
    ///
    /// - writers: a mutator that grows the table, the collector that shrinks it, under the lock
    /// - readers: any thread that checks a handle, plainly
    /// - why: a handle is given out after this was raised, so whoever has it sees at least that
    ///   value; a value read too low or too high only changes which error a bad handle gets, since
    ///   slots stay readable after shrinking
    private long capacity;

    /// No free handle lies in a word below this. Under the lock.
    private long cursor;

    /// One past the highest word ever taken from since the table last shrank. Under the lock.
    private long usedWords;

    // Counters, written and read under the lock. The bitmaps change without it, so between the
    // retirement of handles and [#countRetired] these lag behind.

    /// Handles ever set aside, less those given back unused.
    private long reservedTotal;

    /// Handles whose allocated bit is set, those set aside included, but for handle 0.
    private long inUse;

    /// Handles whose retired bit is set.
    private long restingCount;

    private long timesGivenBack;
    private long growths;
    private long shrinks;

    public HandleSpace(HeapOptions options, ResizeListener listener) {
        this(options, listener, Bitmap::new);
    }

    /// @param allocatedBits makes the bitmap of allocated handles
    HandleSpace(HeapOptions options, ResizeListener listener, Bitmap.Maker allocatedBits) {
        this.listener = listener;
        this.maximumHandles = options.maximumHandles() & -64; // at least 64
        long wanted = Math.min(options.initialHandles(), MOST_AT_FIRST);
        this.initialHandles = Math.min(Math.ceilDiv(wanted, 64) * 64, maximumHandles);
        this.runHandles = runHandles(options);
        this.quarantine = options.stress().quarantine();
        boolean huge = options.hugePages();
        try {
            this.table = new HandleTable(region, maximumHandles, huge);
            this.marks = new Marks(region, maximumHandles, huge);
            this.allocated = allocatedBits.make(region, "allocated handles", maximumHandles, huge);
            this.resting = new RestingHandles(region, maximumHandles, huge);
            this.young = new ChunkSet(region, maximumHandles);
            if (!commit(initialHandles)) {
                throw new MemoryRefusedException(
                        "cannot commit memory: region=handle table handles=" + initialHandles);
            }
            allocated.setBits(0, 1); // handle 0 is null
        } catch (RuntimeException | Error e) {
            region.release();
            throw e;
        }
    }

    /// Objects are counted when a mutator takes new handles, so that it must not take many at once.
    private static int runHandles(HeapOptions options) {
        long trigger = options.triggerAllocations();
        return trigger == 0
                ? options.runHandles()
                : (int) Math.clamp(trigger / COUNTS_A_TRIGGER, 1L, (long) options.runHandles());
    }

    public HandleTable table() {
        return table;
    }

    public Marks marks() {
        return marks;
    }

    /// Whether the number could be a handle of this heap.
    public boolean isInRange(long handle) {
        return Long.compareUnsigned(handle - 1, capacity - 1) < 0;
    }

    public long capacity() {
        return capacity;
    }

    public long maximumHandles() {
        return maximumHandles;
    }

    // Mutators

    /// Sets handles aside in an empty `run`; false if none is left and the table cannot grow.
    ///
    /// @param birthsMarked whether the caller is between its snapshot and its H4
    ///     (`Invariant.BIRTHS_MARKED_FROM_SNAPSHOT`)
    public boolean refill(HandleRun run, boolean birthsMarked) {
        return refill(run, birthsMarked, 1);
    }

    /// Like the other one, but sees to it that the run gets at least `least` handles if there are
    /// as many and they do not lie too far apart; false if not, and then the run has what there
    /// was.
    public boolean refill(HandleRun run, boolean birthsMarked, int least) {
        lock.lock();
        try {
            int size = run.startRefill(Math.max(runHandles, least), least);
            int wanted = Math.max(size, least);
            size = wanted;
            while (wanted > 0 && !run.isFull()) {
                if (cursor == capacity >>> 6) {
                    if (size - wanted >= least || !grow()) {
                        break;
                    }
                }
                long free = lowest(freeBits(cursor), wanted);
                if (free != 0) {
                    if (birthsMarked) {
                        marks.shadeBirths(cursor, free);
                    } else {
                        marks.unshadeBirths(cursor, free);
                    }
                    allocated.setBits(cursor, free);
                    young.addWord(cursor); // after that, see the class comment
                    run.add(cursor, free);
                    wanted -= Long.bitCount(free);
                    reservedTotal += Long.bitCount(free);
                    inUse += Long.bitCount(free);
                    usedWords = Math.max(usedWords, cursor + 1);
                }
                if (wanted > 0) {
                    cursor++;
                }
            }
            return size - wanted >= least;
        } finally {
            lock.unlock();
        }
    }

    /// Takes back the handles left in `run`; they were never used and are free at once.
    public void giveBack(HandleRun run) {
        lock.lock();
        try {
            timesGivenBack++;
            run.drainTo(takeBack);
        } finally {
            lock.unlock();
        }
    }

    private void takeBack(long word, long bits) {
        allocated.clearBits(word, bits);
        cursor = Math.min(cursor, word);
        inUse -= Long.bitCount(bits);
        reservedTotal -= Long.bitCount(bits);
    }

    private long freeBits(long word) {
        long inUseBits = allocated.wordAcquire(word); // before retired, see the class comment
        return ~(inUseBits | resting.word(word));
    }

    private static long lowest(long bits, int atMost) {
        long kept = bits;
        while (Long.bitCount(kept) > atMost) {
            kept &= ~Long.highestOneBit(kept);
        }
        return kept;
    }

    /// Doubles the table, up to the maximum (`Invariant.WITHIN_LIMITS`).
    private boolean grow() {
        long wanted = Math.min(maximumHandles, capacity * 2);
        long before = capacity;
        if (wanted == before || !commit(wanted)) {
            return false;
        }
        growths++;
        listener.resized("handle table", before << 3, wanted << 3);
        return true;
    }

    private boolean commit(long handles) {
        boolean done =
                table.reservation().commitTo(handles << 3)
                        && marks.reservation().commitTo(handles >>> 2)
                        && allocated.reservation().commitTo(handles >>> 3)
                        && resting.commitTo(handles)
                        && young.commitTo(handles);
        if (done) {
            capacity = handles;
        }
        return done;
    }

    // Collector

    /// A cycle begins, and no mutator marks anything: a full one forgets all marks, a young one
    /// those that mutators have set.
    public void clearMarks(boolean full) {
        long words = usedWords();
        if (full) {
            marks.clear(words);
            return;
        }
        long word = young.nextWord(0, words);
        while (word < words) {
            marks.clearShaded(word);
            word = young.nextWord(word + 1, words);
        }
    }

    /// The first word from `word` on that a cycle has to look at for dead handles, or `words`: in a
    /// full cycle all, in a young one those with handles that are not old.
    public long nextWordToRetire(long word, long words, boolean full) {
        return full ? Math.min(word, words) : young.nextWord(word, words);
    }

    /// The dead of a chunk have been retired, up to and with `word`, its last one or the last of
    /// all: it is looked at again in the next young cycle only if something in it is not old.
    public void endRetiring(long word) {
        if (young.hasWord(word)) {
            young.removeWord(word); // before the look, see the class comment
            if (hasYoung(ChunkSet.firstWord(word))) {
                young.addWord(word);
            }
        }
    }

    /// Whether the next word is of another chunk.
    public boolean isLastOfChunk(long word) {
        return ChunkSet.firstWord(word + 1) == word + 1;
    }

    /// Looks also at words of the chunk that were taken into use since retiring began: the lock of
    /// [#usedWords] comes after the bit was cleared, and a refill does all it does under it.
    private boolean hasYoung(long first) {
        long end = Math.min(ChunkSet.firstWord(first + ChunkSet.WORDS), usedWords());
        for (long word = first; word < end; word++) {
            if ((allocatedWord(word) & ~marks.oldWord(word)) != 0) {
                return true;
            }
        }
        return false;
    }

    /// One past the highest word that may have allocated or retired bits.
    public long usedWords() {
        lock.lock();
        try {
            return usedWords;
        } finally {
            lock.unlock();
        }
    }

    /// How often [#giveBack] has been called: while this does not change, no handle passes from one
    /// mutator to another.
    public long timesGivenBack() {
        lock.lock();
        try {
            return timesGivenBack;
        } finally {
            lock.unlock();
        }
    }

    /// The allocated bits of a word; includes handles set aside.
    public long allocatedWord(long word) {
        long bits = allocated.wordAcquire(word);
        return word == 0 ? bits & ~1L : bits;
    }

    /// The retired bits of a word.
    public long retiredWord(long word) {
        return resting.word(word);
    }

    /// The handles of a word that are in use but not marked, once marking is complete.
    public long deadWord(long word) {
        long inUseBits = allocatedWord(word); // before the marks, see the class comment
        return inUseBits & ~marks.liveWord(word);
    }

    /// Retires the dead handles of a word in `cycle`: they are unmarked and their objects are
    /// unreachable. Returns how many there were.
    public int retireDead(long word, long cycle) {
        long dead = deadWord(word);
        if (dead == 0) {
            return 0;
        }
        resting.add(word, dead, cycle);
        for (long left = dead; left != 0; left &= left - 1) {
            table.retire((word << 6) + Long.numberOfTrailingZeros(left), cycle);
        }
        allocated.clearBits(word, dead);
        return Long.bitCount(dead);
    }

    /// Settles the counts after [#retireDead] has seen every word.
    public void countRetired(long handles) {
        lock.lock();
        try {
            inUse -= handles;
            restingCount += handles;
        } finally {
            lock.unlock();
        }
    }

    /// Makes the handles retired in the cycle before `cycle` free. Returns how many there were.
    ///
    /// Under quarantine they keep resting until the table is full.
    public long promote(long cycle) {
        if (quarantine && !isTight()) {
            return 0;
        }
        RestingHandles.LowestWord lowest = new RestingHandles.LowestWord();
        long promoted = resting.endRest(cycle, usedWords(), lowest);
        lock.lock();
        try {
            restingCount -= promoted;
            cursor = Math.min(cursor, lowest.word());
        } finally {
            lock.unlock();
        }
        return promoted;
    }

    private boolean isTight() {
        lock.lock();
        try {
            return capacity == maximumHandles && inUse + restingCount == capacity - 1;
        } finally {
            lock.unlock();
        }
    }

    /// Gives slots at the end of the table back, halving it as long as the upper half is unused.
    public void shrink() {
        lock.lock();
        try {
            while (usedWords > 0
                    && (allocatedWord(usedWords - 1) | retiredWord(usedWords - 1)) == 0) {
                usedWords--;
                marks.clearWord(usedWords); // else a later birth there could look marked
            }
            long before = capacity;
            long after = before;
            while (Memory.NATIVE && after / 2 >= initialHandles && after / 2 >= usedWords << 6) {
                after = after / 2 & -64;
            }
            if (after < before) {
                capacity = after;
                cursor = Math.min(cursor, after >>> 6);
                table.reservation().uncommitTo(after << 3);
                shrinks++;
                listener.resized("handle table", before << 3, after << 3);
            }
        } finally {
            lock.unlock();
        }
    }

    // Anyone

    /// Counts under one lock.
    ///
    /// @param reservedTotal handles ever set aside
    /// @param inUse allocated now, handles set aside included
    /// @param resting retired now
    public record Counts(
            long capacity,
            long reservedTotal,
            long inUse,
            long resting,
            long growths,
            long shrinks,
            long sideBytes) {
        /// Handles that end their rest can be taken before they are no longer counted as resting,
        /// and are then counted twice.
        public long free() {
            return Math.max(0, capacity - 1 - inUse - resting);
        }
    }

    /// Whether less than half of the handles there may be are free.
    public boolean isFillingUp() {
        lock.lock();
        try {
            return inUse + restingCount > maximumHandles / 2;
        } finally {
            lock.unlock();
        }
    }

    public Counts counts() {
        lock.lock();
        try {
            return new Counts(
                    capacity,
                    reservedTotal,
                    inUse,
                    restingCount,
                    growths,
                    shrinks,
                    table.reservation().committedBytes()
                            + marks.reservation().committedBytes()
                            + allocated.reservation().committedBytes()
                            + resting.sideBytes()
                            + young.sideBytes());
        } finally {
            lock.unlock();
        }
    }

    /// Gives all memory back. Nothing may use this space any more.
    public void release() {
        region.release();
    }
}
