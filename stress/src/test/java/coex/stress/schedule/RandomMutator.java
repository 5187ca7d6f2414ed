package coex.stress.schedule;

import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/// A mutator that does random things and looks at all it holds after each.
///
/// Every object carries a number and a checksum of it, every node the number of the node it refers
/// to; so a mutator can tell that what it reached is what was put there, whoever made it.
final class RandomMutator {

    private static final int SLOTS = 3;
    private static final int MOST_FRAMES = 4;
    private static final int LOOK_THIS_DEEP = 4;

    private final Exploration world;
    private final Mutator mutator;
    private final SplittableRandom random;
    private final Deque<Held> frames = new ArrayDeque<>();

    /// A frame that is seldom the top one, with a node under construction or nothing.
    private final Frame construction;

    private long open;
    private boolean filled;

    /// A frame, the handles that are in it, and the numbers of their objects. Handles are read from
    /// here, as a program keeps them in locals: reading a frame's slot can shade the object.
    private record Held(Frame frame, long[] handles, long[] numbers) {
        Held(Frame frame) {
            this(frame, new long[frame.slots()], new long[frame.slots()]);
        }

        int slots() {
            return handles.length;
        }

        void set(int slot, long handle, long number) {
            frame.set(slot, handle);
            handles[slot] = handle;
            numbers[slot] = number;
        }
    }

    /// @param arguments the frame it starts with, or null
    RandomMutator(Exploration world, Mutator mutator, SplittableRandom random, Frame arguments) {
        this.world = world;
        this.mutator = mutator;
        this.random = random;
        if (arguments != null) {
            Held held = new Held(arguments);
            for (int slot = 0; slot < held.slots(); slot++) {
                long handle = arguments.get(slot);
                held.set(slot, handle, numberOf(handle));
            }
            frames.push(held);
        }
        construction = mutator.frame(1);
        push();
    }

    void perform(int operations) {
        for (int i = 0; i < operations; i++) {
            world.step("next");
            try {
                if (random.nextInt(3) == 0) {
                    mutator.safepoint();
                }
                operate();
            } catch (OutOfMemoryError | StackOverflowError e) {
                world.disturbance().expect(e); // and goes on with what it holds
            }
            Thread.interrupted(); // as a program that has noticed
            look();
        }
    }

    private void operate() {
        switch (random.nextInt(world.hasArrays ? 32 : 26)) {
            case 24, 25 -> construct();
            case 26 -> makeArray();
            case 27, 28, 29 -> fillArray();
            case 30, 31 -> takeFromArray();
            case 0, 1, 2 -> makeNode();
            case 3 -> makeBox();
            case 4, 5 -> put(root().get(mutator));
            case 6, 7 -> give();
            case 8, 9 -> take();
            case 10 -> {
                GlobalRoot root = root();
                root.compareAndSet(mutator, root.get(mutator), any());
            }
            case 11 -> follow();
            case 12, 13 -> fillBox();
            case 14, 15 -> dropAll();
            case 16, 17 -> weak();
            case 18 -> push();
            case 19, 20 -> pop();
            case 21 -> mutator.safepoint();
            case 22 -> block();
            default -> world.spawn(mutator, random.split(), any(), any());
        }
    }

    /// Lets go of what it puts into a root.
    private void give() {
        Held top = top();
        int slot = random.nextInt(top.slots());
        root().set(mutator, top.handles[slot]);
        top.set(slot, 0, 0);
    }

    /// Takes what is in a root, and empties it.
    private void take() {
        GlobalRoot root = root();
        put(root.get(mutator));
        root.set(mutator, 0);
    }

    private void dropAll() {
        Held top = top();
        for (int slot = 0; slot < top.slots(); slot++) {
            top.set(slot, 0, 0);
        }
    }

    // What it does

