package coex.language.format;

import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Comment;

import java.util.List;

/// The lines of a formatted program as they grow, with the comments and empty lines of the source
/// between them.
final class FormattedLines {

    private static final int WIDTH = 100;

    private final SourceFile file;
    private final List<Comment> comments;
    private final StringBuilder out = new StringBuilder();
    private int nextComment;
    private int depth;

    /// Where the code printed last ends in the source.
    private int printedTo;

    FormattedLines(SourceFile file, List<Comment> comments) {
        this.file = file;
        this.comments = comments;
    }

    String text() {
        return out.toString();
    }

    void indent() {
        depth++;
    }

    void outdent() {
        depth--;
    }

    /// Whether a line is short enough.
    boolean fits(String text) {
        return 4 * depth + text.length() <= WIDTH;
    }

    /// Says that the source is printed up to a position.
    void passedTo(int position) {
        printedTo = Math.max(printedTo, position);
    }

    void line(String text) {
        out.append(text.isEmpty() ? "" : "    ".repeat(depth)).append(text).append('\n');
    }

    /// Prints the comments and the empty line that stand before a piece of code.
    void before(Span code) {
        remainingComments(code.start());
        emptyLine(code.start());
        printedTo = code.start();
    }

    /// An empty line, if the source has one between what was printed last and `position`, and there
    /// is something above.
    private void emptyLine(int position) {
        String between = file.text().substring(Math.min(printedTo, position), position);
        long lines = between.lines().count();
        boolean hasEmpty =
                lines > 1
                        && between.lines().skip(1).limit(lines - 1).anyMatch(String::isBlank)
                        && between.replaceAll("[^\\n]", "").length() > 1;
        if (hasEmpty && !out.isEmpty() && !endsWithEmptyLine()) {
            out.append('\n');
        }
    }

    private boolean endsWithEmptyLine() {
        return out.toString().endsWith("\n\n");
    }

    /// Comments on lines of their own, up to a position.
    void remainingComments(int position) {
        while (nextComment < comments.size()
                && comments.get(nextComment).span().start() < position) {
            Span comment = comments.get(nextComment++).span();
            emptyLine(comment.start());
            commentLines(comment);
            printedTo = comment.end();
        }
    }

    /// The first line of a comment is indented like code; the others of a block stay as they are.
    private void commentLines(Span comment) {
        line(comment.text().stripTrailing());
    }

    /// Puts comments that stand on the last line of a piece of code behind it.
    void after(Span code) {
        printedTo = Math.max(printedTo, code.end());
        while (nextComment < comments.size() && isBehind(comments.get(nextComment), code)) {
            Comment comment = comments.get(nextComment++);
            boolean isInside = comment.span().start() < code.end();
            if (isInside || comment.kind() == Comment.Kind.BLOCK) {
                nextComment--;
                return;
            }
            out.setLength(out.length() - 1);
            out.append("  ").append(comment.span().text().stripTrailing()).append('\n');
            printedTo = comment.span().end();
        }
    }

    private boolean isBehind(Comment comment, Span code) {
        return file.lineOf(comment.span().start()) == file.lineOf(Math.max(code.end() - 1, 0))
                && comment.span().start() >= code.end();
    }

    /// Comments at the end of a block, then its end.
    void close(Span whole) {
        remainingComments(whole.end());
        depth--;
        line("~");
        printedTo = whole.end();
    }

    /// The header of a block, with the comments behind it.
    void opened(String header, Span end) {
        line(header);
        after(end);
    }
}
