package coex.language.format;

import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Comment;

import java.util.Optional;
import java.util.regex.Pattern;

/// The lines of a formatted program as they grow, with the comments and empty lines of the source
/// between them.
final class FormattedLines {

    /// What can stand between a piece of code and the comment behind it: the rest of a header.
    private static final Pattern NO_CODE = Pattern.compile("[ \\t:;>)\\]}]*(cycle[ \\t:]*)?");

    private final SourceFile file;
    private final CommentQueue comments;
    private final StringBuilder out = new StringBuilder();
    private int depth;

    /// Where the code printed last ends in the source.
    private int printedTo;

    FormattedLines(SourceFile file, CommentQueue comments) {
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

    /// Says that the source is printed up to a position.
    void passedTo(int position) {
        printedTo = Math.max(printedTo, position);
    }

    void line(String text) {
        out.append(DocWriter.INDENT.repeat(depth)).append(text).append('\n');
    }

    /// A line of code, or as many as it needs.
    void line(Doc code) {
        DocWriter.line(code, depth, out);
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
        return out.length() > 1 && out.charAt(out.length() - 2) == '\n';
    }

    /// Comments on lines of their own, up to a position.
    void remainingComments(int position) {
        Optional<Comment> next = comments.next();
        while (next.isPresent() && next.get().span().start() < position) {
            Span comment = next.get().span();
            comments.removeNext();
            emptyLine(comment.start());
            commentLines(comment);
            printedTo = comment.end();
            next = comments.next();
        }
    }

    /// The first line of a comment is indented like code; the others of a block stay as they are.
    private void commentLines(Span comment) {
        line(comment.text().stripTrailing());
    }

    /// Puts a comment that stands on the last line of a piece of code behind it.
    void after(Span code) {
        printedTo = Math.max(printedTo, code.end());
        Optional<Comment> next = comments.next();
        if (next.isPresent()
                && next.get().kind() == Comment.Kind.LINE
                && isBehind(next.get(), code)) {
            comments.removeNext();
            out.setLength(out.length() - 1);
            out.append("  ").append(next.get().span().text().stripTrailing()).append('\n');
            printedTo = next.get().span().end();
        }
    }

    private boolean isBehind(Comment comment, Span code) {
        int start = comment.span().start();
        return start >= code.end()
                && file.lineOf(start) == file.lineOf(Math.max(code.end() - 1, 0))
                && NO_CODE.matcher(file.text()).region(code.end(), start).matches();
    }

    /// Comments at the end of a block, then its end.
    void close(Span whole) {
        remainingComments(whole.end());
        depth--;
        line("~");
        printedTo = whole.end();
    }

    /// The header of a block, with the comments behind it.
    void opened(Doc header, Span end) {
        line(header);
        after(end);
    }
}
