package coex.cli.doc;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Comment;
import coex.language.syntax.Decl;
import coex.language.syntax.Lexer;
import coex.language.syntax.SourceTree;
import coex.runtime.error.VisibleText;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Makes a page of a module: what it declares, each with the comment that stands right above it.
/// The comment at the top of the file, with a blank line below it, is about the module.
final class ModulePage {

    private final SourceFile file;

    /// Comments that have their lines for themselves, by their last lines.
    private final Map<Integer, Comment> comments = new HashMap<>();

    private final StringBuilder page = new StringBuilder();

    private ModulePage(SourceFile file) {
        this.file = file;
        for (Comment comment : Lexer.read(file, new Problems()).comments()) {
            int start = comment.span().start();
            String before = file.text().substring(file.startOfLine(comment.span().line()), start);
            if (before.isBlank()) {
                comments.put(file.lineOf(Math.max(start, comment.span().end() - 1)), comment);
            }
        }
    }

    /// The page in Markdown.
    ///
    /// @param isOurs whether it is a module of the library: what has no comment there is for itself
    static String of(String name, SourceTree tree, boolean isOurs) {
        var made = new ModulePage(tree.file());
        made.heading(1, name);
        made.paragraph(made.headOf(tree));
        if (isOurs) {
            made.code("import " + name);
        }
        for (Decl declaration : tree.declarations()) {
            if (!isOurs || made.isForUsers(declaration)) {
                made.declaration(declaration);
            }
        }
        return VisibleText.lines(Colours.withoutMarks(made.page.toString()));
    }

    private boolean isForUsers(Decl declaration) {
        return !(declaration instanceof Decl.Extern) && !commentAbove(declaration).isEmpty();
    }

    private String headOf(SourceTree tree) {
        int line = 1;
        if (file.line(1).startsWith("#!")) {
            line++;
        }
        while (line <= file.lineCount() && file.line(line).isBlank()) {
            line++;
        }
        int last = line;
        while (last <= file.lineCount() && startsComment(last)) {
            last++;
        }
        boolean isOfDeclaration =
                tree.declarations().stream()
                        .map(declaration -> file.lineOf(declaration.span().start()))
                        .anyMatch(Integer.valueOf(last)::equals);
        return isOfDeclaration ? "" : commentAbove(last);
    }

    private boolean startsComment(int line) {
        return comments.values().stream()
                .anyMatch(
                        comment ->
                                comment.span().line() <= line
                                        && file.lineOf(comment.span().end()) >= line);
    }

    private void declaration(Decl declaration) {
        switch (declaration) {
            case Decl.Function function -> function("", 2, function);
            case Decl.Extern extern -> {
                heading(2, extern.name().text());
                code(firstLine(extern));
                paragraph(commentAbove(extern));
            }
            case Decl.Type type -> type(type);
            case Decl.Trait trait -> {
                heading(2, trait.name().text());
                code(
                        firstLine(trait)
                                + trait.methods().stream()
                                        .map(method -> "\n    " + method.span().text().strip())
                                        .collect(Collectors.joining()));
                paragraph(commentAbove(trait));
            }
            case Decl.Matrix matrix -> {
                heading(2, matrix.name().text());
                code(firstLine(matrix));
                paragraph(commentAbove(matrix));
                matrix.formulas()
                        .forEach(formula -> function(matrix.name().text() + ".", 3, formula));
            }
        }
    }

    private void type(Decl.Type type) {
        heading(2, type.name().text());
        var lines = new ArrayList<>(List.of(firstLine(type)));
        type.fields().forEach(field -> lines.add("    " + lineAt(field.name().span().line())));
        type.cases().forEach(each -> lines.add("    " + lineAt(each.name().span().line())));
        code(String.join("\n", lines));
        paragraph(commentAbove(type));
        type.methods().forEach(method -> function(type.name().text() + ".", 3, method));
    }

    private void function(String owner, int level, Decl.Function function) {
        heading(level, owner + function.name().text());
        code(function.signature().span().text().strip());
        paragraph(commentAbove(function));
    }

    private String firstLine(Decl declaration) {
        return lineAt(declaration.name().span().line());
    }

    private String lineAt(int line) {
        return file.line(line).strip();
    }

    // Comments

    private String commentAbove(Decl declaration) {
        return commentAbove(file.lineOf(declaration.span().start()));
    }

    /// All comments that end right above a line, one below the other.
    private String commentAbove(int line) {
        var lines = new ArrayList<String>();
        int above = line - 1;
        for (Comment comment = comments.get(above);
                comment != null;
                comment = comments.get(above)) {
            String text = comment.span().text();
            if (!text.startsWith("#@") && !text.startsWith("#!")) {
                lines.add(withoutMarks(comment));
            }
            above = comment.span().line() - 1;
        }
        Collections.reverse(lines);
        return String.join("\n", lines);
    }

    private static String withoutMarks(Comment comment) {
        String text = comment.span().text();
        return comment.kind() == Comment.Kind.BLOCK
                ? text.substring(2, text.length() - 2).strip()
                : text.replaceFirst("^#+ ?", "");
    }

    // Markdown

    private void heading(int level, String text) {
        page.append("#".repeat(level)).append(' ').append(text).append("\n\n");
    }

    private void paragraph(String text) {
        if (!text.isBlank()) {
            page.append(text).append("\n\n");
        }
    }

    private void code(String text) {
        page.append("```coex\n").append(text).append("\n```\n\n");
    }
}
