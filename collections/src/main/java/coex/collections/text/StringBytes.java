package coex.collections.text;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListCursor;
import coex.collections.list.ListType;
import coex.collections.value.Primitive;
import coex.gc.Heap;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Strings as lists of bytes, and back. Nothing checks that bytes are UTF-8. Safepoints; they keep what they
/// were given.
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
        int frame = root(mutator, payload);
        try (ListBuilder builder = new ListBuilder(lists)) {
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
        long string = strings.newFlat(mutator, lists.length(mutator, list), list, 0);
        long target = strings.text(mutator, string);
        ListCursor cursor = new ListCursor(lists);
        cursor.start(mutator, list);
        while (cursor.nextChunk(mutator)) {
            Memory.copy(cursor.address(mutator), target, cursor.count());
            target += cursor.count();
        }
        return string;
    }

    private static int root(MutatorContext mutator, long handle) {
        int frame = mutator.stack().push(1, mutator);
        mutator.stack().setTop(mutator.stack().base(frame), handle);
        return frame;
    }
}
