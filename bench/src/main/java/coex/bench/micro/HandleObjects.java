package coex.bench.micro;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Immutable objects of three longs in a heap, their handles in shuffled order.
@State(Scope.Thread)
public class HandleObjects {
    Heap heap;
    Mutator mutator;
    Field field;
    MutatorContext context;
    long[] handles;

    @Setup
    public void allocate() {
        heap = Heap.open(HeapOptions.builder().build());
        mutator = heap.attach();
        context = ConcurrentHeap.contextOf(mutator);
        Shape triple = heap.shape("Triple").longField("a").longField("b").longField("c").build();
        Shape array = heap.shape("Triples").arrayOf(Kind.REFERENCE).mutable().build();
        field = triple.field("b");
        handles = new long[FieldRead.OBJECTS];
        int[] order = Shuffle.below(FieldRead.OBJECTS);
        Frame frame = mutator.frame(1);
        frame.set(0, mutator.allocateArray(array, handles.length));
        for (int i = 0; i < handles.length; i++) {
            long handle = mutator.allocate(triple);
            mutator.setLong(handle, field, i);
            mutator.seal(handle);
            mutator.setReference(frame.get(0), i, handle);
            handles[order[i]] = handle;
        }
    }

    @TearDown
    public void close() {
        heap.close();
    }
}
