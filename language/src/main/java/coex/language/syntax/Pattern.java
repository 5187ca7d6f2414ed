package coex.language.syntax;

import coex.language.source.Span;

import java.util.List;

/// What a case of `match` asks for.
public sealed interface Pattern {

    Span span();

    /// A literal, perhaps a negative number.
    record Literal(Expr value, Span span) implements Pattern {}

    /// `Variant(a, _)`, or a lone name: a variant or a new name for the subject.
    record Named(Identifier name, List<Bind> parts, Span span) implements Pattern {}

    /// `_`
    record Anything(Span span) implements Pattern {}
}
