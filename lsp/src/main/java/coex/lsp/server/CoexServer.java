package coex.lsp.server;

import coex.lsp.analysis.Analysis;
import coex.lsp.analysis.Workspace;
import coex.lsp.answer.Diagnostics;
import coex.lsp.answer.Documentation;
import coex.lsp.answer.SemanticColours;
import coex.lsp.text.Document;
import coex.lsp.text.Uris;

import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.DidChangeWatchedFilesCapabilities;
import org.eclipse.lsp4j.DidChangeWatchedFilesRegistrationOptions;
import org.eclipse.lsp4j.FileSystemWatcher;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Registration;
import org.eclipse.lsp4j.RegistrationParams;
import org.eclipse.lsp4j.RenameOptions;
import org.eclipse.lsp4j.SemanticTokensWithRegistrationOptions;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SetTraceParams;
import org.eclipse.lsp4j.SignatureHelpOptions;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageClientAware;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/// The server as the protocol sees it. Its methods are called by the thread that reads messages,
/// and hand everything to the [Worker].
final class CoexServer implements LanguageServer, LanguageClientAware {

    /// The files that a program is made of.
    private static final List<String> WATCHED = List.of("**/*.coex", "**/*.cxz", "**/coex.toml");

    /// Touched by the worker alone, like all that is in it.
    private final Workspace workspace = new Workspace();

    private final Worker worker = new Worker(this::publishProblems, this::report);
    private final Documents documents;
    private final Folders folders = new Folders(workspace, worker);
    private final IntConsumer atExit;

    /// What the problems that the client has were found by: a question may have led to a newer
    /// analysis. The worker's.
    private final Map<String, Analysis> published = new HashMap<>();

    /// Set once before the first message is read, which happens before all else.
    private LanguageClient client;

    /// Written by the thread that reads messages, and read by it.
    private boolean isShutDown;

    /// Set by the first message, and read by the second, on the thread that reads messages.
    private boolean watchesWhenAsked;

    /// @param atExit is given the exit status when the client says that it is over
    CoexServer(Documentation documentation, IntConsumer atExit) {
        this.documents = new Documents(workspace, worker, this::withdraw, documentation);
        this.atExit = atExit;
        worker.start();
    }

    @Override
    public void connect(LanguageClient connected) {
        client = connected;
    }

    // Beginning and end

    @Override
    public CompletableFuture<InitializeResult> initialize(InitializeParams parameters) {
        List<Path> roots = rootsOf(parameters);
        watch(parameters.getProcessId());
        watchesWhenAsked = watchesWhenAsked(parameters.getCapabilities());
        return worker.ask(
                () -> {
                    workspace.setFolders(roots);
                    return new InitializeResult(capabilities(), new ServerInfo("coex"));
                });
    }

    @SuppressWarnings("deprecation") // older clients send nothing else
    private static List<Path> rootsOf(InitializeParams parameters) {
        var uris = new ArrayList<String>();
        if (parameters.getWorkspaceFolders() != null) {
            parameters.getWorkspaceFolders().stream()
                    .map(WorkspaceFolder::getUri)
                    .forEach(uris::add);
        } else if (parameters.getRootUri() != null) {
            uris.add(parameters.getRootUri());
        }
        return uris.stream().map(Uris::pathOf).flatMap(Optional::stream).toList();
    }

    /// Ends when the editor's process does, should that leave the pipe open.
    private void watch(Integer process) {
        if (process != null) {
            ProcessHandle.of(process)
                    .ifPresent(handle -> handle.onExit().thenRun(() -> atExit.accept(1)));
        }
    }

    private static ServerCapabilities capabilities() {
        var capabilities = new ServerCapabilities();
        capabilities.setPositionEncoding("utf-16");
        capabilities.setTextDocumentSync(TextDocumentSyncKind.Incremental);
        capabilities.setHoverProvider(true);
        capabilities.setDefinitionProvider(true);
        capabilities.setReferencesProvider(true);
        capabilities.setDocumentHighlightProvider(true);
        capabilities.setRenameProvider(new RenameOptions(true));
        capabilities.setDocumentSymbolProvider(true);
        capabilities.setWorkspaceSymbolProvider(true);
        capabilities.setCompletionProvider(new CompletionOptions(true, List.of(".")));
        capabilities.setSignatureHelpProvider(new SignatureHelpOptions(List.of("(", ",")));
        capabilities.setSemanticTokensProvider(
                new SemanticTokensWithRegistrationOptions(SemanticColours.LEGEND, true));
        capabilities.setDocumentFormattingProvider(true);
        capabilities.setCodeActionProvider(true);
        return capabilities;
    }

    private static boolean watchesWhenAsked(ClientCapabilities client) {
        return Optional.ofNullable(client)
                .map(ClientCapabilities::getWorkspace)
                .map(WorkspaceClientCapabilities::getDidChangeWatchedFiles)
                .map(DidChangeWatchedFilesCapabilities::getDynamicRegistration)
                .orElse(false);
    }

    /// Has the client say when files change outside of it, if it is one that can be asked to.
    @Override
    public void initialized(InitializedParams parameters) {
        if (watchesWhenAsked) {
            var watchers =
                    WATCHED.stream()
                            .map(glob -> new FileSystemWatcher(Either.forLeft(glob)))
                            .toList();
            client.registerCapability(
                    new RegistrationParams(
                            List.of(
                                    new Registration(
                                            "files",
                                            "workspace/didChangeWatchedFiles",
                                            new DidChangeWatchedFilesRegistrationOptions(
                                                    watchers)))));
        }
    }

    @Override
    public void setTrace(SetTraceParams parameters) {}

    @Override
    public CompletableFuture<Object> shutdown() {
        isShutDown = true;
        return worker.ask(() -> null);
    }

    @Override
    public void exit() {
        end(isShutDown ? 0 : 1);
    }

    /// The client is gone, or wants no more. What it asked before is answered.
    void end(int status) {
        worker.tell(() -> atExit.accept(status));
        worker.stop();
    }

    @Override
    public TextDocumentService getTextDocumentService() {
        return documents;
    }

    @Override
    public WorkspaceService getWorkspaceService() {
        return folders;
    }

    // Problems

    /// Tells the client what is wrong with texts that have changed, or that import what has.
    private void publishProblems() {
        for (Document document : List.copyOf(workspace.documents())) {
            Analysis analysis = workspace.analysis(document);
            if (published.put(document.uri(), analysis) != analysis) {
                client.publishDiagnostics(
                        new PublishDiagnosticsParams(
                                document.uri(), Diagnostics.of(analysis), document.version()));
            }
        }
    }

    /// A text that is closed has no problems any more.
    private void withdraw(String uri) {
        if (published.remove(uri) != null) {
            client.publishDiagnostics(new PublishDiagnosticsParams(uri, List.of()));
        }
    }

    private void report(Throwable failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        String at = trace.length == 0 ? "" : " at " + trace[0];
        System.err.println("coex lsp: a bug: " + failure + at);
        client.logMessage(
                new MessageParams(
                        MessageType.Error, "a bug in the Coex language server: " + failure + at));
    }
}
