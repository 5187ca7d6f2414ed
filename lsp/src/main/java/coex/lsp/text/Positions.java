package coex.lsp.text;

import coex.language.source.SourceFile;
import coex.language.source.Span;

import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/// Places of the protocol and of source files. The protocol counts lines from 0, and in a line
/// UTF-16 units, which are Java's `char`s.
public final class Positions {

    private Positions() {}

    /// Positions outside of the text become the nearest one inside, as the protocol says.
    public static int offset(SourceFile file, Position position) {
        int line = position.getLine();
        if (line < 0) {
            return 0;
        }
        if (line >= file.lineCount()) {
            return file.text().length();
        }
        int start = file.startOfLine(line + 1);
        int length = file.line(line + 1).length();
        return start + Math.clamp(position.getCharacter(), 0, length);
    }

    public static Position position(SourceFile file, int offset) {
        int line = file.lineOf(offset);
        return new Position(line - 1, offset - file.startOfLine(line));
    }

    public static Range range(Span span) {
        return new Range(position(span.file(), span.start()), position(span.file(), span.end()));
    }

    public static Span span(SourceFile file, Range range) {
        int start = offset(file, range.getStart());
        return file.span(start, Math.max(start, offset(file, range.getEnd())));
    }
}
