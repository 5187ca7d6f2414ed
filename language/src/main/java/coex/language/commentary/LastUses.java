package coex.language.commentary;

import coex.language.source.Span;
import coex.language.syntax.Block;
import coex.language.syntax.Expr;
import coex.language.syntax.Stmt;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Where each name of a function is used last, by places in the text. Gathered once for a function:
/// functions can be long.
final class LastUses {

    /// Where the last use of a name begins.
    private final Map<String, Integer> lastStart = new HashMap<>();

    /// The outermost loops, by where they begin. Loops are in each other or apart.
    private final TreeMap<Integer, Span> loops = new TreeMap<>();

    private LastUses() {}

    /// @param statements all those of the body
    static LastUses of(Block body, List<Stmt> statements) {
        var uses = new LastUses();
        for (Expr expr : Walk.expressions(body)) {
            if (expr instanceof Expr.Name name) {
                uses.lastStart.merge(name.text(), name.span().start(), Math::max);
            }
        }
        for (Stmt statement : statements) {
            if (Analyses.isLoop(statement) && !uses.isInLoop(statement.span())) {
                uses.loops.put(statement.span().start(), statement.span());
            }
        }
        return uses;
    }

    /// Whether a name is not used after this. Within a loop nothing is a last use: the next round
    /// comes.
    boolean isLast(Expr.Name use) {
        return !isInLoop(use.span()) && lastStart.get(use.text()) <= use.span().start();
    }

    private boolean isInLoop(Span place) {
        var before = loops.lowerEntry(place.start());
        return before != null && place.end() <= before.getValue().end();
    }
}
