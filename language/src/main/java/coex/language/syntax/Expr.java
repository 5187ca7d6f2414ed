package coex.language.syntax;

import coex.language.source.Span;

import java.util.List;
import java.util.Optional;

/// An expression as it is written. Parentheses around one expression leave no trace but in the
/// spans of what surrounds it.
public sealed interface Expr {

    Span span();

    record IntLiteral(long value, Span span) implements Expr {}

    record FloatLiteral(double value, Span span) implements Expr {}

    record StringLiteral(String value, Span span) implements Expr {}

    record BoolLiteral(boolean value, Span span) implements Expr {}

    record NilLiteral(Span span) implements Expr {}

    /// A name, perhaps with type arguments: `pick`, `Box<int>`.
    record Name(String text, List<TypeExpr> typeArguments, Span span) implements Expr {}

    record Self(Span span) implements Expr {}

    record Cell(Span span) implements Expr {}

    record Unary(UnaryOperator operator, Expr operand, Span span) implements Expr {}

    record Binary(BinaryOperator operator, Expr left, Expr right, Span span) implements Expr {}

    /// `c ? a : b`, or `c ? a ! b` which leaves the function with `b`.
    record Conditional(Expr condition, Expr then, Expr otherwise, boolean exits, Span span)
            implements Expr {}

    /// `from..to`
    record Range(Expr from, Expr to, Span span) implements Expr {}

    record Member(Expr receiver, Identifier name, Span span) implements Expr {}

    /// `t.0`
    record TupleElement(Expr receiver, int index, Span span) implements Expr {}

    record Call(Expr callee, List<Argument> arguments, Span span) implements Expr {}

    record Argument(Optional<Identifier> name, Expr value) {}

    /// `x[i]`, `x[i, j]`
    record Index(Expr receiver, List<Expr> indexes, Span span) implements Expr {}

    /// `x[a:b]`
    record Slice(Expr receiver, Optional<Expr> from, Optional<Expr> to, Span span)
            implements Expr {}

    record As(Expr value, TypeExpr type, Span span) implements Expr {}

    record ListLiteral(List<Expr> elements, Span span) implements Expr {}

    record SetLiteral(List<Expr> elements, Span span) implements Expr {}

    record MapLiteral(List<Entry> entries, Span span) implements Expr {}

    record Entry(Expr key, Expr value) {}

    /// `{name: value}`: keys are names.
    record JsonLiteral(List<Field> fields, Span span) implements Expr {}

    record Field(Identifier name, Expr value) {}

    /// `{}`: what it is depends on what is expected.
    record EmptyBraces(Span span) implements Expr {}

    /// `(a, b)` or `(q: a, r: b)`
    record TupleLiteral(List<Argument> elements, Span span) implements Expr {}

    /// `[e for p in it if c]`
    record ListComprehension(Expr element, List<Clause> clauses, Span span) implements Expr {}

    /// `{e for p in it if c}`
    record SetComprehension(Expr element, List<Clause> clauses, Span span) implements Expr {}

    /// `{k: v for p in it if c}`
    record MapComprehension(Expr key, Expr value, List<Clause> clauses, Span span)
            implements Expr {}

    /// `for p in it if c`
    record Clause(Bind bind, Expr iterable, Optional<Expr> filter) {}

    /// `kind(params) => body`
    record Lambda(FunctionKind kind, List<Parameter> parameters, Expr body, Span span)
            implements Expr {}

    /// `llvm_ir(v -> %a) -> %r: i64 """..."""`
    record LlvmIr(List<IrBinding> bindings, Optional<IrResult> result, IrText text, Span span)
            implements Expr {}

    /// A variable that a register stands for.
    record IrBinding(Identifier variable, Identifier register, Optional<Identifier> type) {}

    record IrResult(Identifier register, Identifier type) {}

    /// The body, and where it begins.
    record IrText(String text, Span span) {}

    /// Stands where a syntax error was reported.
    record Missing(Span span) implements Expr {}
}
