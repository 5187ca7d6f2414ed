package coex.runtime.type;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// One search for a NaN in a value, by the thread that compares it. No safepoints but where the
/// caller asks for pauses; then it has rooted the value.
///
/// A value can lead to the same objects on ever so many ways. So after the first ones each object
/// is looked at once. Handles say which it was: as long as a value is kept, those of its objects
/// are not given to others. A bit for each is little, also for a chain of millions.
final class NanSearch {

    /// As many objects are looked at without remembering them.
    private static final int FEW = 1 << 10;

    /// Elements looked at without a pause.
    private static final int STEP = 64;

    private static final int PAGE_BITS = 16;

    private final MutatorContext mutator;
    private final Pause pause;
    private int objects;
    private int elements;

    /// The objects looked at, by the first bits of their handles.
    private final Map<Long, BitSet> seen = new HashMap<>();

    NanSearch(MutatorContext mutator, Pause pause) {
        this.mutator = mutator;
        this.pause = pause;
    }

    MutatorContext mutator() {
        return mutator;
    }

    Pause pause() {
        return pause;
    }

    /// Whether an object has to be looked at, which the caller then does. A pause.
    boolean isNew(long object) {
        pause.between(mutator);
        if (objects < FEW) {
            objects++;
            return true;
        }
        BitSet page = seen.computeIfAbsent(object >>> PAGE_BITS, _ -> new BitSet());
        int place = (int) object & (1 << PAGE_BITS) - 1;
        boolean isNew = !page.get(place);
        page.set(place);
        return isNew;
    }

    /// After each element of a collection.
    void rest() {
        if (++elements % STEP == 0) {
            pause.between(mutator);
        }
    }
}
