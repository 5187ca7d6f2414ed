package coex.language.warning;

import coex.language.problem.Problems;
import coex.language.syntax.Block;
import coex.language.syntax.Decl;
import coex.language.syntax.Expr;
import coex.language.syntax.Stmt;
import coex.language.syntax.TreeParts;

import java.util.List;
import java.util.stream.Stream;

/// Statements behind one that always leaves its block: a `return`, `break` or `continue`, an `if`
/// of which every branch leaves, or a `while true` without a `break`.
final class UnreachableCode {

    private UnreachableCode() {}

    static void find(Decl.Function function, Problems problems) {
        for (Block block : TreeParts.of(function, Block.class)) {
            List<Stmt> statements = block.statements();
            for (int i = 0; i + 1 < statements.size(); i++) {
                if (leaves(statements.get(i))) {
                    problems.add(
                            new Advice.Unreachable(
                                    statements.get(i + 1).span(), statements.get(i).span()));
                    break;
                }
            }
        }
    }

    private static boolean leaves(Stmt statement) {
        return switch (statement) {
            case Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> true;
            case Stmt.If branches ->
                    branches.otherwise().isPresent()
                            && Stream.concat(
                                            branches.branches().stream().map(Stmt.Branch::body),
                                            branches.otherwise().stream())
                                    .allMatch(UnreachableCode::leaves);
            case Stmt.While loop ->
                    loop.condition() instanceof Expr.BoolLiteral literal
                            && literal.value()
                            && TreeParts.of(loop.body(), Stmt.Break.class).isEmpty();
            default -> false;
        };
    }

    private static boolean leaves(Block block) {
        return block.statements().stream().anyMatch(UnreachableCode::leaves);
    }
}
