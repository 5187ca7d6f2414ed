package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.runtime.io.StandardStreams;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/// A program that compares large values lets others collect meanwhile.
class LargeComparisonTest {

    /// Two large values of the same contents, each many times part of another, so that one
    /// comparison takes as long as several collections.
    private static String program(String type, String part) {
        return """
        func numbers() -> [int]
            xs: [int] = []
            for i in 0..200000 xs = xs.append(i) ~
            return xs
        ~
        func many(xs: [int]) -> [%1$s]
            all: [%1$s] = []
            for i in 0..400 all = all.append(%2$s) ~
            return all
        ~
        func main() -> int
            a = many(numbers())
            b = many(numbers())
            kept = [String.from(a.len())]
            print("begin")
            same = a == b
            print("end")
            print(same)
            print(a != b)
            print(kept)
            print(a.get(399) == b.get(399))
            return 0
        ~
        """
                .formatted(type, part);
    }

    /// Collects all the time, and counts collections that began and ended while the program
    /// compared.
    private static final class Collecting extends OutputStream implements RunObserver {

        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private final AtomicInteger meanwhile = new AtomicInteger();

        /// 1 from the first line to the second. Written by the program's thread, read by the one
        /// that collects.
        private volatile int lines;

        @Override
        public void started(Heap heap, IntConsumer traceLevel) {
            Thread.ofPlatform().start(() -> collect(heap));
        }

        private void collect(Heap heap) {
            try {
                while (lines < 2) {
                    int before = lines;
                    heap.collect();
                    if (before == 1 && lines == 1) {
                        meanwhile.incrementAndGet();
                    }
                }
            } catch (HeapClosedException _) {
                // the program has ended
            }
        }

        @Override
        public void ended(Heap heap) {}

        @Override
        public void write(int b) {
            text.write(b);
            if (b == '\n') {
                lines++;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[int]/xs", "(int, [int])/(1, xs)", "Map<string, [int]>/{\"k\": xs}"})
    void collectionsGoOnWhileAProgramComparesLargeValues(String parts) throws Exception {
        String[] typeAndPart = parts.split("/");
        Program program =
                TestPrograms.compile("compare.coex", program(typeAndPart[0], typeAndPart[1]));
        var collecting = new Collecting();
        var streams = new StandardStreams(InputStream.nullInputStream(), collecting, System.err);
        int status =
                ProgramRunner.run(
                        program,
                        RunOptions.of(TestPrograms.plain(), streams, List.of("p"))
                                .observedBy(collecting));
        assertThat(collecting.text.toString(StandardCharsets.UTF_8))
                .isEqualTo("begin\nend\ntrue\nfalse\n[\"400\"]\ntrue\n");
        assertThat(status).isZero();
        assertThat(collecting.meanwhile.get()).isPositive();
    }
}
