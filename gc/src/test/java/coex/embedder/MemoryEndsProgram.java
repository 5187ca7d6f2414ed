package coex.embedder;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.ValidationReport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Several heaps in a JVM whose own memory is filled to the last byte, again and again for a
/// moment: threads may be told so, but every heap keeps what it holds and goes on collecting. With
/// `-Dcoex.turmoil=true` everything happens to heaps meanwhile that can ([Turmoil]), and leaves
/// nothing behind.
///
/// Prints `all is well`, or what is not.
public final class MemoryEndsProgram {

    private static final int HEAPS = 8;
    private static final int TIMES = 12;
    private static final long HOLD_NANOS = 20_000_000;
    private static final int KEPT = 1000;

    /// Operations that each thread has to get done after the last shortage.
    private static final long AFTERWARDS = 100_000;

    private static volatile boolean calm;
    private static volatile Object[] filled;

    private MemoryEndsProgram() {}

    /// One heap and the thread that uses it.
    private static final class User extends Thread {
        final Heap heap;
        final AtomicLong operations = new AtomicLong();
        volatile Throwable wrong;

        User(Heap heap) {
            this.heap = heap;
        }

        @Override
        public void run() {
            Mutator mutator = heap.attach();
            Shape node = heap.shape("Node").reference("next").longField("number").build();
            Field next = node.field("next");
            Field number = node.field("number");
            Frame frame = mutator.frame(1);
            for (int i = 0; i < KEPT; i++) {
                long handle = mutator.allocate(node);
                mutator.setLong(handle, number, i);
                mutator.setReference(handle, next, frame.get(0));
                mutator.seal(handle);
                frame.set(0, handle);
            }
            long since = 0;
            while (since < AFTERWARDS && wrong == null) {
                try {
                    long handle = mutator.allocate(node);
                    mutator.setLong(handle, number, since);
                    mutator.seal(handle);
                    operations.incrementAndGet();
                    since = calm ? since + 1 : 0;
                } catch (OutOfMemoryError e) {
                    Thread.yield(); // the JVM's, which passes
                } catch (Throwable e) {
                    wrong = e; // to be told when there is memory
                }
            }
            long handle = frame.get(0);
            for (int i = KEPT - 1; i >= 0 && wrong == null; i--) {
                if (mutator.getLong(handle, number) != i) {
                    wrong = new AssertionError("lost: node " + i);
                }
                handle = mutator.getReference(handle, next);
            }
            frame.close();
            mutator.close();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<User> users = new ArrayList<>();
        for (int i = 0; i < HEAPS; i++) {
            users.add(
                    new User(
                            Heap.open(
                                    HeapOptions.builder()
                                            .name("heap" + i)
                                            .initialBytes(1 << 20)
                                            .maximumBytes(2 << 20)
                                            .hugePages(false)
                                            .build())));
        }
        users.forEach(Thread::start);
        awaitOperations(users);
        Turmoil turmoil = new Turmoil(users.stream().map(user -> user.heap).toList());
        boolean isTurmoil = Boolean.getBoolean("coex.turmoil");
        if (isTurmoil) {
            turmoil.start();
        }
        for (int i = 0; i < TIMES; i++) {
            fill();
            LockSupport.parkNanos(HOLD_NANOS);
            filled = null;
            LockSupport.parkNanos(HOLD_NANOS);
        }
        String wrong = isTurmoil ? turmoil.end() : null;
        calm = true;
        for (User user : users) {
            user.join();
            wrong = user.wrong != null ? user.heap + ": " + user.wrong : wrong;
            user.heap.collect();
            ValidationReport report = user.heap.validate();
            wrong = report.isValid() ? wrong : report.toString();
            user.heap.close();
        }
        System.out.println(wrong == null ? "all is well" : wrong);
    }

    private static void awaitOperations(List<User> users) {
        for (User user : users) {
            while (user.operations.get() == 0 && user.wrong == null) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /// Fills the JVM's heap with arrays, the last of them of no length.
    private static void fill() {
        Object[] last = null;
        for (int length : new int[] {1 << 16, 1 << 8, 0}) {
            try {
                while (true) {
                    Object[] array = new Object[length + 1];
                    array[0] = last;
                    last = array;
                    filled = last;
                }
            } catch (OutOfMemoryError e) {
                // A shorter one may fit.
            }
        }
    }
}