    private void makeNode() {
        int from = random.nextInt(top().slots());
        long handle = mutator.allocate(world.node);
        long number = world.newNumber();
        boolean alone = random.nextBoolean();
        long nextNumber = alone ? 0 : top().numbers[from];
        mutator.setReference(handle, world.next, alone ? 0 : top().handles[from]);
        mutator.setLong(handle, world.nodeNumber, number);
        mutator.setLong(handle, world.nextNumber, nextNumber);
        mutator.setLong(handle, world.nodeCheck, check(number, nextNumber));
        mutator.seal(handle);
        put(handle);
    }

    /// Begins a node, or goes on with the one begun some operations ago. Each step may fail and be
    /// done again.
    private void construct() {
        if (open == 0) {
            long made = mutator.allocate(world.node);
            construction.set(0, made);
            open = made;
        } else if (!filled) {
            fill(random.nextInt(top().slots()));
        } else {
            mutator.seal(open);
            put(open);
            construction.set(0, 0);
            open = 0;
            filled = false;
        }
    }

    /// What the open node names may be held by it alone from here on.
    private void fill(int from) {
        long number = world.newNumber();
        long nextNumber = top().numbers[from];
        mutator.setReference(open, world.next, top().handles[from]);
        mutator.setLong(open, world.nodeNumber, number);
        mutator.setLong(open, world.nextNumber, nextNumber);
        mutator.setLong(open, world.nodeCheck, check(number, nextNumber));
        filled = true;
        if (random.nextBoolean()) {
            top().set(from, 0, 0);
        }
    }

    private void makeBox() {
        long handle = mutator.allocate(world.box);
        long number = world.newNumber();
        mutator.setLong(handle, world.boxNumber, number);
        mutator.setLong(handle, world.boxCheck, check(number, 0));
        mutator.setReference(handle, world.content, any());
        put(handle);
    }

    private void makeArray() {
        long handle = mutator.allocateArray(world.array, Exploration.ARRAY_LENGTH);
        long number = world.newNumber();
        mutator.setLong(handle, world.arrayNumber, number);
        mutator.setLong(handle, world.arrayCheck, check(number, 0));
        mutator.setReference(handle, somewhere(), any());
        put(handle);
    }

    private void follow() {
        long handle = any();
        if (handle != 0) {
            Shape shape = mutator.shapeOf(handle);
            if (shape == world.array) {
                put(mutator.getReference(handle, somewhere()));
            } else {
                put(mutator.getReference(handle, shape == world.node ? world.next : world.content));
            }
        }
    }

    private void fillBox() {
        long handle = any();
        if (handle != 0 && mutator.shapeOf(handle) == world.box) {
            int slot = random.nextInt(top().slots());
            mutator.setReference(handle, world.content, top().handles[slot]);
            if (random.nextBoolean()) {
                top().set(slot, 0, 0); // held by the box alone, or lost with it
            }
        }
    }

    private void fillArray() {
        long handle = anyArray();
        if (handle != 0) {
            int slot = random.nextInt(top().slots());
            mutator.setReference(handle, somewhere(), top().handles[slot]);
            if (random.nextBoolean()) {
                top().set(slot, 0, 0); // held by the array alone, or lost with it
            }
        }
    }

    /// Takes an element and empties its place.
    private void takeFromArray() {
        long handle = anyArray();
        if (handle != 0) {
            int index = somewhere();
            long element = mutator.getReference(handle, index);
            if (mutator.compareAndSetReference(handle, index, element, 0)) {
                put(element);
            }
        }
    }

    private void weak() {
        long weakBox = world.weakRoot.get(mutator);
        if (weakBox == 0) {
            weakBox = mutator.allocate(world.weakBox);
            world.weakRoot.set(mutator, weakBox);
        }
        if (random.nextBoolean()) {
            mutator.setWeak(weakBox, world.target, any());
        } else {
            put(mutator.getWeak(weakBox, world.target));
        }
    }

    private void push() {
        if (frames.size() < MOST_FRAMES) {
            Held caller = frames.peek();
            frames.push(new Held(mutator.frame(1 + random.nextInt(SLOTS))));
            if (caller != null && random.nextBoolean()) {
                put(caller.handles[0]);
            }
        }
    }

