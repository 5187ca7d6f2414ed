package coex.lsp.debug;

import org.eclipse.lsp4j.debug.launch.DSPLauncher;
import org.eclipse.lsp4j.debug.services.IDebugProtocolClient;
import org.eclipse.lsp4j.jsonrpc.Launcher;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Runs the debug adapter on a pair of streams until the editor is gone.
public final class DebugAdapterProcess {

    /// Kept here, or the setting would go with the logger.
    private static final Logger LIBRARY = Logger.getLogger("org.eclipse.lsp4j");

    private DebugAdapterProcess() {}

    /// Serves the editor on standard input and output, and nothing else writes there from now on.
    ///
    /// @return the exit status
    public static int run() throws InterruptedException {
        InputStream in = System.in;
        OutputStream out = System.out;
        System.setOut(System.err); // what a library prints must not get among the messages
        return serve(in, out, System.getProperty("coex.launcher", "coex"));
    }

    /// Serves the editor at the other end of these streams.
    ///
    /// @param launcher the command that runs programs
    public static int serve(InputStream in, OutputStream out, String launcher)
            throws InterruptedException {
        LIBRARY.setLevel(Level.OFF);
        var adapter = new DebugAdapter(launcher);
        Launcher<IDebugProtocolClient> protocol =
                DSPLauncher.createServerLauncher(adapter, in, out);
        adapter.connect(protocol.getRemoteProxy());
        Future<Void> reading = protocol.startListening();
        try {
            reading.get(); // when there is nothing more to read, the editor is gone
        } catch (ExecutionException e) {
            System.err.println("coex debug-adapter: " + e.getCause().getMessage());
            return 1;
        } finally {
            adapter.end();
        }
        return 0;
    }
}
