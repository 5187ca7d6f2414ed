// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.memory.AddressTags;

/// Watches one mutator, in tests, for what its code promises and nothing else would show: that it
/// uses no address after a safepoint, and that there is no safepoint where it said that there is
/// none.
///
/// A safepoint counts as one whether or not the collector wants something there: a poll, an
/// allocation, making room, each even where it finds room at once. So what is wrong is found
/// the first time it is run, and not when a collection happens to fall there.
///
/// Owned by the mutator's thread.
final class SafepointCheck {

    private int tag;

    /// What promised to have no safepoint in it and is running; null if nothing is.
    private String quiet;

    private int random = 0x9E3779B9;

    /// A promise of room has been given, and [ObjectAllocator#take] will be no safepoint.
    private boolean promised;

    /// The mutator comes to a safepoint.
    void pass() {
        if (quiet != null) {
            throw new AssertionError("a safepoint in what is declared to have none: " + quiet);
        }
        promised = false;
        forget();
    }

    /// Nothing that was resolved will be used.
    void forget() {
        if (tag != 0) {
            AddressTags.close(tag);
            tag = 0;
        }
    }

    /// An address that is good until the next safepoint.
    long mark(long address) {
        if (tag == 0) {
            tag = AddressTags.open();
        }
        return address == 0 ? 0 : AddressTags.mark(address, tag);
    }

    /// True about half of the times: whether to pass by room that is set aside, so that tests go
    /// both ways.
    boolean passesByRoom() {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        return random < 0;
    }

    void promise() {
        promised = true;
    }

    /// Comes to a safepoint, unless room was promised.
    void take() {
        if (promised) {
            promised = false;
        } else {
            pass();
        }
    }

    void beginQuiet(String what) {
        if (quiet != null) {
            throw new AssertionError(what + " is called by what has not ended: " + quiet);
        }
        quiet = what;
    }

    void endQuiet() {
        quiet = null;
    }
}
