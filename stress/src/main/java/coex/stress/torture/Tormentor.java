package coex.stress.torture;

import coex.gc.CleanerQueue;
import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.HeapExhaustedException;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.ValidationReport;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/// A thread that does random things to a heap and checks everything it holds.
///
/// What it holds in frames it knows exactly ([RootStack]). What it takes from places other threads
/// write to it cannot know, but every object tells what it is and what must be behind it; see
/// [Specimens].
final class Tormentor {

    private static final int LOOK_EVERY = 16;
    private static final int REPORT_EVERY = 64;

    private final HeapTorture world;
    private final Mutator mutator;
    private final Specimens specimens;
    private final SplittableRandom random;
    private final RootStack held;
    private final CleanerQueue<Long> deaths;

    /// Identities registered with `deaths` and not announced.
    private final Set<Long> registered = new HashSet<>();

    private boolean detached;
    private int unreported;

    /// @param arguments the frame it starts with, or null
    Tormentor(HeapTorture world, Mutator mutator, SplittableRandom random, Frame arguments) {
        this.world = world;
        this.mutator = mutator;
        this.specimens = world.specimens();
        this.random = random;
        this.deaths = world.heap().newCleanerQueue();
        this.held = new RootStack(mutator, specimens, random, arguments);
    }

    void workUntilDetached() {
        while (!detached && !world.isOver()) {
            work();
        }
        end();
    }

    void work(int operations) {
        for (int i = 0; i < operations && !detached && !world.isOver(); i++) {
            work();
        }
        end();
    }

    private void work() {
        try {
            operate();
        } catch (HeapExhaustedException e) {
            world.findings().countExhaustion();
            held.clearAll();
            world.emptyRoots(mutator);
        }
        if (random.nextInt(LOOK_EVERY) == 0) {
            held.check(4);
        } else {
            held.checkTop();
        }
        if (++unreported == REPORT_EVERY) {
            report();
        }
    }

    private void report() {
        world.findings().countOperations(unreported);
        unreported = 0;
    }

    private void end() {
        held.check(8);
        report();
    }

    private void operate() {
        int choice = random.nextInt(1000);
        if (choice < 280) {
            makeNode();
        } else if (choice < 300) {
            makeNodeSlowly();
        } else if (choice < 380) {
            makeBlob();
        } else if (choice < 420) {
            makeCells();
        } else if (choice < 500) {
            publish();
        } else if (choice < 600) {
            take();
        } else if (choice < 660) {
            useCells();
        } else if (choice < 700) {
            follow();
        } else if (choice < 740) {
            useWeak();
        } else if (choice < 800) {
            held.push();
        } else if (choice < 870) {
            held.pop();
        } else if (choice < 900) {
            held.clearAny();
        } else if (choice < 950) {
            mutator.safepoint();
        } else {
            operateRarely(choice);
        }
    }

    private void operateRarely(int choice) {
        if (choice < 965) {
            useCleaner();
        } else if (choice < 972) {
            held.recurse(1 + random.nextInt(200), random.nextBoolean(), this::makeNode);
        } else if (choice < 980) {
            held.clearAll();
        } else if (choice < 986) {
            block();
        } else if (choice < 991) {
            spawn();
        } else if (choice < 994) {
            usePrivateRoot();
        } else if (choice < 997) {
            collect();
        } else if (choice < 998) {
            detached = true;
        } else {
            world.heap().stats();
        }
    }

    // Making

    private void makeNode() {
        Roots top = held.top();
        long id = world.newIdentity();
        int left = held.anySlot();
        int right = held.anySlot();
        held.put(specimens.makeNode(mutator, id, top, left, right), id);
    }

    /// Makes one that is under construction for a while: collections may come, the last thing it
    /// refers to is younger than itself, and nothing else refers to that.
    private void makeNodeSlowly() {
        long id = world.newIdentity();
        int right = held.anySlot();
        long made;
        try (Frame own = mutator.frame(1)) {
            made = specimens.beginNode(mutator);
            own.set(0, made);
            rest();
            specimens.setRight(mutator, made, held.top(), right);
            rest();
            long left = world.newIdentity();
            long child = specimens.makeNode(mutator, left, held.top(), right, right);
            specimens.setLeft(mutator, made, child, left);
            rest();
            specimens.endNode(mutator, made, id);
        }
        held.put(made, id);
    }

    /// Comes to safepoints, at some of which a collection may be in any phase.
    private void rest() {
        int rounds = random.nextInt(4);
        for (int i = 0; i < rounds; i++) {
            if (random.nextInt(100) == 0) {
                world.heap().requestCollection();
            }
            specimens.makeBlob(mutator, world.newIdentity(), random.nextInt(100));
            mutator.safepoint();
        }
    }

    private void makeBlob() {
        long id = world.newIdentity();
        held.put(specimens.makeBlob(mutator, id, blobLength()), id);
    }

    private int blobLength() {
        int block = world.heap().options().blockBytes();
        return switch (random.nextInt(40)) {
            case 0 -> block / 2 - 12 + random.nextInt(24) - 12;
            case 1 -> block + random.nextInt(3 * block);
            case 2 ->
                    (int)
                            Math.min(
                                    1 << 22,
                                    random.nextLong(world.heap().options().maximumBytes() / 8));
            case 3, 4, 5, 6 -> random.nextInt(block / 2);
            default -> random.nextInt(200);
        };
    }