    /// Returns to the caller's frame, or as an exception does to one further out, with a result.
    private void pop() {
        if (frames.size() > 1) {
            Held callee = frames.peek();
            long result = callee.handles[random.nextInt(callee.slots())];
            int popped = 1;
            while (frames.size() > popped + 1 && random.nextInt(4) == 0) {
                popped++;
            }
            frames.stream().skip(popped - 1).findFirst().orElseThrow().frame.close();
            for (int i = 0; i < popped; i++) {
                frames.pop();
            }
            if (random.nextBoolean()) {
                put(result);
            }
        }
    }

    private void block() {
        try (SafeRegion _ = mutator.safeRegion()) {
            world.step("blocked");
            world.step("still blocked");
        }
    }

    // What it holds

    private Held top() {
        return frames.peek();
    }

    private GlobalRoot root() {
        return world.roots.get(random.nextInt(world.roots.size()));
    }

    /// One of the handles in the top frame, often 0.
    private long any() {
        Held top = top();
        return top.handles[random.nextInt(top.slots())];
    }

    /// An array in the top frame, or 0.
    private long anyArray() {
        for (long handle : top().handles) {
            if (handle != 0 && mutator.shapeOf(handle) == world.array) {
                return handle;
            }
        }
        return 0;
    }

    /// One of the few places of arrays that are used.
    private int somewhere() {
        return Exploration.PLACES[random.nextInt(Exploration.PLACES.length)];
    }

    private void put(long handle) {
        Held top = top();
        top.set(random.nextInt(top.slots()), handle, numberOf(handle));
    }

    private void look() {
        for (Held held : frames) {
            for (int slot = 0; slot < held.slots(); slot++) {
                long handle = held.handles[slot];
                expect(numberOf(handle), held.numbers[slot], handle);
                lookBehind(handle, LOOK_THIS_DEEP);
            }
        }
    }

    private void lookBehind(long handle, int depth) {
        if (handle == 0 || depth == 0) {
            return;
        }
        Shape shape = mutator.shapeOf(handle);
        if (shape == world.node) {
            long behind = mutator.getReference(handle, world.next);
            expect(numberOf(behind), mutator.getLong(handle, world.nextNumber), behind);
            lookBehind(behind, depth - 1);
        } else if (shape == world.array) {
            for (int index : Exploration.PLACES) {
                long element = mutator.getReference(handle, index);
                numberOf(element);
                lookBehind(element, Math.max(0, depth - 2)); // there are several of them
            }
        } else {
            lookBehind(mutator.getReference(handle, world.content), depth - 1);
        }
    }

    private static void expect(long number, long expected, long handle) {
        if (number != expected) {
            throw new AssertionError(
                    "handle %d names object %d, expected %d".formatted(handle, number, expected));
        }
    }

    /// The number of an object, which must be live and intact.
    private long numberOf(long handle) {
        if (handle == 0) {
            return 0;
        }
        if (!mutator.isLive(handle)) {
            throw new AssertionError("lost: handle " + handle);
        }
        Shape shape = mutator.shapeOf(handle);
        if (shape == world.node) {
            long number = mutator.getLong(handle, world.nodeNumber);
            long nextNumber = mutator.getLong(handle, world.nextNumber);
            expect(mutator.getLong(handle, world.nodeCheck), check(number, nextNumber), handle);
            return number;
        }
        if (shape == world.box) {
            long number = mutator.getLong(handle, world.boxNumber);
            expect(mutator.getLong(handle, world.boxCheck), check(number, 0), handle);
            return number;
        }
        if (shape == world.array) {
            long number = mutator.getLong(handle, world.arrayNumber);
            expect(mutator.getLong(handle, world.arrayCheck), check(number, 0), handle);
            return number;
        }
        throw new AssertionError("corrupted: handle %d shape %s".formatted(handle, shape));
    }

    private static long check(long number, long nextNumber) {
        return (number * 31 + nextNumber) * 0x9E3779B97F4A7C15L;
    }
}
