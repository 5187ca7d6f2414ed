package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.HeapOptions;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// What a person reads in the program's log when threads keep the collector waiting.
class LateWarningTest {

    private final CountDownLatch done = new CountDownLatch(1);

    private void blockWithoutSafeRegion(Heap heap, CountDownLatch attached) {
        heap.attach();
        attached.countDown();
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theWarningNamesThreadPlaceAndRemedyAndDoesNotComeForEachOfAThousand() throws Exception {
        int threads = 1000;
        HeapOptions options =
                HeapOptions.builder()
                        .name("held-up")
                        .maximumBytes(16 << 20)
                        .stackSlots(16)
                        .lateAfter(Duration.ofMillis(50))
                        .build();
        try (LoggedWarnings warnings = new LoggedWarnings("coex.gc");
                Heap heap = Heap.open(options)) {
            CountDownLatch attached = new CountDownLatch(threads);
            List<Thread> blocked = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                blocked.add(
                        Thread.startVirtualThread(() -> blockWithoutSafeRegion(heap, attached)));
            }
            attached.await();
            heap.requestCollection();
            warnings.awaitFirst();
            done.countDown();
            for (Thread thread : blocked) {
                thread.join();
            }
            heap.awaitCollection();
            List<String> late = containing(warnings, "thread late");
            assertThat(late)
                    .isNotEmpty()
                    .hasSizeLessThan(100) // ten a minute
                    .allSatisfy(
                            text ->
                                    assertThat(text)
                                            .containsPattern("heap=held-up thread=#[0-9]+ ")
                                            .contains("Mutator.safeRegion()"))
                    .anySatisfy(text -> assertThat(text).contains("blockWithoutSafeRegion"));
            assertThat(containing(warnings, "thread ended without detaching"))
                    .isNotEmpty()
                    .hasSizeLessThan(100)
                    .allSatisfy(text -> assertThat(text).containsPattern("thread=#[0-9]+"));
        }
    }

    private static List<String> containing(LoggedWarnings warnings, String text) {
        return warnings.messages().stream().filter(each -> each.contains(text)).toList();
    }
}
