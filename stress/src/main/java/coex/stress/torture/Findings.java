package coex.stress.torture;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// What went wrong, and how much was done. Any thread may add to it.
final class Findings {

    private static final int MOST_DESCRIBED = 10;

    private final AtomicLong operations = new AtomicLong();
    private final AtomicLong exhaustions = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong corrupted = new AtomicLong();
    private final AtomicLong otherFailures = new AtomicLong();
    private final List<String> descriptions = new ArrayList<>();

    void countOperations(long more) {
        operations.addAndGet(more);
    }

    void countExhaustion() {
        exhaustions.incrementAndGet();
    }

    /// @param where the heap and the thread
    void add(String where, Throwable thrown) {
        if (thrown instanceof Damage damage) {
            (damage.isLost() ? lost : corrupted).incrementAndGet();
        } else {
            otherFailures.incrementAndGet();
        }
        synchronized (descriptions) {
            if (descriptions.size() < MOST_DESCRIBED) {
                StringWriter text = new StringWriter();
                thrown.printStackTrace(new PrintWriter(text));
                descriptions.add(where + ": " + text);
            }
        }
    }

    boolean isClean() {
        return lost.get() + corrupted.get() + otherFailures.get() == 0;
    }

    long operations() {
        return operations.get();
    }

    long exhaustions() {
        return exhaustions.get();
    }

    /// The end of the last line.
    String verdict() {
        return isClean()
                ? "lost 0, corrupted 0"
                : "FAILED: %d lost, %d corrupted, %d other failures"
                        .formatted(lost.get(), corrupted.get(), otherFailures.get());
    }

    List<String> descriptions() {
        synchronized (descriptions) {
            return List.copyOf(descriptions);
        }
    }
}
