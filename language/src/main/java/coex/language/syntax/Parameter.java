package coex.language.syntax;

import coex.language.source.Span;

/// A parameter of a function.
///
/// @param isPositional marked with `_`, which says how it is meant to be given
public record Parameter(Identifier name, TypeExpr type, boolean isPositional, Span span) {}
