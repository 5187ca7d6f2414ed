package coex.language.checked;

import coex.language.source.Span;
import coex.language.syntax.SelectStrategy;

import java.util.List;
import java.util.Optional;

/// A statement that is right.
public sealed interface CheckedStmt {

    Span span();

    /// Gives a variable a value, the first or another.
    record Store(Local local, CheckedExpr value, Span span) implements CheckedStmt {}

    record Evaluate(CheckedExpr value, Span span) implements CheckedStmt {}

    record If(CheckedExpr condition, List<CheckedStmt> then, List<CheckedStmt> otherwise, Span span)
            implements CheckedStmt {}

    /// Bounds are evaluated once.
    record ForRange(
            Local variable,
            CheckedExpr from,
            CheckedExpr to,
            CheckedExpr step,
            List<CheckedStmt> body,
            Span span)
            implements CheckedStmt {}

    /// Goes through a List, Array, Set, the keys of a Map, the characters of a string, or what a
    /// channel gives until it is closed.
    record ForEach(Local variable, CheckedExpr iterable, List<CheckedStmt> body, Span span)
            implements CheckedStmt {}

    record While(CheckedExpr condition, List<CheckedStmt> body, Span span) implements CheckedStmt {}

    /// @param variables the double-buffered variables of the body; both buffers start at zero
    record Cycle(CheckedExpr condition, List<Local> variables, List<CheckedStmt> body, Span span)
            implements CheckedStmt {}

    /// Evaluates `element` for each value of the loop, tasks all at once, and stores the list of
    /// results.
    ///
    /// @param loop a ForRange or ForEach whose body ends before `element`
    record Gather(Local result, CheckedStmt loop, CheckedExpr element, Span span)
            implements CheckedStmt {}

    record Select(
            SelectStrategy strategy, Optional<CheckedExpr> timeout, List<Receive> cases, Span span)
            implements CheckedStmt {}

    /// @param variable optional of what the channel carries
    record Receive(Local variable, CheckedExpr channel, List<CheckedStmt> body) {}

    record Within(CheckedExpr limit, List<CheckedStmt> body, List<CheckedStmt> otherwise, Span span)
            implements CheckedStmt {}

    /// @param value there is one if the function has a result
    record Return(Optional<CheckedExpr> value, Span span) implements CheckedStmt {}

    record Break(Span span) implements CheckedStmt {}

    record Continue(Span span) implements CheckedStmt {}
}
