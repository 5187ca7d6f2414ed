// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// One search for a NaN in a json. No text has one; programs make them of floats. No safepoints but
/// where the caller asks for pauses.
///
/// Arrays and objects that are still to be searched are on a stack of its own, since they are
/// nested as deeply as memory allows.
final class JsonNans {

    /// Elements or fields looked at without a pause.
    private static final int STEP = 32;

    private final JsonType type;
    private final MutatorContext mutator;
    private final Pause pause;
    private long[] pending = new long[64];
    private int top;

    JsonNans(JsonType type, MutatorContext mutator, Pause pause) {
        this.type = type;
        this.mutator = mutator;
        this.pause = pause;
    }

    boolean isIn(long json) {
        boolean found = isNan(json);
        while (!found && top > 0) {
            long container = pending[--top];
            found =
                    type.kind(mutator, container) == JsonKind.ARRAY
                            ? isInArray(container)
                            : isInObject(container);
        }
        return found;
    }

    /// Whether this is a NaN itself; what has parts is put off.
    private boolean isNan(long json) {
        switch (type.kind(mutator, json)) {
            case FLOAT -> {
                return Double.isNaN(Double.longBitsToDouble(JsonType.bitsOf(mutator, json)));
            }
            case ARRAY, OBJECT -> {
                if (top == pending.length) {
                    pending = Arrays.copyOf(pending, 2 * top);
                }
                pending[top++] = json;
            }
            case NULL, BOOL, INT, STRING -> {}
        }
        return false;
    }

    private boolean isInArray(long json) {
        int length = type.length(mutator, json);
        boolean found = false;
        for (int i = 0; i < length && !found; i++) {
            rest(i);
            found = isNan(type.lists().get(mutator, json, i));
        }
        return found;
    }

    private boolean isInObject(long json) {
        JsonObjects objects = type.objects();
        int positions = objects.positions(mutator, mutator.address(json));
        boolean found = false;
        for (int i = 0; i < positions && !found; i++) {
            rest(i);
            long value = objects.valueAt(mutator, mutator.address(json), i);
            found = !objects.isHole(value) && isNan(value);
        }
        return found;
    }

    private void rest(int done) {
        if (done % STEP == STEP - 1) {
            pause.between(mutator);
        }
    }
}
