package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;

/// Runs a test where passing turns to others costs little: on a virtual thread.
final class OnAVirtualThread {

    private OnAVirtualThread() {}

    static void run(Runnable test) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try {
            Thread thread = Thread.ofVirtual().unstarted(test);
            thread.setUncaughtExceptionHandler((_, e) -> thrown.set(e));
            thread.start();
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (thrown.get() instanceof AssertionError error) {
            throw error;
        }
        assertThat(thrown.get()).isNull();
    }
}
