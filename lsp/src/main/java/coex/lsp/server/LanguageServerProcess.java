package coex.lsp.server;

import coex.lsp.answer.Documentation;

import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.MessageConsumer;
import org.eclipse.lsp4j.jsonrpc.MessageProducer;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.json.ConcurrentMessageProcessor;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;
import org.eclipse.lsp4j.services.LanguageClient;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Runs the server on a pair of streams until the client says that it is over, or is gone.
public final class LanguageServerProcess {

    /// The protocol's library logs stack traces of what clients do wrong; [BoundedMessages] says it
    /// in a line. Kept here, or the setting would go with the logger.
    private static final Logger LIBRARY = Logger.getLogger("org.eclipse.lsp4j");

    private LanguageServerProcess() {}

    /// Serves the client on standard input and output, and nothing else writes there from now on.
    ///
    /// @param reference what is said about what is built in, by names such as `List.append`; null
    ///     for what it does not have
    /// @return the exit status: 0 if the client ended the session as it should
    public static int run(Function<String, String> reference) throws InterruptedException {
        InputStream in = System.in;
        OutputStream out = System.out;
        System.setOut(System.err); // what a library prints must not get among the messages
        return serve(in, out, reference);
    }

    /// Serves the client at the other end of these streams.
    public static int serve(InputStream in, OutputStream out, Function<String, String> reference)
            throws InterruptedException {
        LIBRARY.setLevel(Level.OFF);
        var status = new CompletableFuture<Integer>();
        var server = new CoexServer(new Documentation(reference), status::complete);
        var builder = new Builder(in);
        builder.setLocalService(server)
                .setRemoteInterface(LanguageClient.class)
                .setInput(in)
                .setOutput(out);
        Launcher<LanguageClient> launcher = builder.create();
        server.connect(launcher.getRemoteProxy());
        Future<Void> reading = launcher.startListening();
        Thread.ofVirtual().start(() -> endWith(reading, server));
        try {
            return status.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /// When there is nothing more to read, the client is gone.
    private static void endWith(Future<Void> reading, CoexServer server) {
        try {
            reading.get();
        } catch (InterruptedException | ExecutionException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            System.err.println("coex lsp: " + cause.getMessage());
        }
        server.end(1);
    }

    /// Reads messages of a bounded size.
    private static final class Builder extends Launcher.Builder<LanguageClient> {
        private final InputStream in;
        private MessageJsonHandler handler;
        private RemoteEndpoint endpoint;

        Builder(InputStream in) {
            this.in = in;
        }

        @Override
        protected MessageJsonHandler createJsonHandler() {
            handler = super.createJsonHandler();
            return handler;
        }

        @Override
        protected RemoteEndpoint createRemoteEndpoint(MessageJsonHandler json) {
            endpoint = super.createRemoteEndpoint(json);
            return endpoint;
        }

        @Override
        protected ConcurrentMessageProcessor createMessageProcessor(
                MessageProducer reader, MessageConsumer consumer, LanguageClient proxy) {
            return super.createMessageProcessor(
                    new BoundedMessages(in, handler, endpoint), consumer, proxy);
        }
    }
}
