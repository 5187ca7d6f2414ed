// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

/// Places where the order of threads matters. A test can stop or delay a thread there.
public enum SchedulePoint {
    /// A mutator has noticed a handshake request and not yet acted on it.
    HANDSHAKE_NOTICED,
    /// A mutator, or the collector for it, has shaded and frozen its stack at the snapshot.
    STACK_FROZEN,
    /// It has also marked the handles set aside, and nothing yet says that it is past its snapshot.
    BIRTHS_MARKED,
    /// The collector has cleared the bits of some of the objects in the logs it has taken.
    LOG_CLEARED,
    /// A mutator has acted on a handshake request and not yet acknowledged it.
    HANDSHAKE_PERFORMED,
    /// A mutator has acted on a handshake request and acknowledged it.
    HANDSHAKE_ANSWERED,
    /// A mutator has answered whatever was asked, and goes on from its safepoint.
    SERVED,
    /// A barriered store has read the old value of a cell and not yet shaded it.
    BARRIER_OLD_READ,
    /// A barriered store has shaded and not yet swapped.
    BARRIER_SHADED,
    /// A barriered store has swapped.
    BARRIER_SWAPPED,
    /// An unbarriered store is about to be done.
    STORE_UNBARRIERED,
    /// A weak field has been read, and the value not yet judged.
    WEAK_READ,
    /// A thread has left a safe region and not yet looked whether it is asked for something.
    REGION_LEFT,
    /// A handle that is to be shaded has been noted and not yet marked.
    SHADE_NOTED,
    /// An object that is about to be written has been noted in the log and does not say so yet.
    WRITE_NOTED,
    /// A thread exits, and nothing has changed yet.
    EXIT,
    /// A thread that exits has returned its handles and memory, and there is room for what it hands
    /// over; nothing says yet that it has ended. Whoever is here has the registry's lock.
    EXIT_PREPARED,
    /// A mutator takes handles or memory.
    REFILL,
    /// The collector begins a phase.
    PHASE_BEGINS,
    /// The collector looks whether all mutators have answered.
    COLLECTOR_WAITS,
    /// A marker has traced a batch.
    MARK_BATCH,
    /// A marker beside others has found a handle unmarked, and not yet marked it.
    MARK_FOUND,
    /// A marker beside others has nothing to trace and waits for work or for the end.
    MARKER_WAITS,
    /// A marker that helps has nothing to do until the collector calls it.
    MARKER_RESTS,
    /// All mutators have handed over empty buffers; the verdict is not yet closed.
    VERDICT_PENDING,
    /// The collector has retired the dead of one word of handles.
    RETIRED_WORD,
    /// The collector has swept some blocks.
    SWEPT_BLOCKS,
    /// The collector is about to copy an object to its new place.
    COPYING,
    /// It has copied the object, and its slot names the old place.
    COPIED,
    /// A heap is being opened, and the next step follows.
    OPENING,
    /// A thread has a mutator that runs, and nobody knows it as that of the thread yet.
    ATTACHING,
    /// A heap is being closed or has been dropped, nobody waits for a collection any more, and the
    /// next step follows.
    CLOSING
}
