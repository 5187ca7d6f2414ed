// SPDX-License-Identifier: Apache-2.0
package coex.observe.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The last events of a heap, numbered from 1.
///
/// Whoever has an event takes a number and puts the event into that number's place: nobody waits
/// for anybody, and what nobody has read in time is overwritten. A writer that was overtaken by a
/// whole round leaves the newer event where it is. A reader stops before the first number whose
/// event is not in its place yet, so it never skips one.
///
/// - writers: the holder of the collector's role, and mutators
/// - readers: any thread
/// - ordering: compare-and-set, volatile; the numbers in a place only grow, and an event is
///   immutable and complete before it is put there
final class EventRing {

    static final int ROOM = 1 << 14; // a power of two

    private final AtomicReferenceArray<Numbered> places = new AtomicReferenceArray<>(ROOM);
    private final AtomicLong last = new AtomicLong();

    private record Numbered(long number, LiveEvent event) {}

    void add(LiveEvent event) {
        put(nextNumber(), event);
    }

    /// The number of the next event, which has to be [put][#put].
    long nextNumber() {
        return last.incrementAndGet();
    }

    void put(long number, LiveEvent event) {
        places.accumulateAndGet(
                place(number),
                new Numbered(number, event),
                (there, mine) -> there != null && there.number > mine.number ? there : mine);
    }

    private static int place(long number) {
        return (int) number & ROOM - 1;
    }

    /// Events from a number on.
    ///
    /// @param last the number of the last of them, or the one asked for if there are none
    /// @param lost how many were overwritten before they were read
    record Events(List<LiveEvent> events, long last, long lost) {}

    /// The events after that with the number `after`.
    Events after(long after) {
        long newest = last.get();
        long number = Math.max(after, 0);
        long lost = 0;
        if (newest - number > ROOM) {
            lost = newest - ROOM - number;
            number = newest - ROOM;
        }
        List<LiveEvent> events = new ArrayList<>();
        while (number < newest) {
            Numbered found = places.get(place(number + 1));
            if (found == null || found.number < number + 1) {
                break; // its writer has the number and not yet put it there
            }
            if (found.number > number + 1) {
                lost++; // overwritten since
            } else {
                events.add(found.event);
            }
            number++;
        }
        return new Events(events, number, lost);
    }

    /// The number of the newest event.
    long newest() {
        return last.get();
    }
}
