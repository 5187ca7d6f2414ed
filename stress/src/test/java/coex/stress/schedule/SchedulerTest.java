package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

class SchedulerTest {

    private final Scheduler scheduler = new Scheduler();
    private final List<String> said = new ArrayList<>();

    @AfterEach
    void end() {
        scheduler.close();
    }

    private void speak(String name) {
        for (int i = 1; i <= 3; i++) {
            said.add(name + i);
            scheduler.step(name + i);
        }
    }

    @Test
    void anActorRunsToTheStepItIsSentTo() {
        Actor a = scheduler.actor("a").begins(() -> speak("a"));
        Actor b = scheduler.actor("b").begins(() -> speak("b"));
        a.goesTo(Place.step("a2"));
        b.goesTo(Place.step("b1"));
        a.finishes();
        b.finishes();
        assertThat(said).containsExactly("a1", "a2", "b1", "a3", "b2", "b3");
    }

    @Test
    void aStepThatIsNeverReachedIsReported() {
        Actor a = scheduler.actor("a").begins(() -> speak("a"));
        assertThatThrownBy(() -> a.goesTo(Place.step("a4")))
                .isInstanceOf(AssertionError.class)
                .hasMessage("a never came to a4, it is now idle");
    }

    @Test
    void aBlockedActorIsReportedWithItsStack() {
        CountDownLatch never = new CountDownLatch(1);
        Actor a =
                scheduler
                        .actor("a")
                        .begins(
                                () -> {
                                    try {
                                        never.await();
                                    } catch (InterruptedException e) {
                                        throw new IllegalStateException(e);
                                    }
                                });
        assertThatThrownBy(a::finishes)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a is blocked")
                .hasMessageContaining("CountDownLatch.await");
        never.countDown();
    }

    @Test
    void whatATaskThrowsIsThrownToTheTest() {
        Actor a = scheduler.actor("a");
        assertThatThrownBy(
                        () ->
                                a.does(
                                        () -> {
                                            throw new IllegalStateException("no");
                                        }))
                .isInstanceOf(AssertionError.class)
                .hasRootCauseMessage("no");
    }
}
