package coex.language.format;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Block;
import coex.language.syntax.Comment;
import coex.language.syntax.Decl;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.syntax.Lexer;
import coex.language.syntax.Parser;
import coex.language.syntax.SelectStrategy;
import coex.language.syntax.SourceTree;
import coex.language.syntax.Stmt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Gives a program its one layout: a statement to a line, four spaces for each block, `~` at the end of
/// blocks, colons only where they are needed.
///
/// Comments stay. One that stands behind code stays behind it; every other stands on lines of its own
/// before what follows it. Empty lines stay, one of several.
public final class Formatter {

    private static final int WIDTH = 100;

    private final SourceFile file;
    private final SourceTree tree;
    private final List<Comment> comments;
    private final StringBuilder out = new StringBuilder();
    private int nextComment;
    private int depth;

    /// Where the code printed last ends in the source.
    private int printedTo;

    private Formatter(SourceFile file, SourceTree tree, List<Comment> comments) {
        this.file = file;
        this.tree = tree;
        this.comments = comments;
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
            before(declaration.span());
            declaration(declaration);
            after(declaration.span());
        }
        remainingComments(file.text().length());
        return out.toString();
    }

    /// Imports, aliases and directives, in the order of the text.
    private void preamble(List<Span> spans, List<Runnable> items) {
        for (SourceTree.Import wanted : tree.imports()) {
            spans.add(wanted.span());
            items.add(() -> line(oneSpaced(wanted.span())));
        }
        for (SourceTree.Alias alias : tree.aliases()) {
            spans.add(alias.span());
            items.add(
                    () ->
                            line(
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
                            line(
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
            before(spans.get(i));
            items.get(i).run();
            after(spans.get(i));
        }
    }

    private static String oneSpaced(Span span) {
        return span.text().replaceFirst("\\s+", " ");
    }

    // Lines and comments

    private void line(String text) {
        out.append(text.isEmpty() ? "" : "    ".repeat(depth)).append(text).append('\n');
    }

    /// Prints the comments and the empty line that stand before a piece of code.
    private void before(Span code) {
        remainingComments(code.start());
        emptyLine(code.start());
        printedTo = code.start();
    }

    /// An empty line, if the source has one between what was printed last and `position`, and there is
    /// something above.
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
    private void remainingComments(int position) {
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
    private void after(Span code) {
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

    // Declarations

    private void declaration(Decl declaration) {
        switch (declaration) {
            case Decl.Function function -> function(function);
            case Decl.Extern extern -> {
                header(
                        "extern " + extern.name(),
                        extern.parameters().stream().map(ExpressionPrinter::print).toList(),
                        ExpressionPrinter.result(extern.result()));
                line("~");
            }
            case Decl.Type type -> type(type);
            case Decl.Trait trait -> {
                line("trait " + trait.name() + generics(trait.generics()) + ":");
                depth++;
                for (Decl.Signature signature : trait.methods()) {
                    before(signature.span());
                    signature(signature);
                    after(signature.span());
                }
                close(trait.span());
            }
            case Decl.Matrix matrix -> matrix(matrix);
        }
    }

    private void function(Decl.Function function) {
        for (Decl.Annotation annotation : function.annotations()) {
            String text =
                    annotation.text().map(literal -> "(" + literal.span().text() + ")").orElse("");
            line("@" + annotation.name() + text);
        }
        signature(function.signature());
        after(function.signature().span());
        block(function.body(), function.span());
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
        if (4 * depth + whole.length() <= WIDTH || parameters.isEmpty()) {
            line(whole);
            return;
        }
        line(start + "(");
        depth++;
        for (int i = 0; i < parameters.size(); i++) {
            line(parameters.get(i) + (i + 1 < parameters.size() ? "," : ")" + end));
        }
        depth--;
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
        depth++;
        members.stream()
                .sorted(Comparator.comparingInt(member -> member.span().start()))
                .forEach(
                        member -> {
                            before(member.span());
                            member.print().run();
                            after(member.span());
                        });
        close(whole);
    }

    private void type(Decl.Type type) {
        line("type " + type.name() + generics(type.generics()) + ":");
        after(type.name().span());
        var members = new ArrayList<Member>();
        for (Decl.Field field : type.fields()) {
            Span span = field.name().span().to(field.type().span());
            members.add(new Member(span, () -> line(field(field))));
        }
        for (Decl.Case variant : type.cases()) {
            members.add(new Member(variant.name().span(), () -> line(variant(variant))));
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
        line("matrix %s[%s]:".formatted(matrix.name(), String.join(", ", sizes)));
        var members = new ArrayList<Member>();
        matrix.element()
                .ifPresent(
                        type ->
                                members.add(
                                        new Member(
                                                type.span(),
                                                () ->
                                                        line(
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
                                                        line(
                                                                "init: "
                                                                        + ExpressionPrinter.print(
                                                                                value)))));
        matrix.formulas()
                .forEach(
                        formula ->
                                members.add(new Member(formula.span(), () -> function(formula))));
        members(members, matrix.span());
    }

    // Statements

    /// The statements of a block and its end.
    private void block(Block block, Span whole) {
        depth++;
        statements(block);
        close(whole);
    }

    private void statements(Block block) {
        for (Stmt statement : block.statements()) {
            before(statement.span());
            statement(statement);
            after(statement.span());
        }
    }

    /// Comments at the end of a block, then its end.
    private void close(Span whole) {
        remainingComments(whole.end());
        depth--;
        line("~");
        printedTo = whole.end();
    }

    private void statement(Stmt statement) {
        switch (statement) {
            case Stmt.Binding binding ->
                    line(
                            "%s%s%s %s %s"
                                    .formatted(
                                            binding.isConst() ? "const " : "",
                                            binding.name(),
                                            binding.type()
                                                    .map(
                                                            type ->
                                                                    ": "
                                                                            + ExpressionPrinter
                                                                                    .print(type))
                                                    .orElse(""),
                                            binding.moves() ? ":=" : "=",
                                            ExpressionPrinter.print(binding.value())));
            case Stmt.Destructure destructure ->
                    line(
                            "(%s) = %s"
                                    .formatted(
                                            String.join(
                                                    ", ",
                                                    destructure.names().stream()
                                                            .map(Identifier::text)
                                                            .toList()),
                                            ExpressionPrinter.print(destructure.value())));
            case Stmt.Assign assign ->
                    line(
                            "%s %s %s"
                                    .formatted(
                                            ExpressionPrinter.print(assign.target()),
                                            assign.operator().text(),
                                            ExpressionPrinter.print(assign.value())));
            case Stmt.Evaluate(Expr value, _) -> line(ExpressionPrinter.print(value));
            case Stmt.Return(Optional<Expr> value, _) ->
                    line(
                            "return"
                                    + value.map(expr -> " " + ExpressionPrinter.print(expr))
                                            .orElse(""));
            case Stmt.Break _ -> line("break");
            case Stmt.Continue _ -> line("continue");
            case Stmt.If branches -> ifStatement(branches);
            case Stmt.For loop -> {
                opened(
                        "for %s in %s"
                                .formatted(
                                        ExpressionPrinter.print(loop.bind()),
                                        ExpressionPrinter.print(loop.iterable())),
                        loop.iterable().span());
                block(loop.body(), loop.span());
            }
            case Stmt.ForAssign gather -> {
                line(
                        "%s = for %s in %s"
                                .formatted(
                                        gather.name(),
                                        ExpressionPrinter.print(gather.bind()),
                                        ExpressionPrinter.print(gather.iterable())));
                depth++;
                line(ExpressionPrinter.print(gather.element()));
                close(gather.span());
            }
            case Stmt.While loop -> {
                opened(
                        "while " + ExpressionPrinter.print(loop.condition()),
                        loop.condition().span());
                block(loop.body(), loop.span());
            }
            case Stmt.Cycle cycle -> {
                opened(
                        "while " + ExpressionPrinter.print(cycle.condition()) + " cycle",
                        cycle.condition().span());
                block(cycle.body(), cycle.span());
            }
            case Stmt.Match match -> match(match);
            case Stmt.Select select -> select(select);
            case Stmt.Within within -> {
                opened("within " + ExpressionPrinter.print(within.limit()), within.limit().span());
                depth++;
                statements(within.body());
                within.otherwise().ifPresent(this::otherwise);
                close(within.span());
            }
        }
    }

    /// The header of a block, with the comments behind it.
    private void opened(String header, Span end) {
        line(header);
        after(end);
    }

    private void ifStatement(Stmt.If branches) {
        for (int i = 0; i < branches.branches().size(); i++) {
            Stmt.Branch branch = branches.branches().get(i);
            if (i > 0) {
                remainingComments(branch.condition().span().start());
                depth--;
            }
            opened(
                    (i > 0 ? "else if " : "if ") + ExpressionPrinter.print(branch.condition()),
                    branch.condition().span());
            depth++;
            statements(branch.body());
        }
        branches.otherwise().ifPresent(this::otherwise);
        close(branches.span());
    }

    private void otherwise(Block block) {
        depth--;
        line("else");
        depth++;
        printedTo = Math.max(printedTo, block.span().start());
        statements(block);
    }

    private void match(Stmt.Match match) {
        opened("match " + ExpressionPrinter.print(match.subject()), match.subject().span());
        depth++;
        for (Stmt.Arm arm : match.arms()) {
            before(arm.pattern().span());
            line("case " + ExpressionPrinter.print(arm.pattern()) + ":");
            after(arm.pattern().span());
            block(arm.body(), arm.body().span());
        }
        close(match.span());
    }

    private void select(Stmt.Select select) {
        String strategy =
                select.strategy() == SelectStrategy.PRIORITY
                        ? ""
                        : " " + select.strategy().name().toLowerCase(Locale.ROOT);
        String timeout =
                select.timeout()
                        .map(limit -> " timeout " + ExpressionPrinter.print(limit))
                        .orElse("");
        line("select" + strategy + timeout);
        depth++;
        for (Stmt.Receive receive : select.cases()) {
            before(receive.name().span());
            opened(
                    "case %s <- %s"
                            .formatted(receive.name(), ExpressionPrinter.print(receive.channel())),
                    receive.channel().span());
            block(receive.body(), receive.body().span());
        }
        close(select.span());
    }
}
