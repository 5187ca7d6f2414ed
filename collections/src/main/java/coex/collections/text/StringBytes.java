// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListCursor;
import coex.collections.list.ListType;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.gc.Heap;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Strings as lists of bytes, and back. Nothing checks that bytes are UTF-8. Safepoints; they keep
/// what they were given.
public final class StringBytes {

    private final Strings strings;
    private final ListType lists;

    private StringBytes(Heap heap) {
        strings = Strings.of(heap);
        lists = ListType.of(heap, Primitive.BYTE);
    }

    public static StringBytes of(Heap heap) {
        return new StringBytes(heap);
    }

    /// Lists of bytes.
    public ListType lists() {
        return lists;
    }

    public long toList(MutatorContext mutator, long string) {
        if (string == 0) {
            return 0;
        }
        long payload = strings.payload(mutator, string);
        long offset = strings.text(mutator, string) - mutator.address(payload);
        int frame = mutator.root(payload);
        try (ListBuilder builder = lists.builder()) {
            int length = strings.byteLength(mutator, string);
            builder.start(mutator);
            builder.addMemory(payload, offset, length);
            return builder.finish();
        } finally {
            mutator.popTo(frame);
        }
    }

    public long ofList(MutatorContext mutator, long list) {
        if (list == 0) {
            return 0;
        }
        int bytes = lists.length(mutator, list);
        long string = strings.newFlat(mutator, bytes, list, 0);
        int frame = mutator.root(list, string);
        try {
            ListCursor cursor = new ListCursor(lists);
            cursor.start(mutator, list);
            for (int done = 0, polled = 0; cursor.nextChunk(mutator); done += cursor.count()) {
                if (done - polled >= Pause.STEP_BYTES / 2) {
                    mutator.poll();
                    polled = done;
                }
                Memory.copy(
                        cursor.address(mutator),
                        strings.text(mutator, string) + done,
                        cursor.count());
            }
            return string;
        } finally {
            mutator.popTo(frame);
        }
    }
}
