package coex.cli.heap;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicReference;

/// Takes samples at an interval, and shows each.
final class TopLoop {
    private static final long KEY_MILLIS = 50;

    private final TopSampler sampler;
    private final long intervalMillis;
    private final long count;

    /// Something the sampling thread has for the drawing thread: a sample, or why there are no
    /// more.
    private record Outcome(TopSample sample, RuntimeException problem) {}

    TopLoop(TopSampler sampler, long intervalMillis, long count) {
        this.sampler = sampler;
        this.intervalMillis = intervalMillis;
        this.count = count;
    }

    /// One line for each sample. The first has no rates, so it is taken but not printed.
    void printLines(PrintWriter out) {
        try {
            sampler.next();
            for (long done = 0; done < count; done++) {
                Thread.sleep(intervalMillis);
                out.println(TopLine.of(sampler.next()));
                out.flush();
                if (out.checkError()) {
                    return; // whoever read it has gone
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Draws each sample, and again when the window changes, until a key or the count ends it.
    /// Samples are taken on another thread: the keys work also when the process does not answer.
    void show(TopWindow window) throws IOException {
        AtomicReference<Outcome> latest = new AtomicReference<>();
        Thread sampling = Thread.ofPlatform().daemon().start(() -> takeSamples(latest));
        try {
            TopSample shown = null;
            long drawn = 0;
            while (!window.quitsWithin(KEY_MILLIS)) {
                Outcome news = latest.getAndSet(null);
                if (news != null && news.problem != null) {
                    throw news.problem;
                }
                if (news != null) {
                    shown = news.sample;
                    drawn++;
                }
                if (shown != null && (news != null || window.isResized())) {
                    window.draw(shown);
                }
                if (drawn > count) {
                    return;
                }
            }
        } finally {
            sampling.interrupt();
        }
    }

    private void takeSamples(AtomicReference<Outcome> latest) {
        try {
            while (true) {
                latest.set(new Outcome(sampler.next(), null));
                Thread.sleep(intervalMillis);
            }
        } catch (InterruptedException _) {
            // nobody is looking any more
        } catch (RuntimeException e) {
            latest.set(new Outcome(null, e));
        }
    }
}
