package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// What a listener or a thread factory must not do is refused, and leaves the heap as it was.
class ListenerMisuseTest {

    private final AtomicReference<Heap> opened = new AtomicReference<>();
    private final AtomicReference<Throwable> refusal = new AtomicReference<>();

    private void attempt(Runnable misuse) {
        if (opened.get() != null && refusal.get() == null) {
            try {
                misuse.run();
            } catch (HeapException e) {
                refusal.set(e);
            }
        }
    }

    @Test
    void aListenerCannotDetachItsThreadInTheMiddleOfAnAllocation() {
        HeapListener detaching =
                new HeapListener() {
                    @Override
                    public void resized(String region, long fromBytes, long toBytes) {
                        attempt(() -> opened.get().current().close());
                    }
                };
        HeapOptions options = Heaps.tiny().maximumBytes(4 << 20).listener(detaching).build();
        try (Heap heap = Heap.open(options)) {
            opened.set(heap);
            Shape box = heap.shape("Box").longField("value").reference("next").build();
            Mutator mutator = heap.attach();
            try (Frame frame = mutator.frame(1)) {
                for (int i = 0; i < 20_000; i++) {
                    long handle = mutator.allocate(box);
                    mutator.setLong(handle, box.field("value"), i);
                    mutator.setReference(handle, box.field("next"), frame.get(0));
                    mutator.seal(handle);
                    frame.set(0, handle);
                }
                assertThat(refusal.get()).hasMessageContaining("in a safe region or a listener");
                assertThat(heap.current()).isSameAs(mutator);
                Heaps.assertValid(heap);
            }
        }
    }

    @Test
    void aListenerCannotAttachTheCollector() {
        HeapListener attaching =
                new HeapListener() {
                    @Override
                    public void phaseEnded(long cycle, Phase phase, Duration took) {
                        attempt(() -> opened.get().attach());
                    }
                };
        try (Heap heap = Heap.open(Heaps.calm().listener(attaching).build())) {
            opened.set(heap);
            heap.requestCollection();
            heap.awaitCollection();
            heap.collect();
            assertThat(refusal.get()).hasMessageContaining("a listener cannot attach");
        }
    }

    @Test
    void aSpawnedTaskIsNotRunOnAThreadThatIsAttached() {
        try (Heap heap = Heap.open(Heaps.calm().build())) {
            Mutator mutator = heap.attach();
            assertThatThrownBy(
                            () ->
                                    mutator.spawn(
                                            task -> {
                                                task.run();
                                                return new Thread(task);
                                            },
                                            (_, _) -> {}))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessageContaining("a thread of its own");
            assertThatThrownBy(() -> mutator.spawn(_ -> Thread.currentThread(), (_, _) -> {}))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessageContaining("was started");
            assertThat(heap.current()).isSameAs(mutator);
            heap.collect();
            assertThat(heap.stats().registeredThreads()).isEqualTo(1);
        }
    }

    @Test
    void timesAndSizesThatCannotBeCountedAreRefused() {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        assertThatThrownBy(() -> HeapOptions.builder().idleAfter(forever).build())
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("idleAfter");
        assertThatThrownBy(() -> HeapOptions.builder().lateAfter(forever).build())
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("lateAfter");
        assertThatThrownBy(
                        () -> HeapOptions.builder().blockBytes(1024).maximumBytes(1L << 42).build())
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("blockBytes=1024");
    }

    /// The listener runs on the thread of a mutator, and waits for a collection that this mutator
    /// has to take part in.
    @Test
    void aListenerMayWaitForAThreadThatWaitsForTheCollector() throws InterruptedException {
        Thread allocating = Thread.currentThread();
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch collected = new CountDownLatch(1);
        AtomicReference<Boolean> inTime = new AtomicReference<>();
        HeapListener waiting =
                new HeapListener() {
                    @Override
                    public void resized(String region, long fromBytes, long toBytes) {
                        if (Thread.currentThread() == allocating && inTime.get() == null) {
                            told.countDown();
                            try {
                                inTime.set(
                                        collected.await(Heaps.HANG.toSeconds(), TimeUnit.SECONDS));
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        }
                    }
                };
        HeapOptions options =
                Heaps.calm().initialHandles(64).runHandles(1).listener(waiting).build();
        try (Heap heap = Heap.open(options)) {
            Shape box = heap.shape("Box").longField("value").build();
            Thread other =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            told.await();
                                            heap.collect();
                                            collected.countDown();
                                        } catch (InterruptedException e) {
                                            Thread.currentThread().interrupt();
                                        }
                                    });
            Mutator mutator = heap.attach();
            for (int i = 0; i < 1000; i++) {
                mutator.seal(mutator.allocate(box));
            }
            assertThat(inTime.get()).isTrue();
            mutator.close();
            other.join();
        }
    }
}
