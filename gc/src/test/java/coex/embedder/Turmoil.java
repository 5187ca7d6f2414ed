// SPDX-License-Identifier: Apache-2.0
package coex.embedder;

import coex.gc.Field;
import coex.gc.Heap;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapOptions;
import coex.gc.MemoryRefusedException;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Threads that do again and again what happens to heaps beside allocation: heaps are opened,
/// closed and dropped, threads attach and detach, borrow, spawn and look. Each thing may fail
/// because the JVM is out of memory, and in no other way.
final class Turmoil {

    private static final Path SIZES = Path.of("/proc/self/statm");

    /// What each heap that is opened reserves: so much that one which stays is seen.
    private static final long RESERVED = 4L << 30;

    private static final String NAME = "passing";
    private static final long NAP_NANOS = 200_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<Heap> heaps;
    private final List<Doer> doers = new ArrayList<>();
    private long addressSpace;
    private volatile boolean over;

    private interface Deed {
        void happen(int round) throws Exception;
    }

    /// A thread that does one thing all the time.
    private final class Doer extends Thread {
        final Deed deed;
        final AtomicLong done = new AtomicLong();
        volatile Throwable wrong;

        Doer(String name, Deed deed) {
            super(name);
            this.deed = deed;
        }

        @Override
        public void run() {
            for (int round = 0; !over && wrong == null; round++) {
                try {
                    deed.happen(round);
                    done.incrementAndGet();
                    LockSupport.parkNanos(NAP_NANOS); // for the others
                } catch (OutOfMemoryError | HeapExhaustedException | MemoryRefusedException e) {
                    Thread.yield(); // the JVM's memory, for the heap's stacks and tables, too
                } catch (Throwable e) {
                    wrong = e; // to be told when there is memory
                }
            }
        }
    }

    Turmoil(List<Heap> heaps) {
        this.heaps = heaps;
        doers.add(new Doer("closes", this::openAndClose));
        doers.add(new Doer("drops", this::openAndDrop));
        doers.add(new Doer("attaches", this::attachAndDetach));
        doers.add(new Doer("borrows", this::borrow));
        doers.add(new Doer("looks", this::look));
        doers.add(new Doer("spawns", this::spawn));
    }

    /// Returns when each thread has done its own once, and numbers were formatted as messages have
    /// them: the JVM has loaded what that takes. It remembers for good if it had no memory for it.
    void start() throws InterruptedException {
        assertFormats();
        doers.forEach(Thread::start);
        for (Doer doer : doers) {
            while (doer.done.get() == 0 && doer.wrong == null) {
                Thread.sleep(1);
            }
        }
        addressSpace = addressSpace();
    }

    private static void assertFormats() {
        if (!"1 1 a".equals("%d %d %s".formatted(1, 1L, "a"))) {
            throw new AssertionError();
        }
    }

    /// What was wrong, or null.
    String end() throws InterruptedException {
        over = true;
        String wrong = null;
        for (Doer doer : doers) {
            doer.join();
            if (doer.wrong != null) {
                doer.wrong.printStackTrace();
                wrong = doer.getName() + ": " + doer.wrong;
            }
        }
        return wrong != null ? wrong : whatIsLeft();
    }

    /// What stays of heaps that were closed and dropped.
    private String whatIsLeft() throws InterruptedException {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            long threads =
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("coex-gc-" + NAME))
                            .count();
            long bytes = addressSpace() - addressSpace;
            if (threads == 0 && bytes < RESERVED) {
                return null;
            }
            if (System.nanoTime() > giveUp) {
                return "left: threads=%d bytes=%d".formatted(threads, bytes);
            }
            System.gc();
            Thread.sleep(10);
        }
    }

    /// 0 where the system does not tell.
    private static long addressSpace() {
        try {
            return Files.exists(SIZES)
                    ? Long.parseLong(Files.readString(SIZES).split(" ")[0]) * 4096
                    : 0;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Heap heap(int round) {
        return heaps.get(round % heaps.size());
    }

    private static Heap open() {
        return Heap.open(
                HeapOptions.builder()
                        .name(NAME)
                        .initialBytes(1 << 16)
                        .maximumBytes(RESERVED)
                        .initialHandles(1024)
                        .hugePages(false)
                        .build());
    }

    /// Closes it again if that has failed, as whoever opened it may.
    private void openAndClose(int round) {
        Heap heap = open();
        try {
            fill(heap);
        } finally {
            while (!isClosed(heap)) {
                Thread.yield();
            }
        }
    }

    private static boolean isClosed(Heap heap) {
        try {
            heap.close();
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    private void openAndDrop(int round) throws InterruptedException {
        fill(open());
        Thread.sleep(5); // the JVM has to find them, too
    }

    private static void fill(Heap heap) {
        Mutator mutator = heap.attach();
        Shape shape = heap.shape("Passing").longField("number").build();
        Field number = shape.field("number");
        for (int i = 0; i < 100; i++) {
            long handle = mutator.allocate(shape);
            mutator.setLong(handle, number, i);
            mutator.seal(handle);
        }
    }

    private void attachAndDetach(int round) {
        try (Mutator mutator = heap(round).attach()) {
            mutator.safepoint();
        }
    }

    private void borrow(int round) {
        ConcurrentHeap heap = ConcurrentHeap.of(heap(round));
        MutatorContext context = heap.enter();
        try {
            context.poll();
        } finally {
            heap.leave(context);
        }
    }

    private void look(int round) {
        AtomicLong objects = new AtomicLong();
        ConcurrentHeap.of(heap(round))
                .inspect(
                        inspector ->
                                inspector.forEachObject(_ -> objects.incrementAndGet() < 1000));
        heap(round).stats();
    }

    /// The parent may end before its child has begun.
    private void spawn(int round) throws InterruptedException {
        try (Mutator parent = heap(round).attach()) {
            Thread child = parent.spawn((mutator, _) -> mutator.safepoint());
            try (SafeRegion _ = parent.safeRegion()) {
                child.join();
            }
        }
    }
}
