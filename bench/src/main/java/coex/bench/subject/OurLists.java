package coex.bench.subject;

import coex.collections.list.ListCursor;
import coex.collections.list.ListType;
import coex.collections.value.Primitive;
import coex.gc.mutator.MutatorContext;

/// Our lists of longs at handle level, called as generated code calls them: with their type in a
/// constant.
final class OurLists extends ListSubject {

    private static final ListType TYPE = ListType.of(OurHeap.HEAP, Primitive.LONG);

    private OurHeap heap;
    private MutatorContext mutator;
    private ListCursor cursor;
    private long[] elements;
    private long[] newElements;
    private int[] indices;
    private long list;

    @Override
    public void prepare(Places places) {
        heap = new OurHeap(1);
        mutator = heap.context();
        cursor = new ListCursor(TYPE);
        elements = unboxed(places.elements());
        newElements = unboxed(places.newElements());
        indices = places.indices();
        list = built();
        heap.keep(0, list);
    }

    private static long[] unboxed(Long[] boxed) {
        long[] values = new long[boxed.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = boxed[i];
        }
        return values;
    }

    @Override
    public void get(int position, Sink sink) {
        sink.take(TYPE.get(mutator, list, indices[position]));
    }

    @Override
    public void update(int position, Sink sink) {
        sink.take(TYPE.set(mutator, list, indices[position], newElements[position]));
    }

    @Override
    public void build(Sink sink) {
        sink.take(built());
    }

    private long built() {
        long result = 0;
        for (long element : elements) {
            result = TYPE.append(mutator, result, element);
        }
        return result;
    }

    @Override
    public void iterate(Sink sink) {
        ListCursor chunks = cursor;
        for (chunks.start(mutator, list); chunks.nextChunk(mutator); ) {
            long first = chunks.address(mutator);
            int count = chunks.count();
            for (int i = 0; i < count; i++) {
                sink.take(TYPE.load(first, i));
            }
        }
    }

    @Override
    public void safepoint() {
        mutator.poll();
    }

    @Override
    public void close() {
        heap.close();
    }
}
