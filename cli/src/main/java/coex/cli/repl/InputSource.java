package coex.cli.repl;

import java.io.IOException;
import java.util.Optional;

/// Where the inputs of a session come from.
interface InputSource extends AutoCloseable {

    /// The next input, perhaps of several lines; empty at the end.
    ///
    /// @throws Abandoned if the user has thought better of it
    Optional<String> next() throws IOException, InterruptedException, Abandoned;

    /// Says what to do when the user interrupts while no input is being typed. By default the
    /// process ends.
    void onInterrupt(Runnable action);

    /// Says which names can be completed.
    void completing(InputCompleter.Names names);

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
