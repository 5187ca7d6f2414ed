package coex.bench.micro;

import coex.bench.subject.JacksonJson;
import coex.bench.subject.JsonDocument;
import coex.bench.subject.JsonSubject;
import coex.bench.subject.OurJson;
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

/// Reads and writes a document: bytes to a tree, and a tree to bytes.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class JsonOperations {

    @Param("true")
    boolean ours;

    @Param("1000")
    int records;

    private JsonSubject subject;
    private Sink sink;

    @Setup
    public void prepare(Blackhole hole) {
        subject = ours ? new OurJson() : new JacksonJson();
        subject.prepare(JsonDocument.of(records));
        sink = new BlackholeSink(hole);
    }

    @Benchmark
    public void parse() {
        subject.parse(sink);
        subject.safepoint();
    }

    @Benchmark
    public void write() {
        subject.write(sink);
        subject.safepoint();
    }

    @TearDown
    public void close() {
        subject.close();
    }
}
