package coex.gc.mutator;

/// The parts the protocol is made of. A test can leave one out to show that it is needed: each has
/// a schedule test in which a live object is lost without it. No public option reaches this.
public enum Ingredient {
    /// A barriered store shades the value it removes.
    SHADE_OLD,
    /// A barriered store of a thread before its snapshot shades the value it writes.
    SHADE_NEW,
    /// Shading comes before the swap, not after it.
    SHADE_BEFORE_SWAP,
    /// A store that lost a race shades the value it really removes (the loop), and H1b makes sure
    /// that no unbarriered store is in flight at the snapshot. Leaving this out drops both.
    SETTLED_STORES,
    /// The barrier is on everywhere (H1) before the first snapshot.
    BARRIER_BEFORE_SNAPSHOT,
    /// The snapshot shades the top frame.
    TOP_FRAME_SHADED,
    /// Returning below the watermark shades the frame returned to.
    RETURN_BARRIER,
    /// A thread that was blocked at the snapshot shades its top frame before it runs on.
    RESUME_SHADES_TOP,
    /// Births are unmarked before the thread's snapshot, so that they are traced.
    BIRTHS_WHITE_BEFORE_SNAPSHOT,
    /// Births are marked after the thread's snapshot.
    BIRTHS_MARKED_AFTER_SNAPSHOT,
    /// Marking ends only when a flush round found every buffer empty.
    FLUSH_UNTIL_EMPTY,
    /// Weak reads and the end of marking agree on one verdict.
    WEAK_VERDICT,
    /// Once the dead are retired, a weak read asks the cell, not the marks, whether its object is dead.
    WEAK_READ_AGAIN,
    /// A thread that exits hands its buffer over.
    EXIT_HANDS_OVER,
    /// A parent has answered the issued handshake when its child becomes visible.
    SPAWN_AFTER_ANSWER,
    /// Memory of retired objects is reused only after every mutator has passed H4.
    REUSE_AFTER_HANDSHAKE
}
