// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// What must hold, stated once. Code, tests and documents refer to these by name.
///
/// MI-1 to MI-6 are the numbers that the six memory invariants had in the first design of Coex.
public enum Invariant {
    /// MI-1. Outside the handle table no address outlives the operation that resolved it: none is
    /// kept across a safepoint, and none that an embedder is told is used to reach memory: it is
    /// for reports.
    ADDRESSES_LIVE_IN_ONE_TABLE,

    /// MI-2. At a safepoint every handle a thread may still use is in a slot of its shadow stack,
    /// or reachable from one.
    ROOTED_AT_SAFEPOINTS,

    /// MI-3. A frame is popped only when nothing in it is needed; a result is stored into the
    /// caller's frame before the next safepoint.
    RESULT_OUTLIVES_FRAME,

    /// MI-4. A slot below the watermark changes only after its old value has been shaded.
    FROZEN_UNTIL_SHADED,

    /// MI-5. Memory that a retired or moved object occupied is reused only after every mutator has
    /// passed a handshake, so no operation that resolved the handle before is still running.
    GRACE_BEFORE_REUSE,

    /// MI-6. A handle retired in cycle N is handed out again only after cycle N+1 has ended.
    HANDLES_REST_ONE_CYCLE,

    /// Whoever reads an address from the handle table also sees the header behind it.
    CONTENTS_BEFORE_ADDRESS,

    /// Between its snapshot (H2) and its H4 of cycle N a mutator allocates marked; before and
    /// after it allocates unmarked.
    BIRTHS_MARKED_FROM_SNAPSHOT,

    /// When the verdict of a cycle is CLOSED, every object a mutator can reach is marked.
    REACHABLE_IS_MARKED,

    /// A value leaves a mutable cell during marking only after it has been shaded.
    SHADE_BEFORE_OVERWRITE,

    /// When a young cycle begins: an object that an earlier cycle has traced names only such, or it
    /// is in a log, or the collector has noted it to be read again.
    OLD_NAMES_OLD,

    /// A handle that is free or retired is in no slot of a frame, root, buffer or queue, and in no
    /// field of an object in use.
    FREE_MEANS_UNNAMED,

    /// Committed memory never exceeds the maximum of the options.
    WITHIN_LIMITS,

    /// No two objects share a byte, and every object lies within a block in use.
    OBJECTS_DISJOINT,

    /// What was counted at the snapshot equals what was traced plus what was retired.
    BOOKS_BALANCE
}
