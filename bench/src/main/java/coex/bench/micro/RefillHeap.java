package coex.bench.micro;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.ObjectHeader;
import coex.gc.mutator.MutatorContext;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// A heap whose threads get memory and handles in pieces of a given size.
@State(Scope.Thread)
public class RefillHeap {
    static final int BYTES = HandleRing.BYTES;

    @Param("32768")
    public int blockBytes;

    @Param("1024")
    public int runHandles;

    private Heap heap;
    MutatorContext context;
    long header;

    @Setup
    public void open() {
        heap =
                Heap.open(
                        HeapOptions.builder()
                                .initialBytes(Allocate.HEAP_BYTES)
                                .maximumBytes(Allocate.HEAP_BYTES)
                                .blockBytes(blockBytes)
                                .runHandles(runHandles)
                                .build());
        Mutator mutator = heap.attach();
        Shape triple = heap.shape("Triple").longField("a").longField("b").longField("c").build();
        if (triple.fixedBytes() != BYTES) {
            throw new IllegalStateException("the constants are not those of the shape");
        }
        context = ConcurrentHeap.contextOf(mutator);
        header = ObjectHeader.of(0, triple.id(), ObjectHeader.SEALED);
    }

    @TearDown
    public void close() {
        heap.close();
    }
}
