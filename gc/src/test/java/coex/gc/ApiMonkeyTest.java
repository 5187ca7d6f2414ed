package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Threads call the interface at random, rightly and wrongly. Whatever comes out is a
/// `HeapException`, and the heap is sound.
class ApiMonkeyTest {

    private static final int SLOTS = 12;
    private static final Kind[] KINDS = {
        Kind.REFERENCE, Kind.INT, Kind.LONG, Kind.DOUBLE, Kind.BYTE, Kind.BOOLEAN
    };

    private Heap heap;
    private Heap elsewhere;
    private final List<Shape> shapes = new ArrayList<>();
    private final List<Field> fields = new ArrayList<>();
    private final List<GlobalRoot> roots = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    @Test
    void onlyHeapExceptionsComeOutOfRandomCallsAndTheHeapStaysSound() throws InterruptedException {
        long seed = Long.getLong("coex.seed", System.nanoTime());
        System.out.println("seed " + seed + "; replay with -Dcoex.seed=" + seed);
        HeapOptions options =
                Heaps.calm()
                        .initialBytes(1 << 20)
                        .maximumBytes(4 << 20)
                        .blockBytes(4096)
                        .initialHandles(256)
                        .maximumHandles(1 << 16)
                        .runHandles(8)
                        .stackSlots(4)
                        .snapshotSlots(4)
                        .bufferEntries(1)
                        .stress(StressOptions.NONE.withPoison(true).withDelays(seed, 5, 200))
                        .verifyAfter(Heaps.EVERY_PHASE)
                        .build();
        heap = Heap.open(options);
        elsewhere = Heap.open(Heaps.tiny().build());
        try {
            define();
            List<Thread> threads = new ArrayList<>();
            long until = System.nanoTime() + Duration.ofSeconds(4).toNanos();
            for (int t = 0; t < 4; t++) {
                Random random = new Random(seed + t);
                threads.add(
                        (t == 3 ? Thread.ofVirtual() : Thread.ofPlatform())
                                .name("monkey-" + t)
                                .start(() -> new Monkey(random).play(until)));
            }
            for (Thread thread : threads) {
                assertThat(thread.join(Heaps.HANG)).as("%s", thread).isTrue();
            }
            assertThat(failures).as("seed %d", seed).isEmpty();
            Heaps.assertValid(heap);
            heap.collect();
            heap.collect();
            Heaps.assertValid(heap);
            assertThat(heap.stats().collection().completed()).isGreaterThan(2);
        } finally {
            heap.close();
            elsewhere.close();
        }
    }

    private void define() {
        for (int s = 0; s < 6; s++) {
            ShapeBuilder shape = heap.shape("S" + s);
            for (int f = 0; f < s * 2; f++) {
                shape.field("f" + f, KINDS[(s + f) % KINDS.length]);
            }
            if (s % 2 == 0) {
                shape.mutable();
            }
            if (s == 4) {
                shape.weak("w1").weak("w2");
            }
            shapes.add(shape.build());
        }
        for (Kind kind : KINDS) {
            shapes.add(heap.shape("A" + kind).arrayOf(kind).build());
            shapes.add(heap.shape("M" + kind).arrayOf(kind).mutable().build());
        }
        shapes.add(elsewhere.shape("Foreign").reference("f").mutable().build());
        shapes.add(null);
        shapes.stream().filter(s -> s != null).forEach(s -> fields.addAll(s.fields()));
        fields.add(null);
        for (int i = 0; i < 8; i++) {
            roots.add(heap.newRoot());
        }
        roots.add(elsewhere.newRoot());
    }

    /// One thread. It keeps the rooting rule, since breaking that cannot be noticed, and no other.
    private final class Monkey {
        private final Random random;
        private Mutator mutator;
        private Frame frame;
        private Frame popped;
        private final Deque<SafeRegion> regions = new ArrayDeque<>();

        Monkey(Random random) {
            this.random = random;
        }

        void play(long until) {
            attach();
            while (System.nanoTime() < until && failures.isEmpty()) {
                try {
                    step();
                } catch (HeapException e) {
                    assertThat(e.getMessage()).contains(": ").contains("=");
                } catch (Throwable e) {
                    failures.add(e);
                }
            }
            while (!regions.isEmpty()) {
                regions.pop().close();
            }
            mutator.close();
        }

