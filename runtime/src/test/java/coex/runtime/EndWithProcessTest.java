package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.runtime.error.InterruptedProgram;
import coex.runtime.task.JavaTasks;
import coex.runtime.task.Task;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

class EndWithProcessTest {

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
                                EndWithProcess.end(program.tasks(), ended);
                                isComplete.set(true);
                                return 0;
                            });
            assertThat(isComplete).isTrue();
            assertThat(failure).isInstanceOf(InterruptedProgram.class);
        }
    }
}
