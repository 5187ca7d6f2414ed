package coex.lsp.server;

import coex.lsp.analysis.Workspace;
import coex.lsp.answer.Symbols;

import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.WorkspaceSymbol;
import org.eclipse.lsp4j.WorkspaceSymbolParams;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.WorkspaceService;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/// What is said and asked about all files of the folders that are open.
final class Folders implements WorkspaceService {

    private final Workspace workspace;
    private final Worker worker;

    Folders(Workspace workspace, Worker worker) {
        this.workspace = workspace;
        this.worker = worker;
    }

    @Override
    public CompletableFuture<
                    Either<List<? extends SymbolInformation>, List<? extends WorkspaceSymbol>>>
            symbol(WorkspaceSymbolParams parameters) {
        return worker.ask(
                () -> Either.forRight(Symbols.matching(parameters.getQuery(), workspace)));
    }

    /// There is nothing to configure.
    @Override
    public void didChangeConfiguration(DidChangeConfigurationParams parameters) {}

    @Override
    public void didChangeWatchedFiles(DidChangeWatchedFilesParams parameters) {
        worker.tell(workspace::forgetImports);
    }
}
