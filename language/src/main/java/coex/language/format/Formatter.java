package coex.language.format;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.Identifier;
import coex.language.syntax.Lexer;
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;
import coex.language.syntax.TokenKind;
import coex.language.syntax.Tokens;
import coex.language.syntax.TreePrinter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Gives a program its one layout: a statement to a line, four spaces for each block, `~` at the
/// end of blocks, colons only where they are needed.
///
/// What fits in a hundred columns is one line. What does not is broken at its outermost brackets,
/// and so are brackets whose author has begun a new line behind the opening one (design note 0039).
///
/// Comments stay. One that stands behind code stays behind it; every other stands on lines of its
/// own before what follows it. Empty lines stay, one of several.
public final class Formatter {

    private final SourceFile file;
    private final SourceTree tree;
    private final FormattedLines lines;
    private final Brackets brackets;
    private final TypePrinter types;
    private final ExpressionPrinter expressions;
    private final StatementFormatter statements;

    private Formatter(SourceFile file, SourceTree tree, Tokens tokens) {
        this.file = file;
        this.tree = tree;
        var comments = new CommentQueue(tokens.comments());
        this.lines = new FormattedLines(file, comments);
        this.brackets = new Brackets(file, tokens, comments);
        this.types = new TypePrinter(brackets);
        this.expressions = new ExpressionPrinter(brackets, types);
        this.statements = new StatementFormatter(lines, brackets, types, expressions);
    }

    /// The text in its one layout; empty if it has syntax errors, which are reported.
    public static Optional<String> format(SourceFile file, Problems problems) {
        SourceTree tree = Parser.parse(file, problems);
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        Tokens tokens = Lexer.read(file, new Problems());
        String formatted = new Formatter(file, tree, tokens).formatAll();
        checkSame(tree, tokens, new SourceFile(file.name(), formatted));
        return Optional.of(formatted);
    }

    /// A formatter that changes what a program means or loses a comment does more harm than one
    /// that stops.
    private static void checkSame(SourceTree tree, Tokens tokens, SourceFile formatted) {
        var problems = new Problems();
        SourceTree again = Parser.parse(formatted, problems);
        boolean isSame =
                problems.isEmpty()
                        && TreePrinter.print(tree).equals(TreePrinter.print(again))
                        && tokens.comments().size()
                                == Lexer.read(formatted, new Problems()).comments().size();
        if (!isSame) {
            throw new IllegalStateException(
                    "formatting would have changed the program: file=" + formatted.name());
        }
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
                lines.line(
                        Doc.of(
                                "extern " + extern.name(),
                                brackets.firstAfter(
                                        extern.name().span().end(),
                                        TokenKind.LEFT_PAREN,
                                        types.parameters(extern.parameters())),
                                types.result(extern.result())));
                lines.line("~");
            }
            case Decl.Type type -> type(type);
            case Decl.Trait trait -> {
                lines.line("trait " + trait.name() + generics(trait.generics()) + ":");
                lines.after(header(trait.name(), trait.generics()));
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
        lines.line(
                Doc.of(
                        signature.kind().word() + " " + signature.name(),
                        generics(signature.generics()),
                        brackets.firstAfter(
                                signature.name().span().end(),
                                TokenKind.LEFT_PAREN,
                                types.parameters(signature.parameters())),
                        types.result(signature.result())));
    }

    /// A name and its type parameters.
    private static Span header(Identifier name, List<Decl.Generic> generics) {
        if (generics.isEmpty()) {
            return name.span();
        }
        Decl.Generic last = generics.getLast();
        return name.span()
                .to(last.bounds().isEmpty() ? last.name().span() : last.bounds().getLast().span());
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
        lines.after(header(type.name(), type.generics()));
        var members = new ArrayList<Member>();
        for (Decl.Field field : type.fields()) {
            Span span = field.name().span().to(field.type().span());
            members.add(new Member(span, () -> lines.line(field(field).doc())));
        }
        for (Decl.Case variant : type.cases()) {
            Span span =
                    variant.fields().isEmpty()
                            ? variant.name().span()
                            : variant.name().span().to(variant.fields().getLast().type().span());
            members.add(new Member(span, () -> lines.line(variant(variant))));
        }
        for (Decl.Function method : type.methods()) {
            members.add(new Member(method.span(), () -> function(method)));
        }
        members(members, type.span());
    }

    private Brackets.Content field(Decl.Field field) {
        return types.named(field.name().text(), field.name().span(), field.type());
    }

    private Doc variant(Decl.Case variant) {
        return variant.fields().isEmpty()
                ? Doc.text("case " + variant.name())
                : Doc.of(
                        "case " + variant.name(),
                        brackets.firstAfter(
                                variant.name().span().end(),
                                TokenKind.LEFT_PAREN,
                                variant.fields().stream().map(this::field).toList()));
    }

    private void matrix(Decl.Matrix matrix) {
        List<Brackets.Content> sizes =
                matrix.sizes().stream()
                        .map(size -> new Brackets.Content(expressions.print(size), size.span()))
                        .toList();
        Span name = matrix.name().span();
        lines.line(
                Doc.of(
                        "matrix " + matrix.name(),
                        brackets.firstAfter(name.end(), TokenKind.LEFT_BRACKET, sizes),
                        ":"));
        lines.after(name.to(matrix.sizes().getLast().span()));
        var members = new ArrayList<Member>();
        matrix.element()
                .ifPresent(
                        type ->
                                members.add(
                                        clause("type: ", type.span(), () -> types.print(type))));
        matrix.initial()
                .ifPresent(
                        value ->
                                members.add(
                                        clause(
                                                "init: ",
                                                value.span(),
                                                () -> expressions.print(value))));
        matrix.formulas()
                .forEach(
                        formula ->
                                members.add(new Member(formula.span(), () -> function(formula))));
        members(members, matrix.span());
    }

    private Member clause(String word, Span span, Supplier<Doc> content) {
        return new Member(span, () -> lines.line(Doc.of(word, content.get())));
    }
}
