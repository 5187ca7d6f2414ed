package coex.runtime.task;

import coex.gc.Heap;
import coex.gc.Shape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// The object in the heap that stands for a task: what its caller holds as its future.
///
/// It has room for one value, a reference or 64 bits. Before the task runs that is the closure to
/// call; while it runs, what others give it while it waits; at the end, its result.
///
/// - writers of the value: the caller, before it starts the task; whoever has claimed the task's
///   wait; the task. References are stored with the collector's barrier
/// - readers: the task; its caller, once it has ended
/// - ordering: by starting the thread, and by the states of waits and tasks
/// - the index: the caller's alone
final class TaskCell {

    /// The index of a task that has been joined.
    static final int JOINED = -1;

    private final Shape shape;
    private final int content;
    private final int bits;
    private final int index;

    TaskCell(Heap heap) {
        this.shape =
                heap.shape("$task")
                        .reference("content")
                        .longField("bits")
                        .intField("index")
                        .mutable()
                        .build();
        this.content = shape.field("content").offset();
        this.bits = shape.field("bits").offset();
        this.index = shape.field("index").offset();
    }

    /// A safepoint; the caller keeps the content.
    long create(MutatorContext mutator, long held) {
        long cell =
                mutator.allocator().allocate(shape.id(), shape.fixedBytes(), ObjectHeader.MUTABLE);
        put(mutator, cell, true, held);
        return cell;
    }

    void put(MutatorContext mutator, long cell, boolean isReference, long value) {
        long address = mutator.address(cell);
        if (isReference) {
            mutator.storeReference(address, address + content, value);
        } else {
            Memory.putLong(address + bits, value);
        }
    }

    long get(MutatorContext mutator, long cell, boolean isReference) {
        long address = mutator.address(cell);
        return isReference
                ? Integer.toUnsignedLong(Memory.getIntAcquire(address + content))
                : Memory.getLong(address + bits);
    }

    /// Takes the value out, so that the cell does not keep it alive.
    long take(MutatorContext mutator, long cell, boolean isReference) {
        long value = get(mutator, cell, isReference);
        if (isReference) {
            put(mutator, cell, true, 0);
        }
        return value;
    }

    int index(MutatorContext mutator, long cell) {
        return Memory.getInt(mutator.address(cell) + index);
    }

    void setIndex(MutatorContext mutator, long cell, int value) {
        Memory.putInt(mutator.address(cell) + index, value);
    }
}
