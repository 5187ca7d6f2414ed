// SPDX-License-Identifier: Apache-2.0
package coex.gc.handle;

import coex.gc.memory.Reservations;

/// Handles that are retired and rest before they are free again: those of even cycles and those of
/// odd ones, so that a cycle ends the rest of one bitmap and begins that of the other
/// (`Invariant.HANDLES_REST_ONE_CYCLE`).
///
/// Written by the collector only, with release; read by mutators that look for free handles.
final class RestingHandles {

    private final Bitmap[] bits = new Bitmap[2];

    /// The chunks in which the bitmap has bits. The collector's alone.
    private final ChunkSet[] chunks = new ChunkSet[2];

    RestingHandles(Reservations region, long maximumHandles, boolean hugePages) {
        for (int i = 0; i < 2; i++) {
            bits[i] = new Bitmap(region, "retired handles", maximumHandles, hugePages);
            chunks[i] = new ChunkSet(region, maximumHandles);
        }
    }

    boolean commitTo(long handles) {
        boolean done = true;
        for (int i = 0; i < 2; i++) {
            done =
                    done
                            && bits[i].reservation().commitTo(handles >>> 3)
                            && chunks[i].commitTo(handles);
        }
        return done;
    }

    long sideBytes() {
        return 2 * (bits[0].reservation().committedBytes() + chunks[0].sideBytes());
    }

    /// The handles of a word that rest.
    long word(long word) {
        return bits[0].wordAcquire(word) | bits[1].wordAcquire(word);
    }

    /// Handles of a word begin to rest in `cycle`.
    void add(long word, long handles, long cycle) {
        int which = (int) (cycle & 1);
        chunks[which].addWord(word);
        long resting = bits[which].wordAcquire(word); // not 0 under quarantine
        bits[which].setWordRelease(word, resting | handles);
    }

    /// Ends the rest of those that were retired in the cycle before `cycle`. Returns how many there
    /// were; `lowest` is told the lowest word with one.
    long endRest(long cycle, long words, LowestWord lowest) {
        int which = (int) (cycle - 1 & 1);
        long ended = 0;
        long word = chunks[which].nextWord(0, words);
        while (word < words) {
            long rested = bits[which].wordAcquire(word);
            if (rested != 0) {
                bits[which].setWordRelease(word, 0);
                ended += Long.bitCount(rested);
                lowest.note(word);
            }
            word = chunks[which].nextWord(word + 1, words);
        }
        chunks[which].clear(words);
        return ended;
    }

    /// The lowest of some words.
    static final class LowestWord {
        private long word = Long.MAX_VALUE;

        private void note(long seen) {
            word = Math.min(word, seen);
        }

        long word() {
            return word;
        }
    }
}
