package coex.language.format;

import coex.language.source.Span;
import coex.language.syntax.Block;
import coex.language.syntax.Expr;
import coex.language.syntax.Pattern;
import coex.language.syntax.SelectStrategy;
import coex.language.syntax.Stmt;
import coex.language.syntax.TokenKind;

import java.util.Locale;
import java.util.Optional;

/// The layout of statements and blocks.
final class StatementFormatter {

    private final FormattedLines lines;
    private final Brackets brackets;
    private final TypePrinter types;
    private final ExpressionPrinter expressions;

    StatementFormatter(
            FormattedLines lines,
            Brackets brackets,
            TypePrinter types,
            ExpressionPrinter expressions) {
        this.lines = lines;
        this.brackets = brackets;
        this.types = types;
        this.expressions = expressions;
    }

    /// The statements of a block and its end.
    void block(Block block, Span whole) {
        lines.indent();
        statements(block);
        lines.close(whole);
    }

    private void statements(Block block) {
        for (Stmt statement : block.statements()) {
            lines.before(statement.span());
            statement(statement);
            lines.after(statement.span());
        }
    }

    private void statement(Stmt statement) {
        switch (statement) {
            case Stmt.Binding binding -> lines.line(binding(binding));
            case Stmt.Destructure destructure ->
                    lines.line(
                            Doc.of(
                                    types.names(destructure.names(), destructure.span().start()),
                                    " = ",
                                    expressions.print(destructure.value())));
            case Stmt.Assign assign ->
                    lines.line(
                            Doc.of(
                                    expressions.print(assign.target()),
                                    " " + assign.operator().text() + " ",
                                    expressions.print(assign.value())));
            case Stmt.Evaluate(Expr value, _) -> lines.line(expressions.print(value));
            case Stmt.Return(Optional<Expr> value, _) ->
                    lines.line(
                            value.map(expr -> Doc.of("return ", expressions.print(expr)))
                                    .orElse(Doc.text("return")));
            case Stmt.Break _ -> lines.line("break");
            case Stmt.Continue _ -> lines.line("continue");
            case Stmt.If branches -> ifStatement(branches);
            case Stmt.For loop -> {
                lines.opened(
                        Doc.of("for ", types.print(loop.bind()), " in ", print(loop.iterable())),
                        loop.iterable().span());
                block(loop.body(), loop.span());
            }
            case Stmt.ForAssign gather -> {
                lines.opened(
                        Doc.of(
                                gather.name() + " = for ",
                                types.print(gather.bind()),
                                " in ",
                                print(gather.iterable())),
                        gather.iterable().span());
                lines.indent();
                lines.before(gather.element().span());
                lines.line(print(gather.element()));
                lines.after(gather.element().span());
                lines.close(gather.span());
            }
            case Stmt.While loop -> {
                lines.opened(Doc.of("while ", print(loop.condition())), loop.condition().span());
                block(loop.body(), loop.span());
            }
            case Stmt.Cycle cycle -> {
                lines.opened(
                        Doc.of("while ", print(cycle.condition()), " cycle"),
                        cycle.condition().span());
                block(cycle.body(), cycle.span());
            }
            case Stmt.Match match -> match(match);
            case Stmt.Select select -> select(select);
            case Stmt.Within within -> {
                lines.opened(Doc.of("within ", print(within.limit())), within.limit().span());
                lines.indent();
                statements(within.body());
                within.otherwise().ifPresent(this::otherwise);
                lines.close(within.span());
            }
        }
    }

    private Doc print(Expr expr) {
        return expressions.print(expr);
    }

    private Doc binding(Stmt.Binding binding) {
        return Doc.of(
                (binding.isConst() ? "const " : "") + binding.name(),
                binding.type().map(type -> Doc.of(": ", types.print(type))).orElse(Doc.text("")),
                binding.moves() ? " := " : " = ",
                print(binding.value()));
    }

    private void ifStatement(Stmt.If branches) {
        for (int i = 0; i < branches.branches().size(); i++) {
            Stmt.Branch branch = branches.branches().get(i);
            if (i > 0) {
                lines.remainingComments(elseBefore(branch.condition().span()).start());
                lines.outdent();
            }
            lines.opened(
                    Doc.of(i > 0 ? "else if " : "if ", print(branch.condition())),
                    branch.condition().span());
            lines.indent();
            statements(branch.body());
        }
        branches.otherwise().ifPresent(this::otherwise);
        lines.close(branches.span());
    }

    private Span elseBefore(Span code) {
        return brackets.lastBefore(code.start(), TokenKind.ELSE);
    }

    private void otherwise(Block block) {
        Span word = elseBefore(block.span());
        lines.remainingComments(word.start());
        lines.outdent();
        lines.opened(Doc.text("else"), word);
        lines.indent();
        statements(block);
    }

    private void match(Stmt.Match match) {
        lines.opened(Doc.of("match ", print(match.subject())), match.subject().span());
        lines.indent();
        for (Stmt.Arm arm : match.arms()) {
            lines.before(arm.pattern().span());
            lines.opened(Doc.of("case ", pattern(arm.pattern()), ":"), arm.pattern().span());
            blockOfCase(arm.body(), arm.pattern().span());
        }
        lines.close(match.span());
    }

    /// A block whose end no tree has the place of.
    private void blockOfCase(Block block, Span header) {
        Span end = brackets.closeAfter(Math.max(header.end(), block.span().end()));
        block(block, end);
        lines.after(end);
    }

    private Doc pattern(Pattern pattern) {
        return switch (pattern) {
            case Pattern.Literal(Expr value, _) -> print(value);
            case Pattern.Anything _ -> Doc.text("_");
            case Pattern.Named named -> types.print(named);
        };
    }

    private void select(Stmt.Select select) {
        String strategy =
                select.strategy() == SelectStrategy.PRIORITY
                        ? ""
                        : " " + select.strategy().name().toLowerCase(Locale.ROOT);
        lines.line(
                Doc.of(
                        "select" + strategy,
                        select.timeout()
                                .map(limit -> Doc.of(" timeout ", print(limit)))
                                .orElse(Doc.text(""))));
        lines.indent();
        for (Stmt.Receive receive : select.cases()) {
            lines.before(receive.name().span());
            lines.opened(
                    Doc.of("case " + receive.name() + " <- ", print(receive.channel())),
                    receive.channel().span());
            blockOfCase(receive.body(), receive.channel().span());
        }
        lines.close(select.span());
    }
}
