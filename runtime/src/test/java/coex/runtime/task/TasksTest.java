package coex.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import coex.gc.HeapClosedException;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// Each test plays one order of events.
class TasksTest {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private static final JavaTasks.Body SLEEPS =
            mutator -> {
                Task.of(mutator).sleep(Long.MAX_VALUE);
                return 0;
            };

    private static void endOf(Task task) {
        task.join(false);
    }

    private static void startAndEnd(JavaTasks program, MutatorContext mutator) {
        program.start(mutator, "short", _ -> 0);
        endOf(JavaTasks.last(mutator));
    }

    @Test
    void aTaskThatWasStoppedHasNoResult() throws InterruptedException {
        try (var program = new JavaTasks()) {
            Throwable failure =
                    program.run(
                            mutator -> {
                                long cell = program.start(mutator, "sleeper", SLEEPS);
                                JavaTasks.last(mutator).stop();
                                assertThatThrownBy(
                                                () -> program.tasks().await(mutator, cell, false))
                                        .isInstanceOf(TaskCancelled.class);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    /// The parent may not have had its snapshot when the mutator of the task has had its own.
    @Test
    void aTaskPastItsSnapshotMarksTheCellItIsGiven() throws InterruptedException {
        var used = new AtomicReference<MutatorContext>();
        var marked = new AtomicBoolean();
        try (var program = new JavaTasks()) {
            Throwable failure =
                    program.run(
                            mutator -> {
                                program.start(
                                        mutator,
                                        "first",
                                        own -> {
                                            used.set(own);
                                            return 0;
                                        });
                                endOf(JavaTasks.last(mutator));
                                MutatorContext idle = used.get();
                                JavaTasks.await(idle.mode()::isBlocked);
                                idle.actions().turnBarrierOn(false);
                                idle.actions().takeSnapshot(1, idle.barrier());
                                program.start(
                                        mutator,
                                        "second",
                                        own -> {
                                            assertThat(own).isSameAs(idle);
                                            long cell = Task.of(own).cell();
                                            marked.set(own.barrier().liveOrNull(cell) == cell);
                                            own.actions().turnBarrierOff(true, false);
                                            return 0;
                                        });
                                endOf(JavaTasks.last(mutator));
                                return 0;
                            });
            assertThat(failure).isNull();
        }
        assertThat(marked).isTrue();
    }

    @Test
    void aTaskWhoseHeapIsClosedBeforeItsFirstStepHasNoResult() throws InterruptedException {
        var closed = new CountDownLatch(1);
        ThreadFactory late =
                step ->
                        Thread.ofVirtual()
                                .unstarted(
                                        () -> {
                                            awaitLatch(closed);
                                            step.run();
                                        });
        try (var program = new JavaTasks(null, OutputStream.nullOutputStream(), late)) {
            Throwable failure =
                    program.run(
                            mutator -> {
                                program.start(mutator, "late", _ -> 0);
                                Task child = JavaTasks.last(mutator);
                                program.heap().close();
                                closed.countDown();
                                JavaTasks.await(child::hasEnded);
                                assertThat(child.hasFailed()).isTrue();
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aTaskWhoseEndLetsOutputOutThatFailsEndsAndFails() throws InterruptedException {
        var mayEnd = new CountDownLatch(1);
        try (var program = JavaTasks.writingTo(new ClosedPipe())) {
            Throwable failure =
                    program.run(
                            mutator -> {
                                long first =
                                        program.start(
                                                mutator,
                                                "first",
                                                _ -> {
                                                    mayEnd.await();
                                                    return 0;
                                                });
                                program.start(
                                        mutator,
                                        "writer",
                                        own -> {
                                            write(program, own);
                                            return 0;
                                        });
                                endOf(JavaTasks.last(mutator));
                                mayEnd.countDown();
                                assertThatThrownBy(
                                                () -> program.tasks().await(mutator, first, false))
                                        .isInstanceOf(TaskCancelled.class);
                                return 0;
                            });
            assertThat(failure).isInstanceOf(UncheckedIOException.class);
        }
    }

    private static void write(JavaTasks program, MutatorContext mutator) {
        program.tasks().output().print(Task.of(mutator), 1, new byte[] {'x'}, 1);
    }

    /// Nobody reads it.
    private static final class ClosedPipe extends OutputStream {
        @Override
        public void write(int each) throws IOException {
            throw new IOException("broken pipe");
        }
    }

    @Test
    void aTaskThatFailedIsNotForgottenAmongManyThatEnded() throws InterruptedException {
        try (var program = new JavaTasks()) {
            Throwable failure =
                    program.run(
                            mutator -> {
                                program.start(mutator, "sleeper", SLEEPS);
                                JavaTasks.last(mutator).stop();
                                endOf(JavaTasks.last(mutator));
                                for (int i = 0; i < 100; i++) {
                                    startAndEnd(program, mutator);
                                }
                                Children children = Task.of(mutator).children();
                                assertThat(children.count()).isLessThan(100);
                                assertThatThrownBy(() -> children.join(mutator, 0, false))
                                        .isInstanceOf(TaskCancelled.class);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    @Test
    void aWithinStopsItsOwnTasksAlthoughManyBeforeItHaveEnded() throws InterruptedException {
        try (var program = new JavaTasks()) {
            Throwable failure =
                    program.run(
                            mutator -> {
                                for (int i = 0; i < 31; i++) {
                                    startAndEnd(program, mutator);
                                }
                                Task task = Task.of(mutator);
                                long number = task.enterWithin(0);
                                startAndEnd(program, mutator);
                                program.start(mutator, "sleeper", SLEEPS);
                                Task sleeper = JavaTasks.last(mutator);
                                assertThat(task.endWithin(number)).isFalse();
                                assertThat(sleeper.hasEnded()).isTrue();
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    @Test
    void tasksThatWakeUpWakeTheTickerIfTheyAreManyEnough() throws InterruptedException {
        assumeThat(PROCESSORS).isGreaterThan(1);
        var mayEnd = new CountDownLatch(1);
        try (var program = new JavaTasks()) {
            Tasks tasks = program.tasks();
            var numbers = new Channels(program.heap(), "numbers", "numbers", false);
            Throwable failure =
                    program.run(
                            mutator -> {
                                mutator.stack().push(1);
                                long channel = numbers.create(mutator, 0);
                                mutator.stack().set(2, channel);
                                for (int i = 0; i < PROCESSORS; i++) {
                                    program.start(
                                            mutator,
                                            "receiver",
                                            own -> {
                                                JavaTasks.receive(own, numbers, channel);
                                                mayEnd.await();
                                                return 0;
                                            });
                                    JavaTasks.await(() -> tasks.idleProcessors() == PROCESSORS - 1);
                                }
                                JavaTasks.await(() -> tasks.ticker().isIdle());
                                for (int i = 0; i < PROCESSORS; i++) {
                                    numbers.send(mutator, channel, i);
                                }
                                assertThat(tasks.ticker().isIdle()).isFalse();
                                mayEnd.countDown();
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    @Test
    void aProgramThatIsEndedBeforeItBeginsStopsAtOnce() throws InterruptedException {
        var goesOn = new AtomicBoolean();
        var reason = new IllegalStateException("the process ends");
        try (var program = new JavaTasks()) {
            program.tasks().interrupt(reason);
            Throwable failure =
                    program.run(
                            mutator -> {
                                Task.of(mutator).goOnOrUnwind();
                                goesOn.set(true);
                                return 0;
                            });
            assertThat(failure).isSameAs(reason);
            assertThat(goesOn).isFalse();
        }
    }

    @Test
    void nobodyWaitsForATaskThatCouldNotBeStarted() throws InterruptedException {
        ThreadFactory none =
                _ -> {
                    throw new OutOfMemoryError("no thread");
                };
        try (var program = new JavaTasks(null, OutputStream.nullOutputStream(), none)) {
            Tasks tasks = program.tasks();
            Throwable failure =
                    program.run(
                            mutator -> {
                                assertThatThrownBy(() -> program.start(mutator, "none", _ -> 0))
                                        .isInstanceOf(OutOfMemoryError.class);
                                assertThat(tasks.idleProcessors()).isEqualTo(PROCESSORS - 1);
                                Children children = Task.of(mutator).children();
                                assertThatThrownBy(() -> children.join(mutator, 0, false))
                                        .isInstanceOf(TaskCancelled.class);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    @Test
    void whoComesBackToAClosedHeapGoesNoFurther() throws InterruptedException {
        var program = new JavaTasks[1];
        var closes =
                new OutputStream() {
                    @Override
                    public void write(int each) {
                        try {
                            Thread.ofPlatform().start(program[0].heap()::close).join();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                };
        try (var closing = JavaTasks.writingTo(closes)) {
            program[0] = closing;
            Throwable failure =
                    closing.run(
                            mutator -> {
                                closing.start(mutator, "sleeper", SLEEPS);
                                Task sleeper = JavaTasks.last(mutator);
                                JavaTasks.await(() -> sleeper.waiting() != null);
                                JavaTasks.await(() -> sleeper.context().mode().isBlocked());
                                write(closing, mutator);
                                assertThatThrownBy(() -> closing.tasks().share(mutator))
                                        .isInstanceOf(HeapClosedException.class);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }
}
