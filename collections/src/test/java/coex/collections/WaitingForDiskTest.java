package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.Mutator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// An attached thread that waits for the disk, or for another that does, holds no collection up:
/// each step of the disk here takes until a collection has ended.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WaitingForDiskTest {

    private static final byte[] NO_BYTES = {};

    @TempDir Path folder;

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections in = PersistentCollections.in(heap);
    private final PersistentMap<String, Long> none = in.map(Codec.STRING, Codec.LONG);

    /// The steps of the disk for which the collector did not wait.
    private final Set<String> steps = new TreeSet<>();

    @AfterEach
    void close() {
        heap.close();
    }

    /// On a thread that is not attached.
    private void collectMeanwhile(String step) {
        Thread collecting = Thread.ofPlatform().start(heap::collect);
        try {
            collecting.join();
        } catch (InterruptedException e) {
            throw new AssertionError("collection held up: step=" + step, e);
        }
        steps.add(step);
    }

    @Test
    void oneThatSavesToAFileAgainAndAgain() throws Exception {
        Path held = HeldDisk.holding(folder.resolve("prices"), this::collectMeanwhile);
        try (Mutator _ = heap.attach()) {
            try (var file = SaveFile.open(held, none)) {
                assertThat(steps).containsOnly("open", "delete");
                file.save(none.with("tea", 250L), NO_BYTES); // a new file
                assertThat(steps).containsExactly("delete", "force", "open", "rename");
                steps.clear();
                file.save(none.with("tea", 270L), NO_BYTES); // added to it
                assertThat(steps).containsExactly("force");
                steps.clear();
                file.compact();
                assertThat(steps).containsExactly("force", "open", "rename");
                steps.clear();
            }
            try (var file = SaveFile.open(held, none)) {
                assertThat(file.current().get("tea")).isEqualTo(270L);
                assertThat(steps).containsExactly("delete", "open");
            }
        }
    }

    @Test
    void oneThatSavesVersionsAndRestoresThem() throws Exception {
        Path held = HeldDisk.holding(folder.resolve("versions"), this::collectMeanwhile);
        try (Mutator _ = heap.attach()) {
            SavedVersions.save(held, NO_BYTES, none.with("tea", 250L));
            assertThat(steps).containsExactly("force", "list", "open", "rename");
            steps.clear();
            try (SavedVersions saved = SavedVersions.restore(held, none)) {
                assertThat(saved.version(0, none).get("tea")).isEqualTo(250L);
            }
            assertThat(steps).containsExactly("open");
        }
    }

    /// What a thread does that has to wait while another saves.
    enum Use {
        CURRENT(SaveFile::current),
        METADATA(SaveFile::metadata),
        DAMAGE(SaveFile::damage),
        BYTES(SaveFile::bytes),
        SAVE(file -> file.save(file.current(), NO_BYTES)),
        COMPACT(SaveFile::compact),
        CLOSE(SaveFile::close);

        private final Using using;

        Use(Using using) {
            this.using = using;
        }

        private interface Using {
            void use(SaveFile<PersistentMap<String, Long>> file) throws Exception;
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneThatWaitsForAnotherToSave(Use use) throws Exception {
        AtomicBoolean isHeld = new AtomicBoolean();
        AtomicReference<Throwable> failed = new AtomicReference<>();
        AtomicReference<Thread> waiting = new AtomicReference<>();
        Path held =
                HeldDisk.holding(
                        folder.resolve("prices"),
                        step -> {
                            if (isHeld.compareAndSet(true, false)) {
                                waiting.get().start();
                                while (waiting.get().getState() != Thread.State.WAITING) {
                                    Thread.onSpinWait();
                                }
                                collectMeanwhile(step);
                            }
                        });
        try (var file = SaveFile.open(held, none)) {
            waiting.set(
                    Thread.ofPlatform()
                            .unstarted(
                                    () -> {
                                        try (Mutator _ = heap.attach()) {
                                            use.using.use(file);
                                        } catch (Throwable e) {
                                            failed.set(e);
                                        }
                                    }));
            isHeld.set(true);
            file.save(none.with("tea", 250L), NO_BYTES);
            waiting.get().join();
        }
        assertThat(failed.get()).isNull();
        assertThat(steps).containsExactly("delete");
    }
}
