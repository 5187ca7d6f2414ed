package coex.runtime.type;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// One search for a NaN in a value, by the thread that compares it. No safepoints but where the
/// caller asks for pauses; then it has rooted the value.
///
/// Parts that may be deep are put on a stack.
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
    private final WorkStack work = new WorkStack();
    private int objects;
    private int elements;
    private long[] some;

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

    /// Whether there is a NaN in a value that may be deep, or is in one that is searched.
    boolean finds(RuntimeType type, long bits) {
        long before = work.size();
        put(type, bits);
        boolean isFound = false;
        while (!isFound && work.size() > before) {
            work.pop();
            isFound = step(work.type(), work.first(), work.place());
        }
        return isFound;
    }

    private void put(RuntimeType type, long bits) {
        if (bits != 0) {
            work.push(type, bits, 0, 0);
        }
    }

    private boolean step(RuntimeType type, long bits, int place) {
        return switch (type) {
            case OptionalType optional when optional.isDeep() -> {
                if (bits != optional.nil()) {
                    put(optional.value(), bits);
                }
                yield false;
            }
            case UserType user when user.isDeep() -> fields(user.fieldsOf(mutator, bits), bits);
            case TupleType tuple when tuple.isDeep() -> fields(tuple.fields(), bits);
            case SequenceValueType sequence when sequence.isDeep() -> {
                putElements(sequence, bits, place);
                yield false;
            }
            default -> type.holdsNan(this, bits);
        };
    }

    private boolean fields(ObjectFields fields, long object) {
        if (!isNew(object)) {
            return false;
        }
        for (int i = 0; i < fields.count(); i++) {
            RuntimeType type = fields.type(i);
            if (type.mayHoldNan()) {
                long bits = fields.get(mutator, object, i);
                if (type.isDeep()) {
                    put(type, bits);
                } else if (type.holdsNan(this, bits)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void putElements(SequenceValueType sequence, long bits, int place) {
        if (place == 0 && !isNew(bits)) {
            return;
        }
        if (some == null) {
            some = new long[STEP];
        }
        int length = sequence.length(mutator, bits);
        int count = Math.min(STEP, length - place);
        sequence.copyOut(mutator, bits, place, some, count);
        if (place + count < length) {
            work.push(sequence, bits, 0, place + count);
        }
        for (int i = 0; i < count; i++) {
            put(sequence.of(), some[i]);
        }
        pause.between(mutator);
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
