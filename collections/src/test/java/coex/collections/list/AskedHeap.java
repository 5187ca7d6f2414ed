package coex.collections.list;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.StressOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.Protocol;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// A heap whose collector asks something of the test's thread at every one of its safepoints:
/// another thread collects all the time, and the test's goes on after an answer only when it is
/// asked again. So safepoints can be counted, whatever the machine does, and what is not rooted at
/// one of them is lost.
public final class AskedHeap implements AutoCloseable, ScheduleHook {

    private final ConcurrentHeap heap;
    private final Mutator checked;
    private final MutatorContext mutator;
    private final Thread thread = Thread.currentThread();
    private final AtomicBoolean asking = new AtomicBoolean();
    private int answered;

    public AskedHeap() {
        HeapOptions options =
                HeapOptions.builder()
                        .hugePages(false)
                        .idleAfter(Duration.ofHours(1))
                        .initialBytes(8 << 20)
                        .maximumBytes(512 << 20)
                        .stress(StressOptions.NONE.withPoison(true))
                        .build();
        heap = ConcurrentHeap.open(options, this, Protocol.SOUND, true);
        checked = heap.attach();
        mutator = ConcurrentHeap.contextOf(checked);
    }

    public Heap heap() {
        return heap;
    }

    public Mutator checked() {
        return checked;
    }

    public MutatorContext mutator() {
        return mutator;
    }

    /// How many safepoints the test's thread comes to in an operation.
    public int safepointsIn(Runnable operation) throws InterruptedException {
        asking.set(true);
        Thread collecting =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (asking.get()) {
                                        heap.collect();
                                    }
                                });
        try {
            awaitQuestion();
            answered = 0;
            operation.run();
            return answered;
        } finally {
            asking.set(false);
            try (var _ = checked.safeRegion()) {
                collecting.join();
            }
        }
    }

    @Override
    public void at(SchedulePoint point) {
        if (point == SchedulePoint.SERVED && Thread.currentThread() == thread) {
            answered++;
            awaitQuestion();
        }
    }

    private void awaitQuestion() {
        while (asking.get() && !mutator.isAsked()) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        heap.close();
    }
}
