package coex.cli.repl;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;

/// Inputs from a pipe or file: as many lines as it takes until they are complete.
final class PipedInput implements InputSource {

    private final BufferedReader reader;

    PipedInput(BufferedReader reader) {
        this.reader = reader;
    }

    @Override
    public Optional<String> next() throws IOException, InterruptedException {
        String line = reader.readLine();
        if (line == null) {
            return Optional.empty();
        }
        var text = new StringBuilder(line);
        while (!line.strip().startsWith(":") && ReplSession.isIncomplete(text.toString())) {
            String more = reader.readLine();
            if (more == null) {
                break;
            }
            text.append('\n').append(more);
        }
        return Optional.of(text.toString());
    }

    /// Nobody is there to interrupt a single input.
    @Override
    public void onInterrupt(Runnable action) {}

    @Override
    public void completing(InputCompleter.Names names) {}

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