        private void attach() {
            mutator = heap.attach();
            frame = mutator.frame(SLOTS);
            popped = mutator.frame(3);
            popped.close();
        }

        private <T> T any(List<T> from) {
            return from.get(random.nextInt(from.size()));
        }

        /// A number that is a handle more often than not. Only handles of this thread's frame: an
        /// arbitrary number may name an object that dies at any moment.
        private long handle() {
            return switch (random.nextInt(20)) {
                case 0 -> 0;
                case 1 -> -1;
                case 2 -> Long.MIN_VALUE;
                case 3 -> 1L << 40;
                case 4 -> (1L << 32) + 1;
                case 5 -> (1 << 16) - 1; // beyond the table, or never used
                default -> frame.get(random.nextInt(SLOTS));
            };
        }

        private int index() {
            return switch (random.nextInt(8)) {
                case 0 -> -1;
                case 1 -> Integer.MAX_VALUE;
                case 2 -> Integer.MIN_VALUE;
                default -> random.nextInt(12);
            };
        }

        private int slot() {
            return random.nextInt(30) == 0 ? index() : random.nextInt(SLOTS);
        }

        /// A field that fits the object more often than not.
        private Field field(long handle) {
            if (random.nextInt(6) > 0 && handle > 0 && mutator.isLive(handle)) {
                List<Field> own = List.copyOf(mutator.shapeOf(handle).fields());
                if (!own.isEmpty()) {
                    return any(own);
                }
            }
            return any(fields);
        }

        private void step() {
            if (!regions.isEmpty() && random.nextInt(3) == 0) {
                regions.pop().close();
            }
            switch (random.nextInt(26)) {
                case 0, 1, 2 -> allocate();
                case 3, 4 -> frame.set(slot(), handle());
                case 5 -> frame.set(random.nextInt(SLOTS), 0);
                case 6, 7, 8 -> access();
                case 9, 10, 11 -> element();
                case 12 -> mutator.seal(handle());
                case 13 -> bytes();
                case 14 -> cells();
                case 15 -> weak();
                case 16 -> any(roots).set(mutator, handle());
                case 17 -> takeFromRoot();
                case 18 -> any(roots).compareAndSet(mutator, handle(), handle());
                case 19 -> mutator.safepoint();
                case 20 -> frames();
                case 21 -> misuse();
                case 22 -> rarely();
                case 23 -> spawn();
                case 24 -> load();
                default -> mutator.length(handle());
            }
        }

        private void allocate() {
            Shape shape = any(shapes);
            int slot = random.nextInt(SLOTS);
            if (shape != null && random.nextInt(3) == 0) {
                frame.set(slot, create(shape));
            } else if (shape != null && shape.isArray() && random.nextInt(20) > 0) {
                int length = random.nextInt(200) == 0 ? index() : random.nextInt(20);
                frame.set(slot, mutator.allocateArray(shape, length));
            } else {
                frame.set(slot, mutator.allocate(shape));
            }
        }

        /// Most values fit their fields.
        private long create(Shape shape) {
            int surplus = random.nextInt(20) == 0 ? 1 : 0;
            long[] values = new long[shape.fields().size() + surplus];
            int i = 0;
            for (Field field : shape.fields()) {
                values[i++] =
                        switch (field.kind()) {
                            case REFERENCE, WEAK -> random.nextBoolean() ? 0 : handle();
                            case INT, BYTE -> random.nextInt(130);
                            case BOOLEAN -> random.nextInt(20) == 0 ? 2 : random.nextInt(2);
                            case LONG, DOUBLE -> random.nextLong();
                        };
            }
            return values.length == 2
                    ? mutator.create(shape, values[0], values[1])
                    : mutator.create(shape, values);
        }

        private void access() {
            long handle = handle();
            Field field = field(handle);
            switch (random.nextInt(12)) {
                case 0 -> mutator.getInt(handle, field);
                case 1 -> mutator.getLong(handle, field);
                case 2 -> mutator.getDouble(handle, field);
                case 3 -> mutator.getByte(handle, field);
                case 4 -> mutator.getBoolean(handle, field);
                case 5 -> mutator.setInt(handle, field, random.nextInt());
                case 6 -> mutator.setLong(handle, field, random.nextLong());
                case 7 -> mutator.setDouble(handle, field, random.nextDouble());
                case 8 -> mutator.setByte(handle, field, (byte) random.nextInt());
                case 9 -> mutator.setBoolean(handle, field, random.nextBoolean());
                default -> mutator.setReference(handle, field, handle());
            }
        }

