package coex.language.syntax;

import coex.language.source.Span;

import java.util.List;
import java.util.Optional;

/// A statement as it is written.
public sealed interface Stmt {

    Span span();

    /// `name = e`, `name: T = e`, `const name = e`, each also with `:=`. Whether it declares or
    /// rebinds depends on what is visible.
    record Binding(
            boolean isConst,
            Identifier name,
            Optional<TypeExpr> type,
            boolean moves,
            Expr value,
            Span span)
            implements Stmt {}

    /// `(a, b) = e`
    record Destructure(List<Identifier> names, Expr value, Span span) implements Stmt {}

    /// Every assignment that is no binding: to a field, a subscript, or compound.
    record Assign(Expr target, AssignOperator operator, Expr value, Span span) implements Stmt {}

    record Evaluate(Expr value, Span span) implements Stmt {}

    record If(List<Branch> branches, Optional<Block> otherwise, Span span) implements Stmt {}

    record Branch(Expr condition, Block body) {}

    record For(Bind bind, Expr iterable, Block body, Span span) implements Stmt {}

    /// `results = for p in it  e ~`
    record ForAssign(Identifier name, Bind bind, Expr iterable, Expr element, Span span)
            implements Stmt {}

    record While(Expr condition, Block body, Span span) implements Stmt {}

    /// `while c cycle ... ~`
    record Cycle(Expr condition, Block body, Span span) implements Stmt {}

    record Match(Expr subject, List<Arm> arms, Span span) implements Stmt {}

    record Arm(Pattern pattern, Block body) {}

    record Select(SelectStrategy strategy, Optional<Expr> timeout, List<Receive> cases, Span span)
            implements Stmt {}

    /// `case name <- channel`
    record Receive(Identifier name, Expr channel, Block body) {}

    record Within(Expr limit, Block body, Optional<Block> otherwise, Span span) implements Stmt {}

    record Return(Optional<Expr> value, Span span) implements Stmt {}

    record Break(Span span) implements Stmt {}

    record Continue(Span span) implements Stmt {}
}
