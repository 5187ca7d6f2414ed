package coex.runtime.type;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

/// One comparison of two values that may be nested deeply, by the thread that compares them:
/// whether they are equal as keys, or in which order they are. No safepoints but where the caller
/// asks for pauses; then it has rooted both.
///
/// Pairs of parts that may be deep are put on a stack, so that the next pair in order comes off
/// first. Only maps and sets are compared by themselves, with a comparison for each of their parts.
/// Of an object the fields that are not deep come first.
final class Comparison {

    /// As many pairs of objects are compared without remembering them.
    private static final int FEW = 1 << 10;

    /// Elements that are put on the stack at once.
    private static final int STEP = 64;

    private final MutatorContext mutator;
    private final Pause pause;
    private final WorkStack work = new WorkStack();
    private int objects;

    /// Whether it matters which of two values that differ comes first.
    private boolean isOrdered;

    /// Null for the first pairs.
    private EqualObjects known;

    private long[] left;
    private long[] right;

    Comparison(MutatorContext mutator, Pause pause) {
        this.mutator = mutator;
        this.pause = pause;
    }

    boolean isEqual(RuntimeType type, long first, long second) {
        return run(type, first, second) == 0;
    }

    int order(RuntimeType type, long first, long second) {
        isOrdered = true;
        return run(type, first, second);
    }

    private int run(RuntimeType type, long first, long second) {
        int order = 0;
        put(type, first, second);
        while (order == 0 && !work.isEmpty()) {
            work.pop();
            order = step(work.type(), work.first(), work.second(), work.place());
        }
        return order;
    }

    private void put(RuntimeType type, long first, long second) {
        if (first != second) {
            work.push(type, first, second, 0);
        }
    }

    /// Compares what is not deep in two values that are not the same, and puts the rest on the
    /// stack.
    private int step(RuntimeType type, long first, long second, int place) {
        return switch (type) {
            case OptionalType optional when optional.isDeep() -> {
                if (first == optional.nil() || second == optional.nil()) {
                    yield first == optional.nil() ? -1 : 1;
                }
                put(optional.value(), first, second);
                yield 0;
            }
            case UserType user when user.isDeep() -> {
                if (first == 0 || second == 0) {
                    yield Long.compare(first, second); // nil is 0
                }
                int shapes = user.compareShapes(mutator, first, second);
                yield shapes != 0 ? shapes : fields(user.fieldsOf(mutator, first), first, second);
            }
            case TupleType tuple when tuple.isDeep() ->
                    first == 0 || second == 0
                            ? Long.compare(first, second)
                            : fields(tuple.fields(), first, second);
            case SequenceValueType sequence when sequence.isDeep() ->
                    elements(sequence, first, second, place);
            default -> shallow(type, first, second);
        };
    }

    private int shallow(RuntimeType type, long first, long second) {
        if (isOrdered) {
            return type.compare(mutator, first, second, pause);
        }
        return type.equal(mutator, first, second, pause) ? 0 : 1;
    }

    private boolean isNew(long first, long second) {
        pause.between(mutator);
        if (objects < FEW) {
            objects++;
            return true;
        }
        if (known == null) {
            known = new EqualObjects();
        }
        return known.join(first, second);
    }

    private int fields(ObjectFields fields, long first, long second) {
        if (!isNew(first, second)) {
            return 0;
        }
        for (int i = 0; i < fields.count(); i++) {
            if (!fields.type(i).isDeep()) {
                long one = fields.get(mutator, first, i);
                long other = fields.get(mutator, second, i);
                int order = one == other ? 0 : shallow(fields.type(i), one, other);
                if (order != 0) {
                    return order;
                }
            }
        }
        for (int i = fields.count() - 1; i >= 0; i--) {
            if (fields.type(i).isDeep()) {
                put(fields.type(i), fields.get(mutator, first, i), fields.get(mutator, second, i));
            }
        }
        return 0;
    }

    /// The elements from `place` on.
    private int elements(SequenceValueType sequence, long first, long second, int place) {
        int length = sequence.length(mutator, first);
        int lengths = Integer.compare(length, sequence.length(mutator, second));
        if (lengths != 0 || place == 0 && !isNew(first, second)) {
            return lengths;
        }
        if (left == null) {
            left = new long[STEP];
            right = new long[STEP];
        }
        int count = Math.min(STEP, length - place);
        sequence.copyOut(mutator, first, place, left, count);
        sequence.copyOut(mutator, second, place, right, count);
        if (place + count < length) {
            work.push(sequence, first, second, place + count);
        }
        for (int i = count - 1; i >= 0; i--) {
            put(sequence.of(), left[i], right[i]);
        }
        pause.between(mutator);
        return 0;
    }
}
