package coex.stress.soak;

import coex.gc.Field;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;

import java.util.SplittableRandom;

/// Objects of many sizes that are replaced one by one in random order, which is what fragments
/// memory.
///
/// It is a mutable array. What is at a place is a box that refers to bytes, whose first tells their
/// length, so that each replacement also checks what it replaces. One thread at a time.
final class Shelf {

    static final int PLACES = 2000;

    /// The array, and at each place a box and its bytes.
    static final long OBJECTS = 1 + 2L * PLACES;

    private static final int SMALLEST_EXPONENT = 4;
    private static final int LARGEST_EXPONENT = 14;

    private final Shape array;
    private final Shape box;
    private final Field content;
    private final Field length;
    private final Shape bytes;
    private final GlobalRoot root;

    Shelf(Heap heap, Mutator mutator, int number) {
        array = heap.shape("Shelf" + number).arrayOf(Kind.REFERENCE).mutable().build();
        box = heap.shape("Box" + number).reference("content").longField("length").build();
        content = box.field("content");
        length = box.field("length");
        bytes = heap.shape("Bytes" + number).arrayOf(Kind.BYTE).build();
        root = heap.newRoot();
        root.set(mutator, mutator.allocateArray(array, PLACES));
    }

    /// Puts something new at every place, from the first to the last.
    void fill(Mutator mutator, SplittableRandom random) {
        for (int place = 0; place < PLACES; place++) {
            replace(mutator, random, place);
        }
    }

    /// Replaces as many objects as there are places, or a few times as many.
    void churn(Mutator mutator, SplittableRandom random, int times) {
        for (int i = 0; i < times * PLACES; i++) {
            replace(mutator, random, random.nextInt(PLACES));
        }
    }

    private void replace(Mutator mutator, SplittableRandom random, int place) {
        int exponent = random.nextInt(SMALLEST_EXPONENT, LARGEST_EXPONENT);
        int size = random.nextInt(1 << exponent, 1 << (exponent + 1));
        try (var frame = mutator.frame(1)) {
            long filled = mutator.allocateArray(bytes, size);
            mutator.setByte(filled, 0, (byte) size);
            mutator.setByte(filled, size - 1, (byte) size);
            mutator.seal(filled);
            frame.set(0, filled);
            long boxed = mutator.allocate(box);
            mutator.setReference(boxed, content, frame.get(0));
            mutator.setLong(boxed, length, size);
            mutator.seal(boxed);
            long shelf = root.get(mutator);
            check(mutator, mutator.getReference(shelf, place));
            mutator.setReference(shelf, place, boxed);
        }
    }

    private void check(Mutator mutator, long boxed) {
        if (boxed == 0) {
            return;
        }
        int expected = (int) mutator.getLong(boxed, length);
        long filled = mutator.getReference(boxed, content);
        if (mutator.length(filled) != expected
                || mutator.getByte(filled, 0) != (byte) expected
                || mutator.getByte(filled, expected - 1) != (byte) expected) {
            throw new IllegalStateException("an object has changed: length=" + expected);
        }
    }
}
