package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.Phase;
import coex.runtime.io.StandardStreams;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/// A program may end at any moment of a collection. Its status and output are what it says, and
/// nobody waits.
class EndDuringCollectionTest {

    private static final long HANG_SECONDS = 300;

    /// Reads once the collector stands in the middle of a collection, and ends.
    private static final String PROGRAM =
            """
            task count(n: int) -> int
                words: Map<string, int> = {}
                for i in 0..n
                    words = words.set("w" + String.from(i % 100), i)
                ~
                return words.len()
            ~
            func main(stdin: posix) -> int
                first = count(500)
                kept = [first, first + 1]
                print("begun")
                read = stdin.read(1).unwrap()
                more = [kept, kept]
                print(more.len())
                return 7
            ~
            """;

    /// Holds the collector at the end of a phase until the heap is being closed.
    private static final class Holder implements HeapListener, RunObserver {
        private final Phase phase;
        private final CountDownLatch arrived = new CountDownLatch(1);

        /// Written by the thread of `main` before the collection is asked for, read by the
        /// collector after that.
        private volatile Heap heap;

        /// Written by the collector: whether the program had closed its heap when it went on.
        private volatile boolean sawClosing;

        Holder(Phase phase) {
            this.phase = phase;
        }

        @Override
        public void started(Heap opened, IntConsumer traceLevel) {
            heap = opened;
            opened.addListener(this);
        }

        @Override
        public void ended(Heap closing) {}

        @Override
        public void phaseEnded(long cycle, Phase ended, Duration took) {
            if (ended == phase && arrived.getCount() > 0) {
                arrived.countDown();
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_SECONDS);
                while (!heap.isClosed() && System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
                sawClosing = heap.isClosed();
            }
        }

        /// One byte, when the collector is held.
        InputStream input() {
            return new InputStream() {
                @Override
                public int read() {
                    heap.requestCollection();
                    try {
                        assertThat(arrived.await(HANG_SECONDS, TimeUnit.SECONDS)).isTrue();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return 'x';
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void inEveryPhase(Phase phase) throws InterruptedException {
        Program program = TestPrograms.compile("ends.coex", PROGRAM);
        var holder = new Holder(phase);
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var options =
                RunOptions.of(
                        TestPrograms.plain(),
                        new StandardStreams(holder.input(), out, err),
                        List.of("p"));
        int status =
                ProgramRunner.run(program, options.withStackBytes(64L << 20).observedBy(holder));
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("begun\n2\n");
        assertThat(status).isEqualTo(7);
        assertThat(holder.sawClosing).as("the program ended in the middle").isTrue();
    }
}
