// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// The phases of a collection cycle, in order. `Collector` tells the whole story.
public enum Phase {
    /// Marks of the last cycle are cleared: all if this one is full, else those of what is not old.
    PREPARE,
    /// H1: every mutator turns its write barrier on.
    BARRIER_ON,
    /// H1b: every mutator hands over which objects it has written; after it no unbarriered store is
    /// in flight.
    SETTLE,
    /// H2: every mutator shades the top of its stack and freezes the rest.
    SNAPSHOT,
    /// Frozen stacks, global roots and all they lead to are marked.
    MARK,
    /// H3: every mutator hands over what it shaded; if that was nothing, marking is complete.
    FLUSH,
    /// Weak references to unmarked objects are cleared, cleaners announced.
    WEAK,
    /// The handles of unmarked objects are retired.
    RETIRE,
    /// H4: every mutator turns its barrier off. After it no retired object is in use.
    BARRIER_OFF,
    /// Lines and blocks without marked objects become free.
    SWEEP,
    /// Objects are copied out of sparse blocks, if the cycle is one that moves. A handshake
    /// follows, and then what those blocks held is free.
    MOVE,
    /// Handles retired one cycle ago become free; statistics, pacing, giving memory back.
    FINISH
}
