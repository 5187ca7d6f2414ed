// SPDX-License-Identifier: Apache-2.0
package coex.gc.handle;

import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;
import coex.gc.memory.Reservations;

/// Which handles are marked: two bits for each handle, in neighbouring words.
///
///     word w     | marked, handles 64w .. 64w+63 | shaded, handles 64w .. 64w+63 |
///
/// *Marked* bits belong to the collector: no mutator writes them, so one marker alone needs no
/// atomic operation for each object. Several do, among themselves; design note 0032 has when there
/// are several. *Shaded* bits are set by mutators, atomically: for what they shade,
/// and for the handles they give to newborn objects. A handle counts as marked if either is set.
///
/// Whoever sets a bit for an object that existed at the snapshot sees to it that the object is
/// traced: the collector by its own stack, a mutator by its buffer. Newborn objects are not traced.
///
/// **Age.** Between two cycles the marked bit says that an object is *old*: some cycle has traced
/// it. A full cycle begins by clearing both bits, a young one by clearing the shaded bits only:
/// what was born marked in the last cycle was not traced, and is young. Both are done before H1,
/// when no mutator's barrier is on and none marks its births.
public final class Marks {

    private static final int PAIR_SHIFT = 4;
    private static final int SHADED = 8;

    private final Reservation words;
    private final long base;

    Marks(Reservations region, long maximumHandles, boolean hugePages) {
        words = region.of("mark bits", maximumHandles >>> 6 << PAIR_SHIFT, hugePages);
        base = words.base();
    }

    Reservation reservation() {
        return words;
    }

    // Collector

    /// What [#mark] has found: the handle was marked already.
    public static final int MARKED = 0;

    /// It was neither marked nor shaded, and is marked now: the caller must trace it.
    public static final int FRESH = 1;

    /// It was shaded and not marked: newborn, or in the buffer of a mutator, and if newborn still
    /// young when this cycle has ended.
    public static final int SHADED_ONLY = 2;

    /// Marks a handle found in a frozen slot or a field, unless it is marked or shaded. For a
    /// marker that is alone; the others find and claim.
    ///
    /// - writers of the marked word: the marker that is alone, here; or several, in [#claim] and
    ///   [#unclaim]. Helpers begin and end under the lock of `SharedWork`, which orders the two
    /// - readers: the collector; mutators in [#shade] and [#isMarked], racing
    /// - ordering: opaque; a mutator that misses the bit shades the handle once more and hands it
    ///   over, and [#adopt] drops it. That everyone sees all bits when it matters, after the
    ///   verdict, is ordered by the compare-and-set of the verdict
    public int mark(long handle) {
        long pair = base + (handle >>> 6 << PAIR_SHIFT);
        long bit = 1L << handle;
        long marked = Memory.getLong(pair);
        if ((marked & bit) != 0) {
            return MARKED;
        }
        if ((Memory.getLongOpaque(pair + SHADED) & bit) != 0) {
            return SHADED_ONLY;
        }
        Memory.putLongOpaque(pair, marked | bit);
        return FRESH;
    }

    /// As [#mark], but marks nothing: FRESH if nobody is seen to have marked the handle, so that it
    /// is to be claimed.
    ///
    /// - readers: markers that work beside others, racing with their [#claim]
    /// - ordering: opaque; who misses a bit claims in vain. Who misses the marked bit of a handle
    ///   and sees the shaded one takes it for newborn, and the object that names it is read once
    ///   more in the next cycle
    public int find(long handle) {
        long pair = base + (handle >>> 6 << PAIR_SHIFT);
        long bit = 1L << handle;
        if ((Memory.getLongOpaque(pair) & bit) != 0) {
            return MARKED;
        }
        return (Memory.getLongOpaque(pair + SHADED) & bit) != 0 ? SHADED_ONLY : FRESH;
    }

    /// Marks a handle; true for one of those who try, which must trace it. Atomic: of two markers
    /// that found neighbours unmarked neither may overwrite the bit of the other.
    ///
    /// - shown by: `MarkClaimStress`
    public boolean claim(long handle) {
        long bit = 1L << handle;
        return (Memory.getAndOrLong(base + (handle >>> 6 << PAIR_SHIFT), bit) & bit) == 0;
    }

