package coex.stress.torture;

import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.Protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// One heap under torture: its threads, and what they share.
final class HeapTorture {

    private static final int SHARED_ROOTS = 6;

    /// Long enough that only a hang takes longer, on any machine.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Heap heap;
    private final Specimens specimens;
    private final Findings findings;
    private final SplittableRandom random;
    private final List<GlobalRoot> roots = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong identities = new AtomicLong(1);
    private final AtomicInteger children = new AtomicInteger();

    /// Asks all threads to end; volatile, polled by each.
    private volatile boolean over;

    HeapTorture(
            HeapOptions options, SplittableRandom random, Findings findings, Protocol protocol) {
        this.random = random;
        this.findings = findings;
        heap = ConcurrentHeap.open(options, null, protocol, true);
        specimens = new Specimens(heap);
        for (int i = 0; i < SHARED_ROOTS; i++) {
            roots.add(heap.newRoot());
        }
    }

    void start(int count) {
        for (int i = 0; i < count; i++) {
            SplittableRandom own = random.split();
            Thread thread =
                    Thread.ofPlatform()
                            .name(heap.options().name() + "-" + i)
                            .daemon()
                            .unstarted(() -> torment(own));
            threads.add(thread);
            thread.start();
        }
    }

    private void torment(SplittableRandom own) {
        guard(
                () -> {
                    while (!over) {
                        try (Mutator mutator = heap.attach()) {
                            new Tormentor(this, mutator, own, null).workUntilDetached();
                        }
                    }
                });
    }

    /// Runs a thread's whole work; whatever comes out of it is a finding.
    void guard(Runnable work) {
        try {
            work.run();
        } catch (HeapClosedException e) {
            if (!over) {
                findings.add(Thread.currentThread().getName(), e);
            }
        } catch (HeapUsageException e) {
            findings.add(Thread.currentThread().getName(), isLoss(e) ? lossOf(e) : e);
            over = true;
        } catch (Throwable e) {
            findings.add(Thread.currentThread().getName(), e);
            over = true;
        }
    }

    /// Threads use only what they keep alive. So a handle that was freed, between a look whether it
    /// lives and the next, is an object that was lost.
    private static boolean isLoss(HeapUsageException e) {
        return e.getMessage().startsWith("freed handle");
    }

    private static Damage lossOf(HeapUsageException e) {
        Damage loss = Damage.lost("%s", e.getMessage());
        loss.initCause(e);
        return loss;
    }

    /// Ends the threads, and checks that nothing is left of what they made.
    ///
    /// @param last told the last statistics
    void finish(Consumer<HeapStats> last) {
        over = true;
        guard(this::joinThreads);
        if (findings.isClean()) {
            guard(this::requireNothingLeft);
        }
        last.accept(heap.stats());
        heap.close();
    }

    private void joinThreads() {
        long until = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (Thread thread : threads) {
                if (!thread.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())))) {
                    throw new IllegalStateException(
                            "thread does not end: %s at %s"
                                    .formatted(thread, List.of(thread.getStackTrace())));
                }
            }
            while (children.get() > 0) {
                if (System.nanoTime() > until) {
                    throw new IllegalStateException("children do not end: " + children);
                }
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            for (Thread thread : threads) {
                if (thread.isAlive()) {
                    throw new IllegalStateException(
                            "interrupted while waiting for %s at %s"
                                    .formatted(thread, List.of(thread.getStackTrace())));
                }
            }
        }
    }

    /// With all threads and roots gone, two cycles to empty the roots and free the rest leave
    /// nothing.
    private void requireNothingLeft() {
        roots.forEach(GlobalRoot::close);
        for (int cycle = 0; cycle < 3; cycle++) {
            heap.collect();
        }
        HeapStats.Now now = heap.stats().now();
        if (now.handlesInUse() != 0 || now.heapUsed() != 0) {
            throw new IllegalStateException(
                    "something is left: handles=%d bytes=%d"
                            .formatted(now.handlesInUse(), now.heapUsed()));
        }
        if (!heap.validate().isValid()) {
            throw new IllegalStateException(heap.validate().toString());
        }
    }

    HeapStats stats() {
        return heap.stats();
    }

    // What threads share

    Heap heap() {
        return heap;
    }

    Specimens specimens() {
        return specimens;
    }

    Findings findings() {
        return findings;
    }

    boolean isOver() {
        return over;
    }

    GlobalRoot root(SplittableRandom chooser) {
        return roots.get(chooser.nextInt(roots.size()));
    }

    long newIdentity() {
        return identities.getAndIncrement();
    }

    /// Lets all shared roots go, when memory runs out.
    void emptyRoots(Mutator mutator) {
        roots.forEach(root -> root.set(mutator, 0));
    }

    boolean mayHaveAnotherChild() {
        if (children.incrementAndGet() <= 2 * threads.size() + 2) {
            return true;
        }
        children.decrementAndGet();
        return false;
    }

    void childEnded() {
        children.decrementAndGet();
    }
}
