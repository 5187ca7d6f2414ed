package coex.lsp.text;

import coex.language.source.SourceFile;

import org.eclipse.lsp4j.TextDocumentContentChangeEvent;

import java.util.List;

/// A text that an editor has open: what the user sees, saved or not. Immutable.
///
/// @param uri what the editor calls it
/// @param version what the editor said last; answers name it
/// @param file its text, under the name that imports find it by
public record Document(String uri, int version, SourceFile file) {

    public static Document of(String uri, int version, String text) {
        return new Document(uri, version, new SourceFile(Uris.nameOf(uri), text));
    }

    public String text() {
        return file.text();
    }

    /// The document after changes of the user, which are applied one after the other.
    public Document changed(int newVersion, List<TextDocumentContentChangeEvent> changes) {
        SourceFile now = file;
        for (TextDocumentContentChangeEvent change : changes) {
            now = new SourceFile(file.name(), applied(now, change));
        }
        return new Document(uri, newVersion, now);
    }

    private static String applied(SourceFile before, TextDocumentContentChangeEvent change) {
        if (change.getRange() == null) {
            return change.getText();
        }
        int start = Positions.offset(before, change.getRange().getStart());
        int end = Math.max(start, Positions.offset(before, change.getRange().getEnd()));
        String text = before.text();
        return text.substring(0, start) + change.getText() + text.substring(end);
    }
}
