package coex.lsp.server;

import coex.language.source.SourceFile;
import coex.lsp.analysis.Analysis;
import coex.lsp.analysis.Use;
import coex.lsp.analysis.Workspace;
import coex.lsp.answer.Completion;
import coex.lsp.answer.Documentation;
import coex.lsp.answer.Hovers;
import coex.lsp.answer.Layout;
import coex.lsp.answer.QuickFixes;
import coex.lsp.answer.References;
import coex.lsp.answer.Renaming;
import coex.lsp.answer.SemanticColours;
import coex.lsp.answer.Signatures;
import coex.lsp.answer.Symbols;
import coex.lsp.text.Document;
import coex.lsp.text.Positions;
import coex.lsp.text.Uris;

import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.DocumentHighlight;
import org.eclipse.lsp4j.DocumentHighlightParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PrepareRenameDefaultBehavior;
import org.eclipse.lsp4j.PrepareRenameParams;
import org.eclipse.lsp4j.PrepareRenameResult;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.SemanticTokens;
import org.eclipse.lsp4j.SemanticTokensParams;
import org.eclipse.lsp4j.SignatureHelp;
import org.eclipse.lsp4j.SignatureHelpParams;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.messages.Either3;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.services.TextDocumentService;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// What is said and asked about texts that are open. All of it is done by the worker, about the
/// text as it was when it was asked. A question about a text that is not open has an empty answer.
final class Documents implements TextDocumentService {

    private final Workspace workspace;
    private final Worker worker;
    private final Consumer<String> withdrawn;
    private final Documentation documentation;

    /// What was completed last. The worker's.
    private Completion.Answer completed = Completion.Answer.NONE;

    /// @param withdrawn is told of texts that are closed, by the worker
    Documents(
            Workspace workspace,
            Worker worker,
            Consumer<String> withdrawn,
            Documentation documentation) {
        this.workspace = workspace;
        this.worker = worker;
        this.withdrawn = withdrawn;
        this.documentation = documentation;
    }

    // Changes

    @Override
    public void didOpen(DidOpenTextDocumentParams parameters) {
        var opened = parameters.getTextDocument();
        worker.tell(
                () ->
                        workspace.put(
                                Document.of(
                                        opened.getUri(), opened.getVersion(), opened.getText())));
    }

    @Override
    public void didChange(DidChangeTextDocumentParams parameters) {
        var changed = parameters.getTextDocument();
        worker.tell(
                () ->
                        workspace
                                .document(changed.getUri())
                                .map(
                                        document ->
                                                document.changed(
                                                        changed.getVersion() == null
                                                                ? document.version()
                                                                : changed.getVersion(),
                                                        parameters.getContentChanges()))
                                .ifPresent(workspace::put));
    }

    @Override
    public void didClose(DidCloseTextDocumentParams parameters) {
        String uri = parameters.getTextDocument().getUri();
        worker.tell(
                () -> {
                    workspace.close(uri);
                    withdrawn.accept(uri);
                });
    }

    @Override
    public void didSave(DidSaveTextDocumentParams parameters) {
        worker.tell(workspace::forgetImports);
    }

    // Questions

    /// Answers a question about an open text.
    private interface Question<T> {
        T answer(Document document, Analysis analysis);
    }

    private <T> CompletableFuture<T> ask(
            TextDocumentIdentifier about, T otherwise, Question<T> question) {
        return worker.ask(
                () ->
                        workspace
                                .document(about.getUri())
                                .map(
                                        document ->
                                                question.answer(
                                                        document, workspace.analysis(document)))
                                .orElse(otherwise));
    }

    private static int offset(Document document, Position position) {
        return Positions.offset(document.file(), position);
    }

    @Override
    public CompletableFuture<Hover> hover(HoverParams parameters) {
        return ask(
                parameters.getTextDocument(),
                null,
                (document, analysis) ->
                        Hovers.at(
                                        analysis,
                                        offset(document, parameters.getPosition()),
                                        documentation)
                                .orElse(null));
    }

    @Override
    public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>>
            definition(DefinitionParams parameters) {
        return ask(
                parameters.getTextDocument(),
                Either.forLeft(List.of()),
                (document, analysis) ->
                        Either.forLeft(
                                References.definition(
                                                analysis,
                                                offset(document, parameters.getPosition()))
                                        .map(
                                                location ->
                                                        location.getUri().isEmpty()
                                                                ? new Location(
                                                                        document.uri(),
                                                                        location.getRange())
                                                                : location)
                                        .stream()
                                        .toList()));
    }

    @Override
    public CompletableFuture<List<? extends Location>> references(ReferenceParams parameters) {
        return ask(
                parameters.getTextDocument(),
                List.of(),
                (document, analysis) ->
                        References.of(
                                        analysis,
                                        offset(document, parameters.getPosition()),
                                        parameters.getContext().isIncludeDeclaration(),
                                        workspace)
                                .stream()
                                .flatMap(use -> location(document, use).stream())
                                .toList());
    }

