package coex.language.format;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Comment;
import coex.language.syntax.Decl;
import coex.language.syntax.Identifier;
import coex.language.syntax.Lexer;
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Gives a program its one layout: a statement to a line, four spaces for each block, `~` at the
/// end of blocks, colons only where they are needed.
///
/// Comments stay. One that stands behind code stays behind it; every other stands on lines of its
/// own before what follows it. Empty lines stay, one of several.
public final class Formatter {

    private final SourceFile file;
    private final SourceTree tree;
    private final FormattedLines lines;
    private final StatementFormatter statements;

    private Formatter(SourceFile file, SourceTree tree, List<Comment> comments) {
        this.file = file;
        this.tree = tree;
        this.lines = new FormattedLines(file, comments);
        this.statements = new StatementFormatter(lines);
    }

    /// The text in its one layout; empty if it has syntax errors, which are reported.
    public static Optional<String> format(SourceFile file, Problems problems) {
        SourceTree tree = Parser.parse(file, problems);
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        List<Comment> comments = Lexer.read(file, new Problems()).comments();
        return Optional.of(new Formatter(file, tree, comments).formatAll());
    }

    private String formatAll() {
        List<Runnable> items = new ArrayList<>();
        var spans = new ArrayList<Span>();
        preamble(spans, items);
        order(spans, items);
        for (Decl declaration : tree.declarations()) {
            lines.before(declaration.span());
            declaration(declaration);
            lines.after(declaration.span());
        }
        lines.remainingComments(file.text().length());
        return lines.text();
    }

    /// Imports, aliases and directives, in the order of the text.
    private void preamble(List<Span> spans, List<Runnable> items) {
        for (SourceTree.Import wanted : tree.imports()) {
            spans.add(wanted.span());
            items.add(() -> lines.line(oneSpaced(wanted.span())));
        }
        for (SourceTree.Alias alias : tree.aliases()) {
            spans.add(alias.span());
            items.add(
                    () ->
                            lines.line(
                                    "replace %s with %s"
                                            .formatted(
                                                    alias.name(),
                                                    String.join(
                                                            ".",
                                                            alias.path().stream()
                                                                    .map(Identifier::text)
                                                                    .toList()))));
        }
        for (SourceTree.Directive directive : tree.directives()) {
            spans.add(directive.span());
            items.add(
                    () ->
                            lines.line(
                                    directive.output().name().toLowerCase(Locale.ROOT)
                                            + (directive.isOn() ? " on" : " off")));
        }
    }

