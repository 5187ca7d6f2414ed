package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.gc.Heap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A log that cannot be written, or not fast enough, is no trouble to the heap.
@Timeout(300)
class GcLogTroubleTest {

    @TempDir Path folder;

    /// Takes lines, each whole; waits or fails when told to.
    private static class Target implements Appendable {
        final StringBuffer text = new StringBuffer();
        final CountDownLatch entered = new CountDownLatch(1);
        final AtomicInteger calls = new AtomicInteger();

        @Override
        public Appendable append(CharSequence line) throws IOException {
            calls.incrementAndGet();
            entered.countDown();
            text.append(line);
            return this;
        }

        @Override
        public Appendable append(CharSequence line, int start, int end) throws IOException {
            throw new IOException("not in parts");
        }

        @Override
        public Appendable append(char c) throws IOException {
            throw new IOException("not in parts");
        }
    }

    private static final class Blocked extends Target {
        final CountDownLatch released = new CountDownLatch(1);

        @Override
        public Appendable append(CharSequence line) throws IOException {
            super.append(line);
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return this;
        }
    }

    @Test
    void aHeapDoesNotWaitForItsLog() throws Exception {
        Blocked out = new Blocked();
        GcLog log = GcLog.to(out, GcLogOptions.defaults());
        try (Heap heap = Heap.open(TracedHeaps.calm().listener(log).build())) {
            out.entered.await();
            heap.collect();
            heap.collect();
            assertThat(heap.stats().collection().completed()).isEqualTo(2);
        }
        out.released.countDown();
        log.close();
        assertThat(out.text)
                .contains("GC(2) Garbage Collection (Full) (Requested) ", "Heap closed");
    }

    @Test
    void linesThatFindTheQueueFullAreCounted() throws Exception {
        Blocked out = new Blocked();
        GcLog log = GcLog.to(out, GcLogOptions.defaults().withQueuedLines(10));
        log.mutatorAbandoned("first");
        out.entered.await();
        int offered = 100;
        for (int i = 0; i < offered; i++) {
            log.mutatorAbandoned("thread-" + i);
        }
        out.released.countDown();
        log.close();
        Matcher told =
                Pattern.compile(
                                "\\[warning]\\[gc,log] Dropped (\\d+) lines: more than 10 were"
                                        + " waiting")
                        .matcher(out.text);
        assertThat(told.find()).as(out.text.toString()).isTrue();
        long written = out.text.toString().lines().filter(line -> line.contains("thread-")).count();
        assertThat(written).isEqualTo(10);
        assertThat(Integer.parseInt(told.group(1))).isEqualTo(offered - written);
        assertThat(told.find()).isFalse();
    }

    @Test
    void anUnwritableFileIsRefusedByName() {
        Path missing = folder.resolve("no/such/folder/gc.log");
        assertThatThrownBy(() -> GcLog.toFile(missing))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write GC log: file=%s reason=NoSuchFileException", missing);
        assertThatThrownBy(() -> GcLog.toFile(folder))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot write GC log: file=" + folder);
    }

    @Test
    void afterAFailureTheLogGoesOnAndSaysWhatIsMissing() throws Exception {
        CountDownLatch failedOnce = new CountDownLatch(1);
        Target out =
                new Target() {
                    @Override
                    public Appendable append(CharSequence line) throws IOException {
                        if (calls.get() < 2) {
                            calls.incrementAndGet();
                            failedOnce.countDown();
                            throw new IOException("no space left");
                        }
                        return super.append(line);
                    }
                };
        GcLog log = GcLog.to(out, GcLogOptions.defaults());
        try (LoggedWarnings warnings = new LoggedWarnings("coex.observe")) {
            log.mutatorAbandoned("lost");
            failedOnce.await();
            while (out.text.indexOf("again") < 0) {
                log.mutatorAbandoned("again");
                Thread.sleep(1);
            }
            log.close();
            assertThat(warnings.messages())
                    .containsExactly(
                            "GC log cannot be written: java.io.IOException: no space left");
        }
        assertThat(out.text.toString().lines().findFirst().orElseThrow())
                .matches(".*\\[warning]\\[gc,log] Lost \\d+ lines?: writing had failed");
    }

    @Test
    void aFullDiskDoesNotReachTheHeap() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        try (LoggedWarnings warnings = new LoggedWarnings("coex.observe", "coex.gc")) {
            try (GcLog log = GcLog.toFile(full);
                    Heap heap = Heap.open(TracedHeaps.calm().listener(log).build())) {
                heap.collect();
                warnings.awaitFirst();
                heap.collect();
                assertThat(heap.stats().collection().completed()).isEqualTo(2);
                assertThat(heap.stats().time().total()).isGreaterThan(Duration.ZERO.toNanos());
            }
            assertThat(warnings.messages()).singleElement().asString().contains("GC log cannot");
        }
    }
}
