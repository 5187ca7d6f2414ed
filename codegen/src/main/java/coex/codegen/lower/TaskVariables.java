package coex.codegen.lower;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Which variables statements assign, and which of those get results of tasks.
final class TaskVariables {

    private TaskVariables() {}

    /// The variables of the program that a task's result is stored to as it is.
    static Set<Local> of(List<CheckedStmt> statements) {
        var found = new LinkedHashSet<Local>();
        stores(
                statements,
                store -> {
                    if (mayWait(store)) {
                        found.add(store.local());
                    }
                });
        return found;
    }

    private static boolean mayWait(CheckedStmt.Store store) {
        return store.value() instanceof CheckedExpr.StartTask task
                && Types.settled(task.type()) != Basic.NOTHING
                && store.local().role() != Local.Role.CYCLE
                && !store.local().name().startsWith("$");
    }

    /// All variables that are assigned.
    static Set<Local> assigned(List<CheckedStmt> statements) {
        var found = new LinkedHashSet<Local>();
        stores(statements, store -> found.add(store.local()));
        return found;
    }

    private static void stores(List<CheckedStmt> statements, Consumer<CheckedStmt.Store> found) {
        statements.forEach(statement -> stores(statement, found));
    }

    private static void stores(CheckedStmt statement, Consumer<CheckedStmt.Store> found) {
        switch (statement) {
            case CheckedStmt.Store store -> found.accept(store);
            case CheckedStmt.If branch -> {
                stores(branch.then(), found);
                stores(branch.otherwise(), found);
            }
            case CheckedStmt.ForRange loop -> stores(loop.body(), found);
            case CheckedStmt.ForEach loop -> stores(loop.body(), found);
            case CheckedStmt.While loop -> stores(loop.body(), found);
            case CheckedStmt.Cycle loop -> stores(loop.body(), found);
            case CheckedStmt.Gather gather -> {
                stores(gather.loop(), found);
                found.accept(
                        new CheckedStmt.Store(
                                gather.result(),
                                new CheckedExpr.Zero(gather.result().type(), gather.span()),
                                gather.span()));
            }
            case CheckedStmt.Select select ->
                    select.cases().forEach(receive -> stores(receive.body(), found));
            case CheckedStmt.Within within -> {
                stores(within.body(), found);
                stores(within.otherwise(), found);
            }
            case CheckedStmt.Evaluate _,
                    CheckedStmt.Return _,
                    CheckedStmt.Break _,
                    CheckedStmt.Continue _ -> {}
        }
    }
}
