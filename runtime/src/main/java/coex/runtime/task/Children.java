package coex.runtime.task;

import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.layout.ObjectHeader;
import coex.gc.mutator.MutatorContext;

import java.util.ArrayList;
import java.util.List;

/// The tasks that a task has started and not joined, in their order. Functions and loops know how
/// many there were when they began, and join those after.
///
/// An array in the heap keeps the cells of the tasks alive; it has a slot of the first frame of the
/// task's stack. For the thread of the task; but when all tasks wait, whoever finds that out reads
/// [#all]: each task has counted itself out of those awake, by an atomic counter, after what it did
/// here.
public final class Children {

    /// From so many on, those that have ended are forgotten now and then.
    private static final int FEW = 32;

    private final Task parent;
    private final List<Task> tasks = new ArrayList<>();

    /// The array with their cells, 0 if there has been none, and its length.
    private long cells;

    private int length;

    private int nextLook = FEW;

    Children(Task parent) {
        this.parent = parent;
    }

    /// The shape of arrays of cells.
    static Shape shape(Heap heap) {
        return heap.shape("$tasks").arrayOf(Kind.REFERENCE).mutable().build();
    }

    public int count() {
        return tasks.size();
    }

    List<Task> all() {
        return tasks;
    }

    private Shape shape() {
        return parent.program().cellsShape();
    }

    private TaskCell cellType() {
        return parent.program().cellType();
    }

    private void store(MutatorContext mutator, int index, long cell) {
        long array = mutator.address(cells);
        long slot = array + shape().fixedBytes() + (long) index * Kind.REFERENCE.bytes();
        mutator.storeReference(array, slot, cell);
    }

    /// Makes sure that one more can be added. A safepoint.
    ///
    /// @param from those before it are left as they are
    void makeRoom(MutatorContext mutator, int from) {
        if (tasks.size() >= nextLook) {
            forgetEnded(mutator, from);
            nextLook = Math.max(FEW, 2 * tasks.size());
        }
        if (tasks.size() < length) {
            return;
        }
        int longer = Math.max(4, 2 * length);
        long more =
                mutator.allocator()
                        .allocateArray(
                                shape().id(),
                                shape().arrayBytes(longer),
                                ObjectHeader.MUTABLE,
                                longer);
        cells = more;
        length = longer;
        mutator.rerootBelow(0, Tasks.CHILDREN_SLOT, more);
        for (int i = 0; i < tasks.size(); i++) {
            store(mutator, i, tasks.get(i).cell());
        }
    }

    /// Adds a task. No safepoint.
    void add(MutatorContext mutator, Task child) {
        place(mutator, tasks.size(), child);
        tasks.add(child);
    }

    private void place(MutatorContext mutator, int index, Task child) {
        store(mutator, index, child.cell());
        cellType().setIndex(mutator, child.cell(), index);
    }

    private void forgetEnded(MutatorContext mutator, int from) {
        remove(mutator, from, child -> child.hasEnded() && !child.hasFailed());
    }

    private interface Test {
        boolean isMet(Task child);
    }

    /// Forgets the tasks after the first `from` that meet a test; all of them have ended.
    private void remove(MutatorContext mutator, int from, Test test) {
        int kept = from;
        for (int i = from; i < tasks.size(); i++) {
            Task child = tasks.get(i);
            if (test.isMet(child)) {
                cellType().setIndex(mutator, child.cell(), TaskCell.JOINED);
            } else {
                if (kept < i) {
                    place(mutator, kept, child);
                    tasks.set(kept, child);
                }
                kept++;
            }
        }
        for (int i = kept; i < tasks.size(); i++) {
            store(mutator, i, 0);
        }
        tasks.subList(kept, tasks.size()).clear();
    }

    /// Waits for a task, given its cell. A safepoint; the caller keeps the cell.
    void await(MutatorContext mutator, long cell) {
        int index = cellType().index(mutator, cell);
        if (index != TaskCell.JOINED) {
            tasks.get(index).join(true);
        }
    }

    /// Waits for all after the first `from`, at the end of a function; at the end of a loop only
    /// for those that do not outlive it. A safepoint.
    public void join(MutatorContext mutator, int from, boolean isLoop) {
        if (tasks.size() > from) {
            for (int i = from; i < tasks.size(); i++) {
                Task child = tasks.get(i);
                if (!isLoop || !child.start().outlivesLoop()) {
                    child.join(true);
                }
            }
            remove(mutator, from, child -> !isLoop || !child.start().outlivesLoop());
        }
    }

    /// Stops all after the first `from`, and waits for them. A safepoint.
    void stopFrom(MutatorContext mutator, int from) {
        if (tasks.size() > from) {
            for (int i = from; i < tasks.size(); i++) {
                tasks.get(i).stop();
            }
            for (int i = from; i < tasks.size(); i++) {
                tasks.get(i).join(false);
            }
            remove(mutator, from, _ -> true);
        }
    }
}
