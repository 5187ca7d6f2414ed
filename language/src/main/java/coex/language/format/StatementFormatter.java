package coex.language.format;

import coex.language.source.Span;
import coex.language.syntax.Block;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.syntax.SelectStrategy;
import coex.language.syntax.Stmt;

import java.util.Locale;
import java.util.Optional;

/// The layout of statements and blocks.
final class StatementFormatter {

    private final FormattedLines lines;

    StatementFormatter(FormattedLines lines) {
        this.lines = lines;
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
            case Stmt.Binding binding ->
                    lines.line(
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
                    lines.line(
                            "(%s) = %s"
                                    .formatted(
                                            String.join(
                                                    ", ",
                                                    destructure.names().stream()
                                                            .map(Identifier::text)
                                                            .toList()),
                                            ExpressionPrinter.print(destructure.value())));
            case Stmt.Assign assign ->
                    lines.line(
                            "%s %s %s"
                                    .formatted(
                                            ExpressionPrinter.print(assign.target()),
                                            assign.operator().text(),
                                            ExpressionPrinter.print(assign.value())));
            case Stmt.Evaluate(Expr value, _) -> lines.line(ExpressionPrinter.print(value));
            case Stmt.Return(Optional<Expr> value, _) ->
                    lines.line(
                            "return"
                                    + value.map(expr -> " " + ExpressionPrinter.print(expr))
                                            .orElse(""));
            case Stmt.Break _ -> lines.line("break");
            case Stmt.Continue _ -> lines.line("continue");
            case Stmt.If branches -> ifStatement(branches);
            case Stmt.For loop -> {
                lines.opened(
                        "for %s in %s"
                                .formatted(
                                        ExpressionPrinter.print(loop.bind()),
                                        ExpressionPrinter.print(loop.iterable())),
                        loop.iterable().span());
                block(loop.body(), loop.span());
            }
            case Stmt.ForAssign gather -> {
                lines.line(
                        "%s = for %s in %s"
                                .formatted(
                                        gather.name(),
                                        ExpressionPrinter.print(gather.bind()),
                                        ExpressionPrinter.print(gather.iterable())));
                lines.indent();
                lines.line(ExpressionPrinter.print(gather.element()));
                lines.close(gather.span());
            }
            case Stmt.While loop -> {
                lines.opened(
                        "while " + ExpressionPrinter.print(loop.condition()),
                        loop.condition().span());
                block(loop.body(), loop.span());
            }
            case Stmt.Cycle cycle -> {
                lines.opened(
                        "while " + ExpressionPrinter.print(cycle.condition()) + " cycle",
                        cycle.condition().span());
                block(cycle.body(), cycle.span());
            }
            case Stmt.Match match -> match(match);
            case Stmt.Select select -> select(select);
            case Stmt.Within within -> {
                lines.opened(
                        "within " + ExpressionPrinter.print(within.limit()), within.limit().span());
                lines.indent();
                statements(within.body());
                within.otherwise().ifPresent(this::otherwise);
                lines.close(within.span());
            }
        }
    }

    private void ifStatement(Stmt.If branches) {
        for (int i = 0; i < branches.branches().size(); i++) {
            Stmt.Branch branch = branches.branches().get(i);
            if (i > 0) {
                lines.remainingComments(branch.condition().span().start());
                lines.outdent();
            }
            lines.opened(
                    (i > 0 ? "else if " : "if ") + ExpressionPrinter.print(branch.condition()),
                    branch.condition().span());
            lines.indent();
            statements(branch.body());
        }
        branches.otherwise().ifPresent(this::otherwise);
        lines.close(branches.span());
    }

    private void otherwise(Block block) {
        lines.outdent();
        lines.line("else");
        lines.indent();
        lines.passedTo(block.span().start());
        statements(block);
    }

    private void match(Stmt.Match match) {
        lines.opened("match " + ExpressionPrinter.print(match.subject()), match.subject().span());
        lines.indent();
        for (Stmt.Arm arm : match.arms()) {
            lines.before(arm.pattern().span());
            lines.line("case " + ExpressionPrinter.print(arm.pattern()) + ":");
            lines.after(arm.pattern().span());
            block(arm.body(), arm.body().span());
        }
        lines.close(match.span());
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
        lines.line("select" + strategy + timeout);
        lines.indent();
        for (Stmt.Receive receive : select.cases()) {
            lines.before(receive.name().span());
            lines.opened(
                    "case %s <- %s"
                            .formatted(receive.name(), ExpressionPrinter.print(receive.channel())),
                    receive.channel().span());
            block(receive.body(), receive.body().span());
        }
        lines.close(select.span());
    }
}
