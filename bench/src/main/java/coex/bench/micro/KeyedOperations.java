package coex.bench.micro;

import coex.bench.subject.Contender;
import coex.bench.subject.KeyKind;
import coex.bench.subject.Keyed;
import coex.bench.subject.KeyedSubject;
import coex.bench.subject.Keys;
import coex.bench.subject.Sink;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

import java.util.concurrent.TimeUnit;

/// The operations of maps and sets. The time is that of [#BATCH] operations, or of one for each
/// entry.
///
/// A JVM runs one contender, so the calls of its operations are inlined. Boxed keys and values are
/// at hand: making them is no part of the time, reading a value that was got is.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class KeyedOperations {
    public static final int BATCH = 1000;

    @Param("MAP")
    Keyed collection;

    @Param("OURS")
    Contender contender;

    @Param("LONG")
    KeyKind keys;

    @Param("1000")
    int size;

    private KeyedSubject subject;
    private Sink sink;
    private int next;

    @Setup
    public void prepare(Blackhole hole) {
        subject = collection.of(contender, keys);
        subject.prepare(new Keys(keys, size));
        sink = new BlackholeSink(hole);
    }

    @Benchmark
    public void get() {
        int position = next;
        for (int i = 0; i < BATCH; i++) {
            subject.get(position, sink);
            position = position + 1 < size ? position + 1 : 0;
        }
        next = position;
        subject.safepoint();
    }

    @Benchmark
    public void update() {
        int position = next;
        for (int i = 0; i < BATCH; i++) {
            subject.update(position, sink);
            position = position + 1 < size ? position + 1 : 0;
        }
        next = position;
        subject.safepoint();
    }

    @Benchmark
    public void remove() {
        int position = next;
        for (int i = 0; i < BATCH; i++) {
            subject.remove(position, sink);
            position = position + 1 < size ? position + 1 : 0;
        }
        next = position;
        subject.safepoint();
    }

    @Benchmark
    public void build() {
        subject.build(sink);
        subject.safepoint();
    }

    @Benchmark
    public void iterate() {
        subject.iterate(sink);
        subject.safepoint();
    }

    @Benchmark
    public void range() {
        int position = next;
        for (int i = 0; i < BATCH / KeyedSubject.RANGE; i++) {
            subject.range(position, sink);
            position = position + 1 < size ? position + 1 : 0;
        }
        next = position;
        subject.safepoint();
    }

    @TearDown
    public void close() {
        subject.close();
    }
}
