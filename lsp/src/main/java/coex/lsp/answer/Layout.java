package coex.lsp.answer;

import coex.language.format.Formatter;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.TextEdit;

import java.util.List;
import java.util.Optional;

/// The one layout of a document. A text with syntax errors stays as it is.
public final class Layout {

    private Layout() {}

    /// At most one change, from the first line that differs to the last.
    public static List<TextEdit> of(SourceFile file) {
        Optional<String> formatted = Formatter.format(file, new Problems());
        return formatted
                .filter(text -> !text.equals(file.text()))
                .map(text -> List.of(change(file, text)))
                .orElse(List.of());
    }

    private static TextEdit change(SourceFile file, String formatted) {
        String before = file.text();
        int same = 0;
        int shorter = Math.min(before.length(), formatted.length());
        while (same < shorter && before.charAt(same) == formatted.charAt(same)) {
            same++;
        }
        // Whole lines: a change inside of a line end or of a pair of surrogates is none.
        int start = file.startOfLine(file.lineOf(same));
        int tail = 0;
        while (tail < shorter - same
                && before.charAt(before.length() - 1 - tail)
                        == formatted.charAt(formatted.length() - 1 - tail)) {
            tail++;
        }
        int lastLine = file.lineOf(before.length() - tail);
        int end = lastLine == file.lineCount() ? before.length() : file.startOfLine(lastLine + 1);
        int kept = before.length() - end;
        return new TextEdit(
                Positions.range(file.span(start, end)),
                formatted.substring(start, formatted.length() - kept));
    }
}
