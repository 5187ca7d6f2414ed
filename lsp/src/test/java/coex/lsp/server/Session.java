package coex.lsp.server;

import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesCapabilities;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.FileChangeType;
import org.eclipse.lsp4j.FileEvent;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.Registration;
import org.eclipse.lsp4j.RegistrationParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An editor: the client of the protocol's library at one end of two pipes, the server at the
/// other.
final class Session implements AutoCloseable {

    /// Nothing takes so long; a test that waits so long has failed.
    private static final long FOREVER_SECONDS = 120;

    private static final Pattern GLOB = Pattern.compile("\"globPattern\":\"([^\"]*)\"");

    /// What the server's reference has.
    private static final Map<String, String> REFERENCE =
            Map.of("List.append", "About append.", "print", "About print.");

    private final FutureTask<Integer> serving;
    private final OutputStream toServer;
    private final Client client = new Client();
    private final LanguageServer server;
    private final Map<String, Integer> versions = new HashMap<>();

    /// What the server says by itself. Written by the thread that reads its messages.
    private static final class Client implements LanguageClient {
        private final Map<String, PublishDiagnosticsParams> problems = new HashMap<>();
        private final List<String> logged = new CopyOnWriteArrayList<>();
        private final List<PathMatcher> watched = new CopyOnWriteArrayList<>();

        /// What the server asks to be told of.
        @Override
        public CompletableFuture<Void> registerCapability(RegistrationParams parameters) {
            for (Registration registration : parameters.getRegistrations()) {
                Matcher globs = GLOB.matcher(registration.getRegisterOptions().toString());
                while (globs.find()) {
                    watched.add(FileSystems.getDefault().getPathMatcher("glob:" + globs.group(1)));
                }
            }
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public synchronized void publishDiagnostics(PublishDiagnosticsParams parameters) {
            problems.put(parameters.getUri(), parameters);
            notifyAll();
        }

        synchronized List<Diagnostic> await(String uri, Predicate<PublishDiagnosticsParams> wanted)
                throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(FOREVER_SECONDS);
            while (!problems.containsKey(uri) || !wanted.test(problems.get(uri))) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    throw new AssertionError("no such problems: last=" + problems.get(uri));
                }
                wait(left);
            }
            return problems.get(uri).getDiagnostics();
        }

        @Override
        public void telemetryEvent(Object object) {}

        @Override
        public void showMessage(MessageParams parameters) {
            logged.add(parameters.getMessage());
        }

        @Override
        public CompletableFuture<MessageActionItem> showMessageRequest(
                ShowMessageRequestParams parameters) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void logMessage(MessageParams parameters) {
            logged.add(parameters.getMessage());
        }
    }

    private Session(boolean isWatching, Path... folders) throws Exception {
        Pipe up = Pipe.open();
        Pipe down = Pipe.open();
        toServer = Channels.newOutputStream(up.sink());
        InputStream fromClient = Channels.newInputStream(up.source());
        OutputStream toClient = Channels.newOutputStream(down.sink());
        serving =
                new FutureTask<>(
                        () -> LanguageServerProcess.serve(fromClient, toClient, REFERENCE::get));
        Thread.ofPlatform().daemon().start(serving);
        var launcher =
                LSPLauncher.createClientLauncher(
                        client, Channels.newInputStream(down.source()), toServer);
        launcher.startListening();
        server = launcher.getRemoteProxy();
        var parameters = new InitializeParams();
        parameters.setCapabilities(capabilities(isWatching));
        parameters.setWorkspaceFolders(
                List.of(folders).stream()
                        .map(folder -> new WorkspaceFolder(folder.toUri().toString(), "f"))
                        .toList());
        initialized = get(server.initialize(parameters));
        server.initialized(new InitializedParams());
    }

    private static ClientCapabilities capabilities(boolean isWatching) {
        var files = new DidChangeWatchedFilesCapabilities();
        files.setDynamicRegistration(isWatching);
        var workspace = new WorkspaceClientCapabilities();
        workspace.setDidChangeWatchedFiles(files);
        var capabilities = new ClientCapabilities();
        capabilities.setWorkspace(workspace);
        return capabilities;
    }

    final InitializeResult initialized;

    static Session in(Path... folders) throws Exception {
        return new Session(false, folders);
    }

    /// A client that watches files when it is asked to.
    static Session watchingIn(Path... folders) throws Exception {
        return new Session(true, folders);
    }

    /// A file has changed outside of the editor: the server is told if it wanted to be.
    ///
    /// @return whether it was told
    boolean changedOutside(Path file) throws Exception {
        get(texts().hover(new HoverParams(new TextDocumentIdentifier("none"), new Position())));
        if (client.watched.stream().noneMatch(each -> each.matches(file))) {
            return false;
        }
        server.getWorkspaceService()
                .didChangeWatchedFiles(
                        new DidChangeWatchedFilesParams(
                                List.of(
                                        new FileEvent(
                                                file.toUri().toString(), FileChangeType.Changed))));
        return true;
    }

    static <T> T get(CompletableFuture<T> answer) throws Exception {
        try {
            return answer.get(FOREVER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    LanguageServer server() {
        return server;
    }

    TextDocumentService texts() {
        return server.getTextDocumentService();
    }

    /// All that the server said is wrong with itself.
    List<String> logged() {
        return client.logged;
    }

    // Texts

    void open(String uri, String text) {
        versions.put(uri, 1);
        texts().didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(uri, "coex", 1, text)));
    }

    void change(String uri, Range range, String text) {
        versions.merge(uri, 1, Integer::sum);
        var change = new TextDocumentContentChangeEvent(text);
        change.setRange(range);
        texts().didChange(
                        new DidChangeTextDocumentParams(
                                new VersionedTextDocumentIdentifier(uri, versions.get(uri)),
                                List.of(change)));
    }

    /// Replaces the whole text.
    void change(String uri, String text) {
        change(uri, null, text);
    }

    void close(String uri) {
        texts().didClose(new DidCloseTextDocumentParams(new TextDocumentIdentifier(uri)));
    }

    /// The problems of the last version of a text.
    List<Diagnostic> problems(String uri) throws InterruptedException {
        int version = versions.get(uri);
        return client.await(uri, found -> Integer.valueOf(version).equals(found.getVersion()));
    }

    List<Diagnostic> problems(String uri, Predicate<List<Diagnostic>> wanted)
            throws InterruptedException {
        return client.await(uri, found -> wanted.test(found.getDiagnostics()));
    }

    List<String> codes(String uri) throws InterruptedException {
        return problems(uri).stream().map(problem -> problem.getCode().getLeft()).toList();
    }

    List<CompletionItem> complete(String uri, Position position) throws Exception {
        return get(texts().completion(
                                new CompletionParams(new TextDocumentIdentifier(uri), position)))
                .getLeft();
    }

    // The other end

    OutputStream toServer() {
        return toServer;
    }

    /// The exit status of the server, when it has ended.
    int status() throws InterruptedException, ExecutionException, TimeoutException {
        return serving.get(FOREVER_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        toServer.close();
    }
}
