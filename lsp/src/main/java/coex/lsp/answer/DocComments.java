package coex.lsp.answer;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Comment;
import coex.language.syntax.Lexer;
import coex.language.type.Meaning;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The comments just above a declaration, which say what it is for.
final class DocComments {

    private DocComments() {}

    static Optional<String> of(Meaning meaning) {
        boolean isLocal =
                meaning instanceof Meaning.Variable || meaning instanceof Meaning.Parameter;
        return isLocal ? Optional.empty() : meaning.declaration().flatMap(DocComments::above);
    }

    /// Comments that have lines of their own, one after the other, the last just above.
    private static Optional<String> above(Span declaration) {
        SourceFile file = declaration.file();
        Map<Integer, Comment> byLastLine = new HashMap<>();
        for (Comment comment : Lexer.read(file, new Problems()).comments()) {
            if (isAlone(comment.span())) {
                byLastLine.put(file.lineOf(comment.span().end()), comment);
            }
        }
        int line = declaration.line() - 1;
        while (line > 0 && file.line(line).strip().startsWith("@")) {
            line--; // annotations belong to the declaration
        }
        var lines = new ArrayDeque<String>();
        while (byLastLine.containsKey(line)) {
            Comment comment = byLastLine.get(line);
            lines.addFirst(text(comment));
            line = comment.span().line() - 1;
        }
        String text = String.join("\n", lines).strip();
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static boolean isAlone(Span comment) {
        SourceFile file = comment.file();
        return file.text().substring(file.startOfLine(comment.line()), comment.start()).isBlank();
    }

    /// What it says. The compiler's own notes say nothing about the declaration.
    private static String text(Comment comment) {
        String written = comment.span().text();
        if (written.startsWith("#@")) {
            return "";
        }
        return comment.kind() == Comment.Kind.BLOCK
                ? written.substring(2, written.length() - 2).stripIndent().strip()
                : written.replaceFirst("^#+ ?", "");
    }
}
