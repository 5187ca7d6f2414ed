package coex.lsp.debug;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/// Hands on what a process writes, as text, as it comes.
final class ProcessOutput {

    private final BiConsumer<String, String> told;

    /// Written by who starts the process, read by who waits for the rest of its output.
    private final List<Thread> readers = new CopyOnWriteArrayList<>();

    /// @param told is given `stdout` or `stderr`, and a text
    ProcessOutput(BiConsumer<String, String> told) {
        this.told = told;
    }

    void forward(Process process) {
        readers.add(read("stdout", process.getInputStream()));
        readers.add(read("stderr", process.getErrorStream()));
    }

    private Thread read(String name, InputStream in) {
        return Thread.ofVirtual()
                .start(
                        () -> {
                            var buffer = new char[4096];
                            try (Reader reader =
                                    new InputStreamReader(in, StandardCharsets.UTF_8)) {
                                for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
                                    told.accept(name, new String(buffer, 0, n));
                                }
                            } catch (IOException _) {
                                // it has ended
                            }
                        });
    }

    /// Returns when everything has been handed on.
    void awaitEnd() throws InterruptedException {
        for (Thread reader : readers) {
            reader.join();
        }
    }
}
