package coex.observe;

import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.ObjectView;
import coex.gc.mutator.MutatorContext;

import java.util.ArrayDeque;
import java.util.Deque;

/// Damages the sample in four places, as a bug in unchecked code could, and repairs it when closed.
/// For the thread that has made the sample.
final class Corruption implements AutoCloseable {

    static final int NO_SHAPE = 999;
    static final int NO_HANDLE = 1000;

    private final ConcurrentHeap heap;
    private final MutatorContext context;
    private final Deque<Runnable> repairs = new ArrayDeque<>();

    Corruption(SampleHeap sample) {
        heap = ConcurrentHeap.of(sample.heap);
        context = ConcurrentHeap.contextOf(sample.mutator);
        overwrite(sample.strange, 0, (int) sample.ada); // whose object it is
        overwrite(sample.grace, 4, NO_SHAPE);
        overwrite(sample.people, sample.list.fixedBytes() + 4, NO_HANDLE);
        int slot = context.stack().top() - 1;
        context.stack().setTop(slot, NO_HANDLE);
        repairs.push(() -> context.stack().setTop(slot, 0));
    }

    private void overwrite(long handle, long offset, int value) {
        long[] address = new long[1];
        int[] before = new int[1];
        heap.inspect(
                inspector ->
                        inspector.visit(
                                handle,
                                (ObjectView object) -> {
                                    address[0] = object.address() + offset;
                                    before[0] = object.intAt(offset);
                                    return true;
                                }));
        context.storeRoot(address[0], value);
        repairs.push(() -> context.storeRoot(address[0], before[0]));
    }

    @Override
    public void close() {
        repairs.forEach(Runnable::run);
    }
}
