package coex.bench.subject;

import java.util.SplittableRandom;

/// The elements of a measured list, and the order in which they are looked up: the same for all
/// contenders.
public final class Places {

    private static final long SEED = 0x5EED_11E7L;

    private final Long[] elements;
    private final Long[] newElements;
    private final int[] indices;

    /// A list of `size` random longs.
    public Places(int size) {
        SplittableRandom random = new SplittableRandom(SEED + size);
        elements = new Long[size];
        newElements = new Long[size];
        for (int i = 0; i < size; i++) {
            elements[i] = random.nextLong();
            newElements[i] = random.nextLong();
        }
        indices = Keys.shuffled(size, random);
    }

    public int size() {
        return elements.length;
    }

    /// The elements in their order.
    public Long[] elements() {
        return elements;
    }

    /// What those at [#indices] are replaced by.
    public Long[] newElements() {
        return newElements;
    }

    /// All indices in the order in which they are looked up.
    public int[] indices() {
        return indices;
    }
}
