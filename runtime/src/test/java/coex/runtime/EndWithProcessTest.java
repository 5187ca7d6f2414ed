package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.runtime.error.InterruptedProgram;
import coex.runtime.io.Descriptors;
import coex.runtime.io.StandardStreams;
import coex.runtime.task.JavaTasks;
import coex.runtime.task.Task;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

class EndWithProcessTest {

    private static final long HANG = Duration.ofMinutes(2).toMillis();

    @Test
    @Timeout(300)
    void whoWaitsForInputIsNotWaitedFor() throws Exception {
        try (var program = JavaTasks.writingTo(OutputStream.nullOutputStream());
                var typed = new PipedOutputStream()) {
            var streams =
                    new StandardStreams(
                            new PipedInputStream(typed),
                            OutputStream.nullOutputStream(),
                            OutputStream.nullOutputStream());
            var descriptors = new Descriptors(streams);
            Thread reader =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            descriptors.read(0, 1);
                                        } catch (IOException e) {
                                            throw new UncheckedIOException(e);
                                        }
                                    });
            while (!descriptors.isAwaitingInput()) {
                Thread.onSpinWait();
            }
            program.run(
                    _ -> {
                        EndWithProcess.end(
                                program.tasks(), reader, descriptors::isAwaitingInput, HANG);
                        return 0;
                    });
            assertThat(reader.isAlive()).isTrue();
            typed.write('x');
            typed.flush();
            reader.join();
            assertThat(descriptors.isAwaitingInput()).isFalse();
        }
    }

    @Test
    void outputThatNobodyReadsDoesNotKeepAProcessFromEndingCleanly() throws InterruptedException {
        var unread =
                new OutputStream() {
                    @Override
                    public void write(int each) throws IOException {
                        throw new IOException("broken pipe");
                    }
                };
        try (var program = JavaTasks.writingTo(unread)) {
            var isComplete = new AtomicBoolean();
            Thread ended = Thread.ofPlatform().start(() -> {});
            Throwable failure =
                    program.run(
                            mutator -> {
                                Task main = Task.of(mutator);
                                program.start(
                                        mutator,
                                        "first",
                                        own -> {
                                            Task.of(own).sleep(Long.MAX_VALUE);
                                            return 0;
                                        });
                                program.tasks().output().print(main, 1, new byte[] {'x'}, 1);
                                EndWithProcess.end(program.tasks(), ended, () -> false, HANG);
                                isComplete.set(true);
                                return 0;
                            });
            assertThat(isComplete).isTrue();
            assertThat(failure).isInstanceOf(InterruptedProgram.class);
        }
    }
}
