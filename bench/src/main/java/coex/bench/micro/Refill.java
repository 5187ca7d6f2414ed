package coex.bench.micro;

import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

import java.util.concurrent.TimeUnit;

/// Makes an object of 32 bytes and drops it, in buffers of a given size: what refilling them takes
/// is the difference between small ones and large ones. Nothing stays alive, so that every block is
/// free again as a whole after a collection, and a refill is the same wherever it lands. The peer
/// is [Allocate#plain], with buffers of a given size.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Refill {
    static final int OBJECTS = 1024;

    /// The way our own modules allocate.
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    public long ours(RefillHeap in) {
        var context = in.context;
        var allocator = context.allocator();
        long header = in.header;
        long last = 0;
        for (int i = 0; i < OBJECTS; i++) {
            context.poll();
            long address = allocator.take(RefillHeap.BYTES, ObjectHeader.SEALED);
            Memory.putLong(address + HandleRing.A, i);
            Memory.putLong(address + HandleRing.B, i + 1);
            Memory.putLong(address + HandleRing.C, i + 2);
            last = allocator.publish(address, header);
        }
        return last;
    }
}
