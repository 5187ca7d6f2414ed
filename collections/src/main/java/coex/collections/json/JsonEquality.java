// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.list.ListType;
import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// When two json are the same. No safepoints but where the caller asks for pauses.
///
/// Values can be nested as deeply as memory allows, and a Java stack cannot. A hash takes in what
/// lies up to [#HASHED_DEPTH] levels deep, and not everything of what is large, so equal values
/// have equal hashes all the same. Equality goes down [#RECURSION] levels; what lies below is put
/// off, and compared when the rest is known to be equal. Only then does it make something in the
/// JVM.
final class JsonEquality {

    private static final int HASHED_DEPTH = 32;
    private static final int RECURSION = 200;

    /// Elements or fields compared without a pause.
    private static final int STEP = 32;

    private static final int DIFFERENT = 0;
    private static final int EQUAL = 1;
    private static final int TOO_DEEP = 2;

    private final JsonType type;
    private final JsonObjects objects;

    JsonEquality(JsonType type) {
        this.type = type;
        this.objects = type.objects();
    }

    // Hash

    int hash(MutatorContext mutator, long json, int parts) {
        return hash(mutator, json, HASHED_DEPTH, parts);
    }

    private int hash(MutatorContext mutator, long json, int levels, int parts) {
        JsonKind kind = type.kind(mutator, json);
        int own = Hashing.ofWord(kind.ordinal() + 1);
        return switch (kind) {
            case NULL -> own;
            case BOOL -> Hashing.ofWord(JsonType.isTrue(mutator, json) ? 11 : 12);
            case INT -> Hashing.followedBy(own, Hashing.ofWord(JsonType.bitsOf(mutator, json)));
            case FLOAT -> Hashing.followedBy(own, Hashing.ofWord(JsonType.floatKey(mutator, json)));
            case STRING -> {
                long string = type.orEmpty(mutator, json);
                yield Hashing.followedBy(own, type.strings().hash(mutator, string, parts));
            }
            case ARRAY -> hashOfArray(mutator, json, own, levels - 1, parts);
            case OBJECT -> hashOfObject(mutator, json, own, levels - 1, parts);
        };
    }

    private int hashOfArray(MutatorContext mutator, long json, int own, int levels, int parts) {
        int length = type.length(mutator, json);
        int hash = Hashing.followedBy(own, length);
        int counted = levels > 0 ? Math.min(length, parts) : 0;
        for (int i = 0; i < counted; i++) {
            int index = length > parts ? ListType.hashed(length, parts, i) : i;
            long element = type.lists().get(mutator, json, index);
            hash = Hashing.followedBy(hash, hash(mutator, element, levels, parts / counted));
        }
        return hash;
    }

    /// The sum over the fields: their order does not count. So it cannot be some of the fields, and
    /// if they are too many it is none.
    private int hashOfObject(MutatorContext mutator, long json, int own, int levels, int parts) {
        int sum = 0;
        int length = type.length(mutator, json);
        boolean counts = levels > 0 && length <= parts;
        int positions = counts ? objects.positions(mutator, mutator.address(json)) : 0;
        for (int i = 0; i < positions; i++) {
            long value = objects.valueAt(mutator, mutator.address(json), i);
            if (!objects.isHole(value)) {
                int name =
                        type.strings()
                                .hash(
                                        mutator,
                                        objects.nameAt(mutator, mutator.address(json), i),
                                        parts / length);
                sum += Hashing.followedBy(name, hash(mutator, value, levels, parts / length));
            }
        }
        return Hashing.followedBy(own + length, sum);
    }

    // Equality

    boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        int answer = compare(mutator, first, second, RECURSION, null, pause);
        return answer == TOO_DEEP ? equalByList(mutator, first, second, pause) : answer == EQUAL;
    }

    /// Pairs that are still to be compared.
    private static final class Pending {
        private long[] pairs = new long[64];
        private int top;

        void push(long first, long second) {
            if (top == pairs.length) {
                pairs = Arrays.copyOf(pairs, 2 * top);
            }
            pairs[top++] = first;
            pairs[top++] = second;
        }
    }

    private boolean equalByList(MutatorContext mutator, long first, long second, Pause pause) {
        Pending pending = new Pending();
        pending.push(first, second);
        while (pending.top > 0) {
            long right = pending.pairs[--pending.top];
            long left = pending.pairs[--pending.top];
            if (compare(mutator, left, right, RECURSION, pending, pause) == DIFFERENT) {
                return false;
            }
        }
        return true;
    }

    /// @param pending takes what lies too deep; if null that is the answer
    private int compare(
            MutatorContext mutator,
            long first,
            long second,
            int levels,
            Pending pending,
            Pause pause) {
        if (first == second) {
            return EQUAL;
        }
        JsonKind kind = type.kind(mutator, first);
        if (kind != type.kind(mutator, second)) {
            return DIFFERENT;
        }
        return switch (kind) {
            case NULL, BOOL -> DIFFERENT; // each has one form
            case INT -> answer(JsonType.bitsOf(mutator, first) == JsonType.bitsOf(mutator, second));
            case FLOAT ->
                    answer(JsonType.floatKey(mutator, first) == JsonType.floatKey(mutator, second));
            case STRING -> {
                long left = type.orEmpty(mutator, first);
                yield answer(
                        type.strings().equal(mutator, left, type.orEmpty(mutator, second), pause));
            }
            case ARRAY, OBJECT -> {
                if (type.length(mutator, first) != type.length(mutator, second)) {
                    yield DIFFERENT;
                }
                if (levels == 0) {
                    if (pending == null) {
                        yield TOO_DEEP;
                    }
                    pending.push(first, second);
                    yield EQUAL;
                }
                yield kind == JsonKind.ARRAY
                        ? compareArrays(mutator, first, second, levels - 1, pending, pause)
                        : compareObjects(mutator, first, second, levels - 1, pending, pause);
            }
        };
    }

    private static int answer(boolean equal) {
        return equal ? EQUAL : DIFFERENT;
    }

    private int compareArrays(
            MutatorContext mutator,
            long first,
            long second,
            int levels,
            Pending pending,
            Pause pause) {
        int length = type.length(mutator, first);
        int answer = EQUAL;
        for (int i = 0; i < length && answer == EQUAL; i++) {
            long left = type.lists().get(mutator, first, i);
            long right = type.lists().get(mutator, second, i);
            if (i % STEP == STEP - 1) {
                pause.between(mutator);
            }
            answer = compare(mutator, left, right, levels, pending, pause);
        }
        return answer;
    }

    private int compareObjects(
            MutatorContext mutator,
            long first,
            long second,
            int levels,
            Pending pending,
            Pause pause) {
        int positions = objects.positions(mutator, mutator.address(first));
        int answer = EQUAL;
        for (int i = 0; i < positions && answer == EQUAL; i++) {
            long left = objects.valueAt(mutator, mutator.address(first), i);
            if (i % STEP == STEP - 1) {
                pause.between(mutator);
            }
            if (!objects.isHole(left)) {
                long name = objects.nameAt(mutator, mutator.address(first), i);
                long right = type.field(mutator, second, name);
                answer =
                        right == 0 && !type.hasField(mutator, second, name)
                                ? DIFFERENT
                                : compare(mutator, left, right, levels, pending, pause);
            }
        }
        return answer;
    }
}