    private static Optional<Location> location(Document document, Use use) {
        return use.place().file().name().equals(document.file().name())
                ? Optional.of(new Location(document.uri(), Positions.range(use.place())))
                : References.location(use);
    }

    @Override
    public CompletableFuture<List<? extends DocumentHighlight>> documentHighlight(
            DocumentHighlightParams parameters) {
        return ask(
                parameters.getTextDocument(),
                List.of(),
                (document, analysis) -> {
                    int offset = offset(document, parameters.getPosition());
                    return References.of(analysis, offset, true, new Workspace()).stream()
                            .filter(use -> use.place().file() == analysis.file())
                            .map(use -> new DocumentHighlight(Positions.range(use.place())))
                            .toList();
                });
    }

    @Override
    public CompletableFuture<Either3<Range, PrepareRenameResult, PrepareRenameDefaultBehavior>>
            prepareRename(PrepareRenameParams parameters) {
        return ask(
                parameters.getTextDocument(),
                null,
                (document, analysis) -> {
                    try {
                        return Either3.forFirst(
                                Renaming.prepare(
                                        analysis, offset(document, parameters.getPosition())));
                    } catch (Renaming.Refused refused) {
                        throw refusal(refused);
                    }
                });
    }

    @Override
    public CompletableFuture<WorkspaceEdit> rename(RenameParams parameters) {
        return ask(
                parameters.getTextDocument(),
                null,
                (document, analysis) -> {
                    try {
                        var edits = new LinkedHashMap<String, List<TextEdit>>();
                        Renaming.rename(
                                        analysis,
                                        offset(document, parameters.getPosition()),
                                        parameters.getNewName(),
                                        workspace)
                                .forEach((name, changes) -> edits.put(uriOf(name), changes));
                        return new WorkspaceEdit(edits);
                    } catch (Renaming.Refused refused) {
                        throw refusal(refused);
                    }
                });
    }

    /// What the client calls a file: as it did when it opened it, or by its path.
    private String uriOf(String name) {
        return workspace.documents().stream()
                .filter(document -> document.file().name().equals(name))
                .map(Document::uri)
                .findFirst()
                .or(() -> Uris.uriOf(name))
                .orElse(name);
    }

    private static ResponseErrorException refusal(Renaming.Refused refused) {
        return new ResponseErrorException(
                new ResponseError(ResponseErrorCode.RequestFailed, refused.getMessage(), null));
    }

    @Override
    public CompletableFuture<List<Either<SymbolInformation, DocumentSymbol>>> documentSymbol(
            DocumentSymbolParams parameters) {
        return ask(
                parameters.getTextDocument(),
                List.of(),
                (_, analysis) ->
                        Symbols.of(analysis.tree()).stream()
                                .map(Either::<SymbolInformation, DocumentSymbol>forRight)
                                .toList());
    }

    @Override
    public CompletableFuture<Either<List<CompletionItem>, CompletionList>> completion(
            CompletionParams parameters) {
        return inText(
                parameters.getTextDocument(),
                parameters.getPosition(),
                Either.forLeft(List.of()),
                (file, offset) -> {
                    completed = Completion.at(file, offset, workspace);
                    return Either.forLeft(completed.items());
                });
    }

    /// What there is to say about an item that the user looks at.
    @Override
    public CompletableFuture<CompletionItem> resolveCompletionItem(CompletionItem item) {
        return worker.ask(() -> completed.documented(item, documentation));
    }

    @Override
    public CompletableFuture<SignatureHelp> signatureHelp(SignatureHelpParams parameters) {
        return inText(
                parameters.getTextDocument(),
                parameters.getPosition(),
                null,
                (file, offset) -> Signatures.at(file, offset, workspace).orElse(null));
    }

    /// Answers a question about a place of a text that need not be a program.
    private interface TextQuestion<T> {
        T answer(SourceFile file, int offset);
    }

    private <T> CompletableFuture<T> inText(
            TextDocumentIdentifier about,
            Position position,
            T otherwise,
            TextQuestion<T> question) {
        return worker.ask(
                () ->
                        workspace
                                .document(about.getUri())
                                .map(
                                        document ->
                                                question.answer(
                                                        document.file(),
                                                        offset(document, position)))
                                .orElse(otherwise));
    }

    @Override
    public CompletableFuture<SemanticTokens> semanticTokensFull(SemanticTokensParams parameters) {
        return ask(
                parameters.getTextDocument(),
                new SemanticTokens(List.of()),
                (_, analysis) -> SemanticColours.of(analysis));
    }

    @Override
    public CompletableFuture<List<? extends TextEdit>> formatting(
            DocumentFormattingParams parameters) {
        return inText(
                parameters.getTextDocument(),
                new Position(0, 0),
                List.of(),
                (file, _) -> Layout.of(file));
    }

    @Override
    public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(
            CodeActionParams parameters) {
        return ask(
                parameters.getTextDocument(),
                List.of(),
                (document, analysis) ->
                        QuickFixes.in(
                                        document.uri(),
                                        analysis,
                                        Positions.span(document.file(), parameters.getRange()))
                                .stream()
                                .map(Either::<Command, CodeAction>forRight)
                                .toList());
    }
}
