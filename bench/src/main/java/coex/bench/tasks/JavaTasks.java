package coex.bench.tasks;

import coex.bench.jvm.Figures;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// What the Coex programs do, in Java with virtual threads and the queues of the JDK. Reports
/// `nanos` of each round.
public final class JavaTasks {

    private interface Round {
        long run() throws InterruptedException;
    }

    private JavaTasks() {}

    /// Arguments: the program's resource, then its own.
    static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[1]);
        int size = Integer.parseInt(args[2]);
        Round round =
                switch (args[0]) {
                    case "channels.coex" -> {
                        int senders = Integer.parseInt(args[3]);
                        int room = Integer.parseInt(args[4]);
                        yield () -> channels(size, senders, room);
                    }
                    case "short-tasks.coex" -> () -> shortTasks(size);
                    case "waiting-tasks.coex" -> () -> waitingTasks(size);
                    case "fork-join.coex" -> () -> count(1, size, 2000);
                    case "matrix.coex" -> new JavaMatrix(512, 512, size)::run;
                    default -> throw new IllegalArgumentException("no such work: " + args[0]);
                };
        double[] nanos = new double[rounds];
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            sum += round.run();
            nanos[i] = System.nanoTime() - start;
        }
        Figures.print("nanos", nanos);
        Figures.print("sum", sum);
    }

    private static long channels(int n, int senders, int room) throws InterruptedException {
        BlockingQueue<Long> queue =
                room == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(room);
        List<Thread> threads = new ArrayList<>();
        for (int k = 0; k < senders; k++) {
            threads.add(Thread.ofVirtual().start(() -> send(queue, n / senders)));
        }
        var sum = new AtomicLong();
        threads.add(Thread.ofVirtual().start(() -> sum.set(receive(queue, n / senders * senders))));
        for (Thread thread : threads) {
            thread.join();
        }
        return sum.get();
    }

    private static void send(BlockingQueue<Long> queue, int n) {
        try {
            for (long i = 0; i < n; i++) {
                queue.put(i);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long receive(BlockingQueue<Long> queue, int n) {
        long sum = 0;
        try {
            for (int i = 0; i < n; i++) {
                sum += queue.take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return sum;
    }

    private static long shortTasks(int n) throws InterruptedException {
        var hits = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int each = i;
            threads.add(Thread.ofVirtual().start(() -> hits.addAndGet(each)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return hits.get();
    }

    private static long waitingTasks(int n) throws InterruptedException {
        var here = new AtomicInteger();
        var go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            threads.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        here.incrementAndGet();
                                        try {
                                            go.await();
                                        } catch (InterruptedException e) {
                                            throw new IllegalStateException(e);
                                        }
                                    }));
        }
        while (here.get() < n) {
            Thread.sleep(0, 100_000);
        }
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        return here.get();
    }

    private static long count(int from, int to, int least) throws InterruptedException {
        if (to - from <= least) {
            List<Long> steps =
                    new ArrayList<>(IntStream.range(from, to).mapToObj(n -> collatz(n)).toList());
            return steps.size();
        }
        int middle = (from + to) / 2;
        var left = new AtomicLong();
        Thread thread =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        left.set(count(from, middle, least));
                                    } catch (InterruptedException e) {
                                        throw new IllegalStateException(e);
                                    }
                                });
        long right = count(middle, to, least);
        thread.join();
        return left.get() + right;
    }

    private static long collatz(long n) {
        return n < 2 ? 0 : 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1);
    }
}
