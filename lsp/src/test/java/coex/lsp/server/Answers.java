package coex.lsp.server;

import coex.language.source.SourceFile;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.DocumentHighlightParams;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.SemanticTokensParams;
import org.eclipse.lsp4j.SignatureHelpParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.services.TextDocumentService;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/// All that can be asked about a text, to compare two servers.
final class Answers {

    private final String uri;
    private final String text;
    private final Session session;
    private final TextDocumentIdentifier document;
    private final List<String> answers = new ArrayList<>();

    private Answers(String uri, String text, Session session) {
        this.uri = uri;
        this.text = text;
        this.session = session;
        this.document = new TextDocumentIdentifier(uri);
    }

    /// Where a place is needed, some that the seed chooses.
    static List<String> of(String uri, String text, Session session, int seed) throws Exception {
        var all = new Answers(uri, text, session);
        var random = new Random(seed);
        for (int i = 0; i < 3; i++) {
            all.at(whole(text, random.nextInt(text.length() + 1)));
        }
        all.ofText();
        return all.answers;
    }

    /// Not between two halves of a character.
    static int whole(String text, int offset) {
        return offset > 0 && offset < text.length() && Character.isLowSurrogate(text.charAt(offset))
                ? offset - 1
                : offset;
    }

    private void at(int offset) throws Exception {
        Position at = Positions.position(new SourceFile("x", text), offset);
        TextDocumentService texts = session.texts();
        add(texts.hover(new HoverParams(document, at)));
        add(texts.definition(new DefinitionParams(document, at)));
        add(texts.references(new ReferenceParams(document, at, new ReferenceContext(true))));
        add(texts.documentHighlight(new DocumentHighlightParams(document, at)));
        add(texts.rename(new RenameParams(document, at, "renamed")));
        answers.add("" + session.complete(uri, at).stream().map(CompletionItem::getLabel).toList());
        add(texts.signatureHelp(new SignatureHelpParams(document, at)));
    }

    private void ofText() throws Exception {
        TextDocumentService texts = session.texts();
        var all = new Range(new Position(0, 0), new Position(Integer.MAX_VALUE, 0));
        add(texts.documentSymbol(new DocumentSymbolParams(document)));
        add(texts.semanticTokensFull(new SemanticTokensParams(document)));
        add(
                texts.codeAction(
                        new CodeActionParams(document, all, new CodeActionContext(List.of()))));
        add(
                texts.formatting(
                        new DocumentFormattingParams(document, new FormattingOptions(4, true))));
    }

    /// A refusal is an answer too.
    private void add(CompletableFuture<?> answer) throws Exception {
        try {
            answers.add("" + Session.get(answer));
        } catch (ResponseErrorException refused) {
            answers.add("refused: " + refused.getMessage());
        }
    }
}
