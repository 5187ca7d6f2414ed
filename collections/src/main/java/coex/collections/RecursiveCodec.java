// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.gc.mutator.MutatorContext;

import java.util.Deque;
import java.util.List;

/// What a record, or a sealed interface, contains of itself: it stands for the codec of the whole,
/// which can be made only after it. Equal to another one of the same type with the same arguments,
/// for codecs that are found by types follow from these.
final class RecursiveCodec<T> extends Codec<T> {

    /// How deeply a value may contain others of its type. Values are written and compared by
    /// methods that call each other, which must end before the stack does.
    static final int MOST_DEPTH = 100;

    /// How deep the value is that the thread is making plain.
    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

    /// Written once, by the thread that makes the codec, and read by any. That codec may be handed
    /// on by a data race; [ComponentCodecs] has a fence between this write and the end of making
    /// it, as there is at the end of a constructor for final fields.
    private Codec<T> whole;

    /// @param arguments what the type parameters stand for
    RecursiveCodec(Class<?> type, List<Codec<?>> arguments) {
        super("recursive", type, arguments);
    }

    @SuppressWarnings("unchecked")
    void isPartOf(Codec<?> made) {
        whole = (Codec<T>) made;
    }

    @Override
    Object toPlain(T value) {
        int[] depth = DEPTH.get();
        if (depth[0] >= MOST_DEPTH) {
            throw new IllegalArgumentException(
                    "value contains itself too deeply: most=%d codec=%s; what is long belongs into a list"
                            .formatted(MOST_DEPTH, this));
        }
        depth[0]++;
        try {
            return whole.toPlain(value);
        } finally {
            depth[0]--;
        }
    }

    @Override
    T fromPlain(Object plain) {
        return whole.fromPlain(plain);
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        RecursiveType type = new RecursiveType(() -> heap.bound(whole));
        return new BoundCodec(type) {
            @Override
            long write(MutatorContext mutator, Object plain) {
                return type.whole().write(mutator, plain);
            }

            @Override
            Object read(MutatorContext mutator, long bits, PersistentCollection source) {
                return type.whole().read(mutator, bits, source);
            }
        };
    }

    /// The whole says it, having asked its other parts.
    @Override
    boolean isPlainCanonical() {
        return true;
    }

    /// How many levels further out the whole is.
    @Override
    String saved(Deque<Codec<?>> inside) {
        int level = 0;
        for (Codec<?> each : inside) {
            if (each.equals(whole)) {
                return "recursive(" + level + ")";
            }
            level++;
        }
        return whole.saved(inside);
    }
}
