package coex.bench.micro;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.ObjectHeader;
import coex.gc.mutator.MutatorContext;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// A heap and a frame whose slots keep the last objects allocated.
@State(Scope.Thread)
public class HandleRing {
    static final int BYTES = 32;
    static final int A = 8;
    static final int B = 16;
    static final int C = 24;

    Heap heap;
    Mutator mutator;
    Shape triple;
    Field a;
    Field b;
    Field c;
    Frame frame;

    MutatorContext context;
    long header;
    int slotBase;

    @Setup
    public void open() {
        heap =
                Heap.open(
                        HeapOptions.builder()
                                .initialBytes(Allocate.HEAP_BYTES)
                                .maximumBytes(Allocate.HEAP_BYTES)
                                .build());
        mutator = heap.attach();
        triple = heap.shape("Triple").longField("a").longField("b").longField("c").build();
        a = triple.field("a");
        b = triple.field("b");
        c = triple.field("c");
        if (triple.fixedBytes() != BYTES || a.offset() != A || b.offset() != B || c.offset() != C) {
            throw new IllegalStateException("the constants are not those of the shape");
        }
        frame = mutator.frame(Allocate.RING);
        context = ConcurrentHeap.contextOf(mutator);
        header = ObjectHeader.of(0, triple.id(), ObjectHeader.SEALED);
        slotBase = context.stack().base(context.stack().depth() - 1);
    }

    @TearDown
    public void close() {
        if (heap.stats().collection().completed() == 0) {
            throw new IllegalStateException("no collection ran, so its cost was not measured");
        }
        heap.close();
    }
}
