package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.ChildProgram.Result;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/// A program of an embedder may call `System.exit` at any moment of a collection, with the heap
/// open and threads in it, and whether or not a shutdown hook closes the heap: its exit code and
/// output are right, and nothing crashes or hangs.
class ExitDuringCollectionTest {

    private static final int STATUS = 7;

    /// Ends while the collector stands at the end of the phase named, or, if none is, while it
    /// collects all the time.
    public static final class Program {

        public static void main(String[] arguments) throws InterruptedException {
            String phase = System.getProperty("phase");
            PhaseGate gate = phase == null ? null : new PhaseGate(Phase.valueOf(phase));
            HeapOptions.Builder options =
                    HeapOptions.builder()
                            .initialBytes(1 << 20)
                            .maximumBytes(8 << 20)
                            .lateAfter(Duration.ofHours(1)); // it prints nothing else
            Heap heap = Heap.open((gate == null ? options : options.listener(gate)).build());
            if (Boolean.getBoolean("closes")) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(heap, gate)));
            }
            Mutator mutator = heap.attach();
            startAllocating(heap, mutator);
            if (gate != null) {
                gate.collectUpToHere(mutator);
            } else {
                while (heap.stats().collection().completed() < Long.getLong("collections")) {
                    heap.collect();
                }
                heap.requestCollection();
            }
            System.out.println("in the middle");
            System.exit(STATUS);
        }

        private static void close(Heap heap, PhaseGate gate) {
            if (gate != null) {
                gate.open();
            }
            heap.close();
        }

        private static void startAllocating(Heap heap, Mutator mutator)
                throws InterruptedException {
            Shape node = heap.shape("Node").reference("next").longField("x").build();
            CountDownLatch running = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    try {
                                        allocate(heap, node, running);
                                    } catch (HeapClosedException _) {
                                        // the hook has closed it
                                    }
                                });
            }
            try (var _ = mutator.safeRegion()) {
                running.await();
            }
        }

        private static void allocate(Heap heap, Shape node, CountDownLatch running) {
            Mutator own = heap.attach();
            Frame frame = own.frame(1);
            for (int i = 0; true; i++) {
                long handle = own.allocate(node);
                if (i % 1000 != 0) {
                    own.setReference(handle, node.field("next"), frame.get(0));
                }
                own.seal(handle);
                frame.set(0, handle);
                if (i == 0) {
                    running.countDown();
                }
            }
        }
    }

    private static void assertEndsWell(String... properties) throws Exception {
        Result result =
                ChildProgram.run(
                        ChildProgram.onClassPath(
                                Stream.concat(
                                                Stream.of(
                                                        "--enable-native-access=ALL-UNNAMED",
                                                        "-Xmx128m"),
                                                Stream.of(properties))
                                        .toArray(String[]::new)),
                        Program.class.getName());
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isEqualTo("in the middle" + System.lineSeparator());
        assertThat(result.exitValue()).isEqualTo(STATUS);
    }

    @ParameterizedTest
    @EnumSource
    void inEveryPhase(Phase phase) throws Exception {
        assertEndsWell("-Dphase=" + phase, "-Dcloses=" + (phase.ordinal() % 2 == 0));
    }

    @Test
    void atAnyMoment() throws Exception {
        for (int collections = 1; collections <= 6; collections++) {
            assertEndsWell("-Dcollections=" + collections, "-Dcloses=" + (collections % 2 == 0));
        }
    }
}
