package coex.language.commentary;

import coex.language.source.Span;
import coex.language.syntax.BinaryOperator;
import coex.language.syntax.Block;
import coex.language.syntax.Decl;
import coex.language.syntax.Expr;
import coex.language.syntax.FunctionKind;
import coex.language.syntax.SourceTree;
import coex.language.syntax.Stmt;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Finds what is worth a note in a program without mistakes. Notes never change what a program
/// means.
public final class Analyses {

    private static final Set<String> LIST_METHODS = Set.of("get", "set", "append");
    private static final int MANY_ALLOCATIONS = 3;

    /// Methods of the built-in types that give a new value, whatever they are called on.
    private static final Set<String> ALLOCATING_METHODS =
            Set.of(
                    "append",
                    "set",
                    "add",
                    "remove",
                    "setrange",
                    "concat",
                    "split",
                    "packed",
                    "unpacked",
                    "toArray",
                    "toList",
                    "toSet",
                    "to_set",
                    "keys",
                    "values",
                    "bytes",
                    "pretty",
                    "from",
                    "from_hex",
                    "from_bytes",
                    "new");

    private final List<Note> notes = new ArrayList<>();

    private Analyses() {}

    public static List<Note> of(SourceTree tree) {
        var analyses = new Analyses();
        for (Decl declaration : tree.declarations()) {
            switch (declaration) {
                case Decl.Function function -> analyses.function(function);
                case Decl.Type type -> type.methods().forEach(analyses::function);
                case Decl.Matrix _, Decl.Extern _, Decl.Trait _ -> {}
            }
        }
        return List.copyOf(analyses.notes);
    }

    private void note(Category category, Span place, String message) {
        int line = place.line();
        int column = indentationOf(place) + 1;
        notes.add(new Note(category, message, Response.NONE, line, column));
    }

    private static int indentationOf(Span place) {
        String line = place.file().line(place.line());
        return line.length() - line.stripLeading().length();
    }

    private void function(Decl.Function function) {
        couldBeFormula(function);
        statements(function.body(), 0);
        moves(function.body());
    }

    // Kinds

    /// A func whose bindings are all const, and that calls nothing, prints nothing included.
    private void couldBeFormula(Decl.Function function) {
        boolean isFunc = function.signature().kind() == FunctionKind.FUNC;
        boolean isMain = function.name().text().equals("main");
        boolean hasResult = function.signature().result().isPresent();
        boolean onlyComputes =
                Walk.statements(function.body()).stream()
                        .allMatch(
                                statement ->
                                        !(statement instanceof Stmt.Assign)
                                                && !(statement instanceof Stmt.ForAssign)
                                                && !(statement instanceof Stmt.Select)
                                                && !(statement instanceof Stmt.Within)
                                                && (!(statement instanceof Stmt.Binding binding)
                                                        || binding.isConst()));
        boolean callsNothing =
                Walk.expressions(function.body()).stream()
                        .noneMatch(
                                expr -> expr instanceof Expr.Call || expr instanceof Expr.LlvmIr);
        if (isFunc && !isMain && hasResult && onlyComputes && callsNothing) {
            note(
                    Category.KIND,
                    function.signature().span(),
                    "'%s' only computes: it could be a formula".formatted(function.name()));
        }
    }

    // Loops

    private void statements(Block block, int loops) {
        for (Stmt statement : block.statements()) {
            int depth = isLoop(statement) ? loops + 1 : loops;
            if (isLoop(statement)) {
                loop(statement, depth);
            }
            for (Block inner : Walk.blocks(statement)) {
                statements(inner, depth);
            }
        }
    }

    private void loop(Stmt loop, int depth) {
        Block body = Walk.blocks(loop).getFirst();
        List<Stmt> round = new ArrayList<>();
        ofOneRound(body, round);
        round.forEach(this::growing);
        long allocating = round.stream().filter(Analyses::allocates).count();
        if (allocating >= MANY_ALLOCATIONS) {
            note(
                    Category.GC,
                    loop.span(),
                    "this loop makes %d new values in each round".formatted(allocating));
        }
        if (depth > 1 && touchesList(body)) {
            note(
                    Category.PERF,
                    loop.span(),
                    "nested loops over lists: get, set and append cost more than on an Array");
        }
    }

    /// The statements of a loop's body, those of its branches included, without those of loops
    /// inside it.
    private static void ofOneRound(Block body, List<Stmt> round) {
        for (Stmt statement : body.statements()) {
            round.add(statement);
            if (!isLoop(statement)) {
                Walk.blocks(statement).forEach(inner -> ofOneRound(inner, round));
            }
        }
    }

    static boolean isLoop(Stmt statement) {
        return statement instanceof Stmt.For
                || statement instanceof Stmt.While
                || statement instanceof Stmt.Cycle;
    }

    /// `x = x.append(...)`
    private void growing(Stmt statement) {
        if (statement instanceof Stmt.Binding binding
                && binding.value()
                        instanceof
                        Expr.Call(Expr.Member(Expr.Name(String text, _, _), var method, _), _, _)
                && text.equals(binding.name().text())
                && method.text().equals("append")) {
            note(
                    Category.PERF,
                    statement.span(),
                    "'%s' grows by append in a loop; a comprehension makes the list at once"
                            .formatted(text));
        }
    }

    private static boolean allocates(Stmt statement) {
        return statement instanceof Stmt.Binding binding && isNewValue(binding.value());
    }

    /// Whether an expression makes a new object, as far as its form tells.
    private static boolean isNewValue(Expr value) {
        return switch (value) {
            case Expr.ListLiteral _,
                    Expr.SetLiteral _,
                    Expr.MapLiteral _,
                    Expr.JsonLiteral _,
                    Expr.TupleLiteral _,
                    Expr.ListComprehension _,
                    Expr.SetComprehension _,
                    Expr.MapComprehension _ ->
                    true;
            case Expr.Call(Expr.Name(String name, _, _), _, _) ->
                    Character.isUpperCase(name.charAt(0)) || name.equals("str");
            case Expr.Call(Expr.Member(_, var method, _), _, _) ->
                    ALLOCATING_METHODS.contains(method.text());
            case Expr.Binary(BinaryOperator operator, Expr left, Expr right, _) ->
                    operator == BinaryOperator.ADD && (isText(left) || isText(right));
            default -> false;
        };
    }

    private static boolean isText(Expr operand) {
        return switch (operand) {
            case Expr.StringLiteral _ -> true;
            case Expr.Binary(BinaryOperator operator, Expr left, Expr right, _) ->
                    operator == BinaryOperator.ADD && (isText(left) || isText(right));
            default -> false;
        };
    }

    private static boolean touchesList(Block body) {
        return Walk.expressions(body).stream()
                .anyMatch(
                        expr ->
                                expr instanceof Expr.Call(Expr.Member(_, var method, _), _, _)
                                        && LIST_METHODS.contains(method.text()));
    }

    // Moves

    /// `y = x` where `x` is not used after it.
    private void moves(Block body) {
        List<Stmt> statements = Walk.statements(body);
        LastUses uses = LastUses.of(body, statements);
        for (Stmt statement : statements) {
            if (statement
                            instanceof
                            Stmt.Binding(_, var target, _, boolean moves, Expr.Name source, _)
                    && !moves
                    && !target.text().equals(source.text())
                    && uses.isLast(source)) {
                note(
                        Category.MOVE,
                        statement.span(),
                        "'%s' is not used after this: `%s := %s` would move it"
                                .formatted(source.text(), target.text(), source.text()));
            }
        }
    }
}