    private void order(List<Span> spans, List<Runnable> items) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingInt(i -> spans.get(i).start()));
        for (int i : order) {
            lines.before(spans.get(i));
            items.get(i).run();
            lines.after(spans.get(i));
        }
    }

    private static String oneSpaced(Span span) {
        return span.text().replaceFirst("\\s+", " ");
    }

    // Declarations

    private void declaration(Decl declaration) {
        switch (declaration) {
            case Decl.Function function -> function(function);
            case Decl.Extern extern -> {
                header(
                        "extern " + extern.name(),
                        extern.parameters().stream().map(ExpressionPrinter::print).toList(),
                        ExpressionPrinter.result(extern.result()));
                lines.line("~");
            }
            case Decl.Type type -> type(type);
            case Decl.Trait trait -> {
                lines.line("trait " + trait.name() + generics(trait.generics()) + ":");
                lines.indent();
                for (Decl.Signature signature : trait.methods()) {
                    lines.before(signature.span());
                    signature(signature);
                    lines.after(signature.span());
                }
                lines.close(trait.span());
            }
            case Decl.Matrix matrix -> matrix(matrix);
        }
    }

    private void function(Decl.Function function) {
        for (Decl.Annotation annotation : function.annotations()) {
            String text =
                    annotation.text().map(literal -> "(" + literal.span().text() + ")").orElse("");
            lines.line("@" + annotation.name() + text);
        }
        signature(function.signature());
        lines.after(function.signature().span());
        statements.block(function.body(), function.span());
    }

    private void signature(Decl.Signature signature) {
        header(
                signature.kind().word() + " " + signature.name() + generics(signature.generics()),
                signature.parameters().stream().map(ExpressionPrinter::print).toList(),
                ExpressionPrinter.result(signature.result()));
    }

    /// A header with parameters, on several lines if it is too long for one.
    private void header(String start, List<String> parameters, String end) {
        String whole = start + "(" + String.join(", ", parameters) + ")" + end;
        if (lines.fits(whole) || parameters.isEmpty()) {
            lines.line(whole);
            return;
        }
        lines.line(start + "(");
        lines.indent();
        for (int i = 0; i < parameters.size(); i++) {
            lines.line(parameters.get(i) + (i + 1 < parameters.size() ? "," : ")" + end));
        }
        lines.outdent();
    }

    private static String generics(List<Decl.Generic> generics) {
        if (generics.isEmpty()) {
            return "";
        }
        List<String> texts =
                generics.stream()
                        .map(
                                generic ->
                                        generic.bounds().isEmpty()
                                                ? generic.name().text()
                                                : generic.name()
                                                        + ": "
                                                        + String.join(
                                                                " + ",
                                                                generic.bounds().stream()
                                                                        .map(Identifier::text)
                                                                        .toList()))
                        .toList();
        return "<" + String.join(", ", texts) + ">";
    }

    /// A member of a type or matrix: its place in the text, and how to print it.
    private record Member(Span span, Runnable print) {}

    private void members(List<Member> members, Span whole) {
        lines.indent();
        members.stream()
                .sorted(Comparator.comparingInt(member -> member.span().start()))
                .forEach(
                        member -> {
                            lines.before(member.span());
                            member.print().run();
                            lines.after(member.span());
                        });
        lines.close(whole);
    }

    private void type(Decl.Type type) {
        lines.line("type " + type.name() + generics(type.generics()) + ":");
        lines.after(type.name().span());
        var members = new ArrayList<Member>();
        for (Decl.Field field : type.fields()) {
            Span span = field.name().span().to(field.type().span());
            members.add(new Member(span, () -> lines.line(field(field))));
        }
        for (Decl.Case variant : type.cases()) {
            members.add(new Member(variant.name().span(), () -> lines.line(variant(variant))));
        }
        for (Decl.Function method : type.methods()) {
            members.add(new Member(method.span(), () -> function(method)));
        }
        members(members, type.span());
    }

    private static String field(Decl.Field field) {
        return field.name() + ": " + ExpressionPrinter.print(field.type());
    }

    private static String variant(Decl.Case variant) {
        return variant.fields().isEmpty()
                ? "case " + variant.name()
                : "case %s(%s)"
                        .formatted(
                                variant.name(),
                                String.join(
                                        ", ",
                                        variant.fields().stream().map(Formatter::field).toList()));
    }

    private void matrix(Decl.Matrix matrix) {
        List<String> sizes = matrix.sizes().stream().map(ExpressionPrinter::print).toList();
        lines.line("matrix %s[%s]:".formatted(matrix.name(), String.join(", ", sizes)));
        var members = new ArrayList<Member>();
        matrix.element()
                .ifPresent(
                        type ->
                                members.add(
                                        new Member(
                                                type.span(),
                                                () ->
                                                        lines.line(
                                                                "type: "
                                                                        + ExpressionPrinter.print(
                                                                                type)))));
        matrix.initial()
                .ifPresent(
                        value ->
                                members.add(
                                        new Member(
                                                value.span(),
                                                () ->
                                                        lines.line(
                                                                "init: "
                                                                        + ExpressionPrinter.print(
                                                                                value)))));
        matrix.formulas()
                .forEach(
                        formula ->
                                members.add(new Member(formula.span(), () -> function(formula))));
        members(members, matrix.span());
    }
}
