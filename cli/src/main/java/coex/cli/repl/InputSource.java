package coex.cli.repl;

import java.io.IOException;
import java.util.Optional;

/// Where the inputs of a session come from.
interface InputSource extends AutoCloseable {

    /// The next input, perhaps of several lines; empty at the end.
    ///
    /// @throws Abandoned if the user has thought better of it
    Optional<String> next() throws IOException, InterruptedException, Abandoned;

    @Override
    void close() throws IOException;

    /// The user gave up an input.
    final class Abandoned extends Exception {
        private static final long serialVersionUID = 1L;

        Abandoned() {
            super(null, null, false, false);
        }
    }
}
