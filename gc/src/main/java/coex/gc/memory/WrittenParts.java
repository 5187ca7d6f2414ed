// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import coex.gc.HeapOptions;

/// Which parts of large arrays have been written since the collector read them: of an array that is
/// in the log of a mutator, a young cycle reads these parts and not the rest. A part is 64 bytes.
///
/// There are two sets of bits. In one cycle mutators note what they write in the one, in the next
/// cycle in the other; which it is changes when a cycle begins, and each mutator knows it from its
/// H1 on at the latest.
///
///     word w     | set 0, parts 64w .. 64w+63 | set 1, parts 64w .. 64w+63 |
///
/// - writers: mutators set bits of either set, atomically, before they log the array and store; the
///   collector sets bits of the present set, and clears those of the last one
/// - readers: mutators, opaquely: who misses a bit sets it again. The collector, when it reads a
///   logged array, after H2
/// - why nothing is lost: the collector reads what either set has. Who has noted a part has stored
///   into it before his next safepoint: so before his H1 if it was noted in the set of the last
///   cycle, and the collector, which reads later, forgets that. What is noted in the present set it
///   does not forget, though it may have read it: who finds that bit set may be about to store
/// - a bit too many does no harm. Bits of an array that dies stay, for whatever lies there next
/// - shown by: `NotedPartsTest`, `KeepNewPartsTest`
///
/// There is memory for it as far up as there are large objects. Committing and giving back is
/// serialised by `HeapExtent` with its growth lock.
public final class WrittenParts {

    /// The logarithm of the bytes of a part.
    public static final int PART_SHIFT = 6;

    private static final int PAIR_SHIFT = 4;
    private static final int SECOND = 8;

    private final Reservation bits;
    private final long base;
    private final long objectsBase;
    private final int blockShift;

    /// Where in a pair the present set is: 0 or [#SECOND].
    ///
    /// - writer: the collector, before it issues H1
    /// - readers: mutators, plainly; the request of H1, which is volatile, orders it for those that
    ///   have answered
    /// - why: before that either will do, see above, and an int is read whole
    private int present;

    WrittenParts(Reservations region, HeapOptions options, int maximumBlocks, long objectsBase) {
        this.blockShift = Integer.numberOfTrailingZeros(options.blockBytes());
        this.objectsBase = objectsBase;
        this.bits = region.of("written parts", bytesFor(maximumBlocks), options.hugePages());
        this.base = bits.base();
    }

    Reservation reservation() {
        return bits;
    }

    boolean commitTo(int blocks) {
        return bits.commitTo(bytesFor(blocks));
    }

    void uncommitTo(int blocks) {
        bits.uncommitTo(bytesFor(blocks));
    }

    private long bytesFor(int blocks) {
        long parts = (long) blocks << blockShift >>> PART_SHIFT;
        return (parts + 63) >>> 6 << PAIR_SHIFT;
    }

    /// A cycle begins: from here on what is written is noted in the other set.
    ///
    /// @param cycle its number
    public void turn(long cycle) {
        present = (cycle & 1) == 0 ? 0 : SECOND;
    }

    /// Notes that the reference at `address`, in a large array, is about to be written.
    public void note(long address) {
        long part = (Memory.untagged(address) - objectsBase) >>> PART_SHIFT;
        long word = presentAt(part >>> 6);
        long bit = 1L << part;
        if ((Memory.getLongOpaque(word) & bit) == 0) {
            Memory.getAndOrLong(word, bit);
        }
    }

    /// The number of the part at `address`.
    public long partAt(long address) {
        return (address - objectsBase) >>> PART_SHIFT;
    }

    /// Where a part begins.
    public long addressOf(long part) {
        return objectsBase + (part << PART_SHIFT);
    }

    /// The address of the bits of the present set, of 64 parts from 64 times `word` on.
    public long presentAt(long word) {
        return base + (word << PAIR_SHIFT) + present;
    }

    /// The parts among 64, from 64 times `word` on, that were noted in either set. Forgets those of
    /// the last set. For the collector.
    ///
    /// @param mask the parts that are asked for and to be forgotten
    public long take(long word, long mask) {
        long last = base + (word << PAIR_SHIFT) + (SECOND - present);
        long noted = Memory.getLongOpaque(presentAt(word)) & mask;
        long before = Memory.getLongOpaque(last);
        if ((before & mask) != 0) {
            Memory.getAndAndLong(last, ~mask);
        }
        return noted | before & mask;
    }
}
