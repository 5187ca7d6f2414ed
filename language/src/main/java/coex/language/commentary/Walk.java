package coex.language.commentary;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.syntax.Block;
import coex.language.syntax.Expr;
import coex.language.syntax.Stmt;
import coex.language.syntax.TreeParts;

import java.util.ArrayList;
import java.util.List;

/// What the notes look for in the tree of a function.
final class Walk {

    private Walk() {}

    /// All statements in a block, at any depth, in the order of the text.
    static List<Stmt> statements(Block block) {
        return TreeParts.of(block, Stmt.class);
    }

    /// All expressions in a block, at any depth.
    static List<Expr> expressions(Block block) {
        return TreeParts.of(block, Expr.class);
    }

    /// All expressions of a function whose names and types are known, at any depth.
    static List<CheckedExpr> expressions(CheckedFunction function) {
        return TreeParts.of(function.body(), CheckedExpr.class);
    }

    /// The blocks that belong to a statement itself.
    static List<Block> blocks(Stmt statement) {
        return switch (statement) {
            case Stmt.For loop -> List.of(loop.body());
            case Stmt.While loop -> List.of(loop.body());
            case Stmt.Cycle cycle -> List.of(cycle.body());
            case Stmt.If branches -> {
                var blocks = new ArrayList<Block>();
                branches.branches().forEach(branch -> blocks.add(branch.body()));
                branches.otherwise().ifPresent(blocks::add);
                yield blocks;
            }
            case Stmt.Match match -> match.arms().stream().map(Stmt.Arm::body).toList();
            case Stmt.Select select -> select.cases().stream().map(Stmt.Receive::body).toList();
            case Stmt.Within within -> {
                var blocks = new ArrayList<Block>();
                blocks.add(within.body());
                within.otherwise().ifPresent(blocks::add);
                yield blocks;
            }
            default -> List.of();
        };
    }
}