        private void element() {
            long handle = handle();
            int index = index();
            switch (random.nextInt(12)) {
                case 0 -> mutator.getInt(handle, index);
                case 1 -> mutator.getLong(handle, index);
                case 2 -> mutator.getDouble(handle, index);
                case 3 -> mutator.getByte(handle, index);
                case 4 -> mutator.getBoolean(handle, index);
                case 5 -> mutator.setInt(handle, index, random.nextInt());
                case 6 -> mutator.setLong(handle, index, random.nextLong());
                case 7 -> mutator.setDouble(handle, index, random.nextDouble());
                case 8 -> mutator.setByte(handle, index, (byte) random.nextInt());
                case 9 -> mutator.setBoolean(handle, index, random.nextBoolean());
                default -> mutator.setReference(handle, index, handle());
            }
        }

        private void load() {
            long handle = handle();
            long loaded =
                    random.nextBoolean()
                            ? mutator.getReference(handle, field(handle))
                            : mutator.getReference(handle, index());
            frame.set(random.nextInt(SLOTS), loaded);
        }

        private void takeFromRoot() {
            frame.set(random.nextInt(SLOTS), any(roots).get(mutator));
        }

        private void bytes() {
            byte[] array = random.nextInt(20) == 0 ? null : new byte[random.nextInt(10)];
            if (random.nextBoolean()) {
                mutator.getBytes(handle(), index(), array, index(), index());
            } else {
                mutator.setBytes(handle(), index(), array, index(), index());
            }
        }

        private void cells() {
            long handle = handle();
            switch (random.nextInt(4)) {
                case 0 -> mutator.compareAndSetReference(handle, index(), handle(), handle());
                case 1 -> mutator.compareAndSetReference(handle, field(handle), 0, handle());
                case 2 -> mutator.compareAndSetLong(handle, index(), 0, 1);
                default -> mutator.compareAndSetLong(handle, field(handle), 0, 1);
            }
        }

        private void weak() {
            long handle = handle();
            Field field = random.nextBoolean() ? field(handle) : shapes.get(4).field("w1");
            if (random.nextBoolean()) {
                mutator.setWeak(handle, field, handle());
            } else {
                frame.set(random.nextInt(SLOTS), mutator.getWeak(handle, field));
            }
        }

        private void frames() {
            switch (random.nextInt(6)) {
                case 0 -> mutator.frame(index());
                case 1 -> popped.get(0);
                case 2 -> popped.set(0, handle());
                case 3 -> {
                    Frame outer = mutator.frame(2);
                    Frame inner = mutator.frame(5);
                    outer.set(0, frame.get(1));
                    inner.set(3, frame.get(2));
                    mutator.safepoint();
                    frame.set(0, inner.get(3));
                    outer.close();
                }
                case 4 -> {
                    frame.close();
                    frame = mutator.frame(SLOTS);
                }
                default -> regions.push(mutator.safeRegion());
            }
        }

        private void misuse() {
            switch (random.nextInt(7)) {
                case 0 -> heap.shape(random.nextInt(100) - 50);
                case 1 -> heap.shape("S0").build();
                case 2 -> {
                    try (GlobalRoot root = heap.newRoot()) {
                        root.get(null);
                    }
                }
                case 3 -> heap.newCleanerQueue().register(mutator, handle(), "x");
                case 4 -> elsewhere.newCleanerQueue().register(mutator, handle(), "x");
                case 5 -> mutator.shapeOf(handle());
                default -> mutator.isLive(handle());
            }
        }

        private void spawn() {
            if (random.nextInt(20) == 0) {
                long argument = handle();
                mutator.spawn(
                        Thread.ofVirtual().factory(),
                        (own, arguments) -> {
                            own.safepoint();
                            if (arguments.get(0) != 0) {
                                own.shapeOf(arguments.get(0));
                            }
                        },
                        argument);
            }
        }

        private void rarely() {
            switch (random.nextInt(200)) {
                case 0 -> heap.collect();
                case 1 -> heap.requestCollection();
                case 2 -> heap.awaitCollection();
                case 3 -> heap.validate();
                case 4 -> heap.stats();
                case 5 -> {
                    mutator.close();
                    attach();
                }
                default -> mutator.safepoint();
            }
        }
    }
}
