package coex.embedder;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.ValidationReport;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// A thread whose stack ends, again and again and everywhere, inside calls of the heap, while
/// another thread collects: what it holds in frames further down is kept, and the heap goes on.
///
/// Prints `all is well`, or what is not.
public final class StackEndsProgram {

    private static final int ROUNDS = 60;
    private static final long STACK_BYTES = 180 << 10;
    private static final int KEPT = 40;

    private final Heap heap;
    private final Shape node;
    private final Field next;
    private final Field number;
    private final Shape longs;
    private final Shape weak;
    private final Field target;
    private final AtomicInteger overflows = new AtomicInteger();
    private volatile String wrong;

    private StackEndsProgram(Heap heap) {
        this.heap = heap;
        node = heap.shape("Node").reference("next").longField("number").build();
        next = node.field("next");
        number = node.field("number");
        longs = heap.shape("Longs").arrayOf(Kind.LONG).build();
        weak = heap.shape("Weak").weak("target").build();
        target = weak.field("target");
    }

    public static void main(String[] args) throws InterruptedException {
        HeapOptions options =
                HeapOptions.builder()
                        .initialBytes(1 << 20)
                        .maximumBytes(24 << 20)
                        .hugePages(false)
                        .build();
        try (Heap heap = Heap.open(options)) {
            new StackEndsProgram(heap).run();
        }
    }

    private void run() throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        Thread collecting =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!done.get()) {
                                        heap.collect();
                                    }
                                });
        Thread deep = new Thread(null, this::overflowOften, "deep", STACK_BYTES);
        deep.start();
        deep.join();
        done.set(true);
        collecting.join();
        heap.collect();
        ValidationReport report = heap.validate();
        if (wrong == null && !report.isValid()) {
            wrong = report.toString();
        }
        if (wrong == null && overflows.get() < ROUNDS) {
            wrong = "overflows: " + overflows;
        }
        System.out.println(wrong == null ? "all is well" : wrong);
    }

    private void overflowOften() {
        Mutator mutator = heap.attach();
        try (Frame frame = mutator.frame(2)) {
            for (int round = 0; round < ROUNDS && wrong == null; round++) {
                long chain = 0;
                for (int i = 0; i < KEPT; i++) {
                    chain = newNode(mutator, i, frame.get(0));
                    frame.set(0, chain);
                }
                try {
                    descend(mutator, round, chain);
                    wrong = "no overflow";
                } catch (StackOverflowError e) {
                    overflows.incrementAndGet();
                }
                mutator.safepoint();
                check(mutator, frame.get(0));
                frame.set(1, allocateArray(mutator)); // returns
                frame.set(0, 0);
            }
        } catch (RuntimeException | Error e) {
            wrong = e.toString();
        }
        mutator.close();
    }

    /// One level: a frame, and what the heap offers, each in its turn. What is padded with depends
    /// on the round, so that the stack ends elsewhere each time.
    private long descend(Mutator mutator, int level, long chain) {
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, newNode(mutator, level, chain));
            switch (level % 5) {
                case 0 -> {
                    try (SafeRegion _ = mutator.safeRegion()) {
                        Thread.onSpinWait();
                    }
                }
                case 1 -> allocateArray(mutator);
                case 2 -> mutator.setWeak(mutator.allocate(weak), target, frame.get(0));
                default -> mutator.safepoint();
            }
            return descend(mutator, level + 1, frame.get(0)) + 1;
        }
    }

    private long newNode(Mutator mutator, long value, long behind) {
        long handle = mutator.allocate(node);
        mutator.setLong(handle, number, value);
        mutator.setReference(handle, next, behind);
        mutator.seal(handle);
        return handle;
    }

    private long allocateArray(Mutator mutator) {
        long handle = mutator.allocateArray(longs, 2000);
        mutator.seal(handle);
        return handle;
    }

    private void check(Mutator mutator, long chain) {
        long handle = chain;
        for (int i = KEPT - 1; i >= 0; i--) {
            if (!mutator.isLive(handle) || mutator.getLong(handle, number) != i) {
                wrong = "lost: node " + i + " of the chain, overflow " + overflows;
                return;
            }
            handle = mutator.getReference(handle, next);
        }
    }
}
