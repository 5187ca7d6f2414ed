// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Lists inside collections.
final class NestedListCodec<E> extends NestedElementsCodec<E, List<E>> {

    /// Elements read between two safepoints.
    private static final int BATCH = 32;

    NestedListCodec(Codec<E> element) {
        super("list", element);
    }

    @Override
    List<E> empty(int size) {
        return new ArrayList<>(size);
    }

    @Override
    List<E> unmodifiable(List<E> list) {
        return Collections.unmodifiableList(list);
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        BoundCodec elements = heap.bound(element());
        ListType lists = ListType.of(heap.heap(), elements.type());
        return new BoundCodec(lists) {
            @Override
            long write(MutatorContext mutator, Object plain) {
                try (ListBuilder builder = new ListBuilder(lists)) {
                    builder.start(mutator);
                    for (Object each : (Object[]) plain) {
                        builder.add(elements.write(mutator, each));
                    }
                    return builder.finish();
                }
            }

            @Override
            Object read(MutatorContext mutator, long bits, PersistentCollection source) {
                Object[] plain = new Object[lists.length(mutator, bits)];
                long[] found = new long[Math.min(plain.length, BATCH)];
                try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                    slots.set(0, bits);
                    for (int done = 0; done < plain.length; ) {
                        int count = Math.min(BATCH, plain.length - done);
                        lists.copyOut(mutator, bits, done, found, 0, count);
                        for (int i = 0; i < count; i++) {
                            plain[done + i] = elements.read(mutator, found[i], source);
                        }
                        done += count;
                        mutator.poll();
                    }
                }
                return plain;
            }
        };
    }

    @Override
    boolean isPlainCanonical() {
        return element().isPlainCanonical();
    }
}