    private void makeCells() {
        int slot = held.anySlot();
        if (specimens.isNode(mutator, held.top().handle(slot))) {
            int length = random.nextInt(20) == 0 ? 1 + random.nextInt(3000) : 1 + random.nextInt(8);
            long handle = specimens.makeCells(mutator, held.top(), slot, length);
            held.put(handle, ~held.top().identity(slot));
        }
    }

    // Sharing

    private void publish() {
        GlobalRoot root = world.root(random);
        if (random.nextBoolean()) {
            root.set(mutator, held.any());
        } else {
            root.compareAndSet(mutator, root.get(mutator), held.any());
        }
    }

    private void take() {
        GlobalRoot root = world.root(random);
        long handle = root.get(mutator);
        held.put(handle, specimens.identify(mutator, handle));
        if (random.nextInt(4) == 0) {
            root.compareAndSet(mutator, handle, 0);
        }
    }

    private void useCells() {
        long cells = held.any();
        if (!specimens.isCells(mutator, cells) || mutator.length(cells) < 2) {
            return;
        }
        int cell = 1 + random.nextInt(mutator.length(cells) - 1);
        switch (random.nextInt(4)) {
            case 0 -> mutator.setReference(cells, cell, held.any());
            case 1 -> {
                long handle = mutator.getReference(cells, cell);
                held.put(handle, specimens.identify(mutator, handle));
            }
            case 2 -> exchange(cells, cell);
            default -> mutator.setReference(cells, cell, 0);
        }
    }

    private void exchange(long cells, int cell) {
        long value = held.any();
        long old;
        do {
            old = mutator.getReference(cells, cell);
        } while (!mutator.compareAndSetReference(cells, cell, old, value));
        held.put(old, specimens.identify(mutator, old));
    }

    private void follow() {
        long handle = specimens.follow(mutator, held.any(), random.nextBoolean());
        held.put(handle, specimens.identify(mutator, handle));
    }

    private void useWeak() {
        int slot = held.anySlot();
        long handle = held.top().handle(slot);
        if (specimens.isWeakBox(mutator, handle)) {
            long named = specimens.readWeak(mutator, handle);
            held.put(named, specimens.identify(mutator, named));
        } else if (handle != 0) {
            long id = world.newIdentity();
            long box = specimens.makeWeakBox(mutator, id, held.top(), slot);
            if (specimens.readWeak(mutator, box) != handle) {
                throw Damage.lost("weakly and strongly held: handle=%d", handle);
            }
            held.put(box, id);
        }
    }

    private void usePrivateRoot() {
        int slot = held.anySlot();
        try (GlobalRoot root = world.heap().newRoot()) {
            root.set(mutator, held.top().handle(slot));
            long id = held.top().identity(slot);
            held.top().set(slot, 0, 0);
            for (int i = random.nextInt(50); i > 0; i--) {
                makeNode();
            }
            Specimens.expect(
                    specimens.identify(mutator, root.get(mutator)),
                    id,
                    "a root",
                    root.get(mutator));
        }
    }

    // Deaths

    private void useCleaner() {
        Roots bottom = held.bottom();
        for (Long dead = deaths.poll(); dead != null; dead = deaths.poll()) {
            if (!registered.remove(dead)) {
                throw Damage.corrupted("announced twice, or never registered: %d", dead);
            }
            if (dead == bottom.identity(0)) {
                throw Damage.lost("announced while held: handle=%d", bottom.handle(0));
            }
        }
        long id = world.newIdentity();
        long handle = specimens.makeBlob(mutator, id, 20);
        bottom.set(0, handle, id);
        deaths.register(mutator, handle, id);
        registered.add(id);
    }

    // Waiting and threads

    private void block() {
        try (SafeRegion _ = mutator.safeRegion()) {
            LockSupport.parkNanos(random.nextInt(1_000_000));
        }
    }

    private void collect() {
        switch (random.nextInt(60)) { // seldom a wait, which on a busy machine is long
            case 0 -> world.heap().collect();
            case 1 -> {
                ValidationReport report = world.heap().validate();
                if (!report.isValid()) {
                    throw Damage.corrupted("%s", report);
                }
            }
            case 2 -> {
                world.heap().requestCollection();
                world.heap().awaitCollection();
            }
            case 3 -> world.heap().compact();
            default -> world.heap().requestCollection();
        }
    }

    private void spawn() {
        if (!world.mayHaveAnotherChild()) {
            return;
        }
        SplittableRandom own = random.split();
        int operations = random.nextInt(400);
        ThreadFactory factory =
                random.nextBoolean()
                        ? Thread.ofVirtual()
                                .name("child of " + mutator.thread().getName())
                                .factory()
                        : Thread.ofPlatform()
                                .daemon()
                                .name("child of " + mutator.thread().getName())
                                .factory();
        boolean started = false;
        try {
            Thread child =
                    mutator.spawn(
                            factory,
                            (childMutator, arguments) -> {
                                try {
                                    world.guard(
                                            () ->
                                                    new Tormentor(
                                                                    world,
                                                                    childMutator,
                                                                    own,
                                                                    arguments)
                                                            .work(operations));
                                } finally {
                                    world.childEnded();
                                }
                            },
                            held.any(),
                            held.any());
            started = true;
            if (random.nextInt(4) == 0) {
                join(child);
            }
        } finally {
            if (!started) {
                world.childEnded();
            }
        }
    }

    private void join(Thread child) {
        try (SafeRegion _ = mutator.safeRegion()) {
            child.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
