package coex.runtime.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import coex.runtime.error.CoexError;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

@Timeout(300)
class TimeLimitTest {

    private final CompletableFuture<CoexError> told = new CompletableFuture<>();
    private final CompletableFuture<Boolean> lastResort = new CompletableFuture<>();
    private final CountDownLatch isOver = new CountDownLatch(1);
    private final CountDownLatch isTooLate = new CountDownLatch(1);

    private TimeLimit limit() {
        return TimeLimit.start(
                Duration.ofMillis(1),
                "1ms",
                () -> lastResort.complete(true),
                time -> (time.equals(Duration.ofMillis(1)) ? isOver : isTooLate).await());
    }

    @Test
    void aProgramIsToldAndTheLastResortIsForThoseThatDoNotListen() throws Exception {
        try (TimeLimit limit = limit()) {
            limit.tell(told::complete);
            assertThat(told).isNotDone();
            isOver.countDown();
            assertThat(told.get()).hasMessage("time limit reached: limit=1ms (--time-max)");
            assertThat(lastResort).isNotDone();
            isTooLate.countDown();
            assertThat(lastResort.get()).isTrue();
        }
    }

    @Test
    void withoutAProgramThereIsOnlyTheLastResort() throws Exception {
        try (TimeLimit limit = limit()) {
            isOver.countDown();
            assertThat(lastResort.get()).isTrue();
            limit.tell(told::complete);
            assertThat(told).isDone();
        }
    }

    /// There may be no memory left to say anything.
    @Test
    void aProgramThatCannotBeToldIsEndedAtOnce() throws Exception {
        try (TimeLimit limit = limit()) {
            limit.tell(
                    _ -> {
                        throw new OutOfMemoryError("of a test");
                    });
            isOver.countDown();
            assertThat(lastResort.get()).isTrue();
        }
    }
}