    /// [#unmark] for a marker that works beside others.
    public void unclaim(long handle) {
        Memory.getAndAndLong(base + (handle >>> 6 << PAIR_SHIFT), ~(1L << handle));
    }

    /// Whether some cycle has traced the object of a handle, or the running one will.
    public boolean isOld(long handle) {
        return (Memory.getLong(base + (handle >>> 6 << PAIR_SHIFT)) >>> handle & 1) != 0;
    }

    /// The marked bits around a handle, to have them at hand for [#mark].
    public long peek(long handle) {
        return Memory.getLong(base + (handle >>> 6 << PAIR_SHIFT));
    }

    /// Marks a handle that a mutator shaded and handed over; true if it must be traced. Not while
    /// another marker has work.
    public boolean adopt(long handle) {
        long pair = base + (handle >>> 6 << PAIR_SHIFT);
        long bit = 1L << handle;
        long marked = Memory.getLong(pair);
        if ((marked & bit) != 0) {
            return false;
        }
        Memory.putLongOpaque(pair, marked | bit);
        return true;
    }

    /// The marked and shaded bits of 64 handles.
    public long liveWord(long word) {
        long pair = base + (word << PAIR_SHIFT);
        return Memory.getLongAcquire(pair) | Memory.getLongAcquire(pair + SHADED);
    }

    /// The marked bits of 64 handles: between two cycles, those of old objects.
    long oldWord(long word) {
        return Memory.getLongAcquire(base + (word << PAIR_SHIFT));
    }

    /// Takes a mark back that [#mark] has set for a handle that names nothing: else an object that
    /// gets the handle later would be taken for old.
    public void unmark(long handle) {
        long pair = base + (handle >>> 6 << PAIR_SHIFT);
        Memory.putLongOpaque(pair, Memory.getLong(pair) & ~(1L << handle));
    }

    /// Forgets all marks of the first `count` words.
    void clear(long count) {
        Memory.fill(base, count << PAIR_SHIFT, (byte) 0);
    }

    /// Forgets the shaded bits of a word.
    void clearShaded(long word) {
        Memory.putLong(base + (word << PAIR_SHIFT) + SHADED, 0);
    }

    /// Forgets the marks of a word that the table gives up, and that [#clear] will not come to.
    void clearWord(long word) {
        long pair = base + (word << PAIR_SHIFT);
        Memory.putLong(pair, 0);
        Memory.putLong(pair + SHADED, 0);
    }

    // Mutators

    /// Marks a handle on behalf of the calling mutator; true if it was neither marked nor shaded,
    /// so that the caller must put it into its buffer.
    ///
    /// - ordering: an atomic or, sequentially consistent, which also keeps the caller's following
    ///   store from moving before it (`Invariant.SHADE_BEFORE_OVERWRITE`)
    public boolean shade(long handle) {
        long pair = base + (handle >>> 6 << PAIR_SHIFT);
        long bit = 1L << handle;
        if ((Memory.getLongOpaque(pair) & bit) != 0) {
            return false;
        }
        return (Memory.getAndOrLong(pair + SHADED, bit) & bit) == 0;
    }

    /// Whether a handle is marked already, for a mutator that is about to [#shade] it: a bit it
    /// misses costs it a second look there.
    public boolean isMarkedOpaque(long handle) {
        long pair = base + (handle >>> 6 << PAIR_SHIFT);
        long bits = Memory.getLongOpaque(pair) | Memory.getLongOpaque(pair + SHADED);
        return (bits >>> handle & 1) != 0;
    }

    /// Marks handles that newborn objects will get.
    public void shadeBirths(long word, long bits) {
        Memory.getAndOrLong(base + (word << PAIR_SHIFT) + SHADED, bits);
    }

    /// Makes sure that free handles are unmarked before objects get them that must be traced: a
    /// thread past its snapshot may have set them aside, marked, and given them back unused.
    ///
    /// The caller is before its snapshot or past its H4, so nothing is retired meanwhile.
    public void unshadeBirths(long word, long bits) {
        long shaded = base + (word << PAIR_SHIFT) + SHADED;
        if ((Memory.getLongOpaque(shaded) & bits) != 0) {
            Memory.getAndAndLong(shaded, ~bits);
        }
    }

    public boolean isMarked(long handle) {
        return (liveWord(handle >>> 6) >>> handle & 1) != 0;
    }
}
