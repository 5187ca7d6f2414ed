// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

/// Where a mutator is in the running cycle: what the handshakes it has answered have left behind.
///
/// Written by [HandshakeActions] alone, on the owner's thread or the collector's on its behalf. The
/// owner reads it plainly; the collector reads what belongs to it after the answer, which orders
/// the plain accesses. It is fields and no methods that write, so that an action can assign several
/// with no call between them: there may be no stack left for one.
final class CycleState {

    static final long[] NOTHING_FROZEN = {};

    /// Between the snapshot (H2) and H4 of a cycle.
    boolean pastSnapshot;

    /// Whether newborn objects' handles are marked; the same, but for the tests that separate them.
    boolean birthsMarked;

    /// Whether the collector moves objects: from H4 of a cycle that does to the handshake after it
    /// has. Meanwhile no sealed object is written that is not newborn, not even one that nobody
    /// else has.
    boolean moving;

    /// The last cycle whose snapshot this mutator has passed.
    long epoch;

    /// What had been allocated at that snapshot.
    long bytesAtSnapshot;

    long objectsAtSnapshot;

    /// The slots frozen at that snapshot, up to `frozenTop`; read with [ShadowStack#slotOpaque]. A
    /// young cycle reads those from `unreadSlot` on.
    long[] frozenSlots = NOTHING_FROZEN;

    int unreadSlot;

    int frozenTop;
}
