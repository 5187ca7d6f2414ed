// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// One comparison of two json by an order of all of them: by kind, then by length or value, then
/// part by part. The fields of an object are taken in the order of their names, first all names and
/// then all values, since in which order the object has them does not count. No safepoints but
/// where the caller asks for pauses.
///
/// Values can be nested as deeply as memory allows, and a Java stack cannot. What lies more than
/// [#RECURSION] levels deep is put off, and compared when all that is less deep is known to be
/// equal. Which parts that is follows from the values, so this too is an order.
///
/// Makes objects in the JVM. That is no matter: only keys with equal hashes are compared so.
final class JsonOrder {

    private static final int RECURSION = 200;

    /// Elements or fields compared without a pause.
    private static final int STEP = 32;

    private final JsonType type;
    private final MutatorContext mutator;
    private final Pause pause;

    /// Pairs that were put off: those from `next` up to `end` are still to be compared.
    private long[] pairs = {};

    private int next;
    private int end;

    JsonOrder(JsonType type, MutatorContext mutator, Pause pause) {
        this.type = type;
        this.mutator = mutator;
        this.pause = pause;
    }

    int compare(long first, long second) {
        int order = compare(first, second, RECURSION);
        while (order == 0 && next < end) {
            next += 2;
            order = compare(pairs[next - 2], pairs[next - 1], RECURSION);
        }
        return order;
    }

    private void putOff(long first, long second) {
        if (end == pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * end + 16);
        }
        pairs[end++] = first;
        pairs[end++] = second;
    }

    private int compare(long first, long second, int levels) {
        if (first == second) {
            return 0;
        }
        JsonKind kind = type.kind(mutator, first);
        JsonKind otherKind = type.kind(mutator, second);
        if (kind != otherKind) {
            return kind.compareTo(otherKind);
        }
        return switch (kind) {
            case NULL -> 0;
            case BOOL ->
                    Boolean.compare(
                            JsonType.isTrue(mutator, first), JsonType.isTrue(mutator, second));
            case INT ->
                    Long.compare(JsonType.bitsOf(mutator, first), JsonType.bitsOf(mutator, second));
            case FLOAT ->
                    Long.compare(
                            JsonType.floatKey(mutator, first), JsonType.floatKey(mutator, second));
            case STRING ->
                    type.strings()
                            .compare(
                                    mutator,
                                    type.orEmpty(mutator, first),
                                    type.orEmpty(mutator, second),
                                    pause);
            case ARRAY, OBJECT -> compareContainers(kind, first, second, levels);
        };
    }

    private int compareContainers(JsonKind kind, long first, long second, int levels) {
        int length = type.length(mutator, first);
        int otherLength = type.length(mutator, second);
        if (length != otherLength) {
            return Integer.compare(length, otherLength);
        }
        if (levels == 0) {
            putOff(first, second);
            return 0;
        }
        return kind == JsonKind.ARRAY
                ? compareArrays(first, second, length, levels - 1)
                : compareObjects(first, second, length, levels - 1);
    }

    private int compareArrays(long first, long second, int length, int levels) {
        int order = 0;
        for (int i = 0; i < length && order == 0; i++) {
            long left = type.lists().get(mutator, first, i);
            long right = type.lists().get(mutator, second, i);
            rest(i);
            order = compare(left, right, levels);
        }
        return order;
    }

    /// A field of an object.
    private record Field(long name, long value) {}

    private int compareObjects(long first, long second, int length, int levels) {
        Field[] fields = sorted(first, length);
        Field[] others = sorted(second, length);
        int order = 0;
        for (int i = 0; i < length && order == 0; i++) {
            rest(i);
            order = compareNames(fields[i], others[i]);
        }
        for (int i = 0; i < length && order == 0; i++) {
            rest(i);
            order = compare(fields[i].value, others[i].value, levels);
        }
        return order;
    }

    /// The fields of an object in the order of their names.
    private Field[] sorted(long json, int length) {
        JsonObjects objects = type.objects();
        Field[] fields = new Field[length];
        int count = 0;
        for (int i = 0; count < length; i++) {
            rest(i);
            long value = objects.valueAt(mutator, mutator.address(json), i);
            if (!objects.isHole(value)) {
                fields[count++] =
                        new Field(objects.nameAt(mutator, mutator.address(json), i), value);
            }
        }
        Arrays.sort(fields, this::compareNames);
        return fields;
    }

    private int compareNames(Field first, Field second) {
        return first.name == second.name
                ? 0
                : type.strings().compare(mutator, first.name, second.name, pause);
    }

    private void rest(int done) {
        if (done % STEP == STEP - 1) {
            pause.between(mutator);
        }
    }
}
