package coex.language.syntax;

import coex.language.source.Span;

import java.util.List;
import java.util.Optional;

/// A type as it is written.
public sealed interface TypeExpr {

    Span span();

    /// `int`, `Tank`, `Map<string, int>`; reserved words for types are names too.
    record Named(Identifier name, List<TypeExpr> arguments, Span span) implements TypeExpr {}

    /// `[T]`
    record ListOf(TypeExpr element, Span span) implements TypeExpr {}

    /// `(A, B)` or `(a: A, b: B)`
    record Tuple(List<Element> elements, Span span) implements TypeExpr {}

    /// An element of a tuple type.
    record Element(Optional<Identifier> name, TypeExpr type) {}

    /// `kind(A, B) -> R`
    record Function(
            FunctionKind kind, List<TypeExpr> parameters, Optional<TypeExpr> result, Span span)
            implements TypeExpr {}

    /// `T?`
    record Optionally(TypeExpr type, Span span) implements TypeExpr {}

    /// Stands where a syntax error was reported.
    record Missing(Span span) implements TypeExpr {}
}
