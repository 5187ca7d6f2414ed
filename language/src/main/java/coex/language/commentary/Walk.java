package coex.language.commentary;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.syntax.Block;
import coex.language.syntax.Expr;
import coex.language.syntax.Stmt;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds all nodes of a kind in a tree. Nodes are records, and gone through by their components.
final class Walk {

    /// Java makes a new array whenever it is asked.
    private static final ClassValue<RecordComponent[]> COMPONENTS =
            new ClassValue<>() {
                @Override
                protected RecordComponent[] computeValue(Class<?> node) {
                    return node.getRecordComponents();
                }
            };

    private Walk() {}

    /// All statements in a block, at any depth, in the order of the text.
    static List<Stmt> statements(Block block) {
        return all(block, Stmt.class);
    }

    /// All expressions in a block, at any depth.
    static List<Expr> expressions(Block block) {
        return all(block, Expr.class);
    }

    /// All expressions of a function whose names and types are known, at any depth.
    static List<CheckedExpr> expressions(CheckedFunction function) {
        return all(function.body(), CheckedExpr.class);
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

    private static <T> List<T> all(Object root, Class<T> wanted) {
        var found = new ArrayList<T>();
        collect(root, wanted, found);
        return found;
    }

    private static <T> void collect(Object value, Class<T> wanted, List<T> found) {
        if (wanted.isInstance(value)) {
            found.add(wanted.cast(value));
        }
        switch (value) {
            case List<?> list -> list.forEach(item -> collect(item, wanted, found));
            case Optional<?> optional -> optional.ifPresent(item -> collect(item, wanted, found));
            case Record node when isOfTree(node) -> {
                for (RecordComponent component : COMPONENTS.get(node.getClass())) {
                    collect(valueOf(component, node), wanted, found);
                }
            }
            default -> {}
        }
    }

    private static boolean isOfTree(Record node) {
        Package of = node.getClass().getPackage();
        return of == Expr.class.getPackage() || of == CheckedExpr.class.getPackage();
    }

    private static Object valueOf(RecordComponent component, Record node) {
        try {
            return component.getAccessor().invoke(node);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a component that cannot be read: " + component, e);
        }
    }
}
