package coex.bench.micro;

import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

import java.util.concurrent.TimeUnit;

/// Makes an object with 24 bytes of payload, initialises it and keeps it among the last 1,024.
///
/// Ours is 32 bytes and a handle, the peer's 40 bytes. Both heaps have 256 MiB, and both collect
/// several times a second, on the second core if there is one; the time is the allocating thread's.
///
/// What this cannot tell: how it goes with more threads, or with more alive. Almost everything
/// dies, which is the best case of the generational peers: they never look at the dead.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Allocate {
    public static final long HEAP_BYTES = 256L << 20;
    static final int RING = 1024;

    /// Through the public API.
    @Benchmark
    @OperationsPerInvocation(RING)
    public void checked(HandleRing in) {
        var mutator = in.mutator;
        var frame = in.frame;
        var triple = in.triple;
        var a = in.a;
        var b = in.b;
        var c = in.c;
        for (int i = 0; i < RING; i++) {
            long handle = mutator.allocate(triple);
            mutator.setLong(handle, a, i);
            mutator.setLong(handle, b, i + 1);
            mutator.setLong(handle, c, i + 2);
            mutator.seal(handle);
            frame.set(i, handle);
        }
    }

    /// The same in one step for each object.
    @Benchmark
    @OperationsPerInvocation(RING)
    public void created(HandleRing in) {
        var mutator = in.mutator;
        var frame = in.frame;
        var triple = in.triple;
        for (int i = 0; i < RING; i++) {
            frame.set(i, mutator.create(triple, i, i + 1, i + 2));
        }
    }

    /// The way our own modules allocate: poll, take memory, write all fields, publish, store into
    /// the top frame. The object is born sealed, since nobody else can see it before its fields are
    /// written. Its size and the places of its fields are constants, as in the code of the peer.
    @Benchmark
    @OperationsPerInvocation(RING)
    public void unchecked(HandleRing in) {
        var context = in.context;
        var stack = context.stack();
        var allocator = context.allocator();
        long header = in.header;
        int slot = in.slotBase;
        for (int i = 0; i < RING; i++) {
            context.poll();
            long address = allocator.take(HandleRing.BYTES, ObjectHeader.SEALED);
            Memory.putLong(address + HandleRing.A, i);
            Memory.putLong(address + HandleRing.B, i + 1);
            Memory.putLong(address + HandleRing.C, i + 2);
            stack.setTop(slot + i, allocator.publish(address, header));
        }
    }

    /// [#checked] in a heap that is watched.
    @Benchmark
    @OperationsPerInvocation(RING)
    public void checkedObserved(ObservedRing in) {
        checked(in.ring);
    }

    /// [#unchecked] in a heap that is watched.
    @Benchmark
    @OperationsPerInvocation(RING)
    public void uncheckedObserved(ObservedRing in) {
        unchecked(in.ring);
    }

    /// The peer.
    @Benchmark
    @OperationsPerInvocation(RING)
    public void plain(PlainRing in) {
        Triple[] ring = in.ring;
        for (int i = 0; i < RING; i++) {
            ring[i] = new Triple(i, i + 1, i + 2);
        }
    }
}
