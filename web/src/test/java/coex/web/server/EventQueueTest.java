package coex.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/// A reader that is slow loses events and is told how many; nobody waits for it.
@Timeout(300)
class EventQueueTest {

    @Test
    void theOldestGoAndTheReaderIsToldHowMany() throws Exception {
        EventQueue queue = new EventQueue();
        for (int i = 0; i < 100; i++) {
            queue.add("number", Integer.toString(i));
        }
        queue.end();
        queue.add("number", "too late");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        queue.writeTo(out);
        String text = out.toString(StandardCharsets.UTF_8);
        assertThat(text).contains("event: dropped\ndata: 68\n\n");
        assertThat(text).contains("event: number\ndata: 68\n\n", "event: number\ndata: 99\n\n");
        assertThat(text).doesNotContain("data: 67\n", "too late");
    }

    @Test
    void oneLargeEventIsKept() throws Exception {
        EventQueue queue = new EventQueue();
        queue.add("first", "1");
        queue.add("large", "x".repeat(17 << 20));
        queue.end();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        queue.writeTo(out);
        assertThat(out.size()).isGreaterThan(17 << 20);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("data: 1\n")
                .doesNotContain("event: first");
    }

    @Test
    void aReaderThatIsStuckIsInterrupted() throws Exception {
        EventQueue queue = new EventQueue();
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        OutputStream deaf =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        stuck.countDown();
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                    }
                };
        Thread writer =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        queue.writeTo(deaf);
                                    } catch (IOException | InterruptedException _) {
                                        // as expected
                                    }
                                });
        stuck.await();
        queue.add("number", "1");
        queue.endIfStuck(Long.MAX_VALUE);
        assertThat(queue.hasEnded()).isFalse();
        queue.endIfStuck(-1);
        writer.join();
        assertThat(queue.hasEnded()).isTrue();
    }
}
