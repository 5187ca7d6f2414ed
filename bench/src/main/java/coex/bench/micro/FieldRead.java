package coex.bench.micro;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

import java.util.concurrent.TimeUnit;

/// Reads one long of each of 2,048 objects, in shuffled order, and adds them up.
///
/// The sum is returned, so no read can be left out. A sum through references is not vectorised (C2
/// has no gather for fields), nor is one through handles.
///
/// What this cannot tell: the cost of a miss. All objects, and on our side 16 KiB of handle table,
/// fit the second-level cache; objects spread over a large heap pay for one more cache miss through
/// a handle. Nor does it tell what hoisting gains: a compiler may keep the address of a plain
/// object in a register over several reads, while a handle is resolved for each.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FieldRead {
    static final int OBJECTS = 2048;

    /// Through the public API, which checks thread, handle, shape and kind.
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    public long checked(HandleObjects in) {
        var mutator = in.mutator;
        var field = in.field;
        long sum = 0;
        for (long handle : in.handles) {
            sum += mutator.getLong(handle, field);
        }
        return sum;
    }

    /// The way our own modules read: resolve, load.
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    public long unchecked(HandleObjects in) {
        MutatorContext context = in.context;
        int offset = in.field.offset();
        long sum = 0;
        for (long handle : in.handles) {
            sum += Memory.getLong(context.address(handle) + offset);
        }
        return sum;
    }

    /// The peer.
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    public long plain(PlainObjects in) {
        long sum = 0;
        for (Triple object : in.objects) {
            sum += object.b;
        }
        return sum;
    }
}
