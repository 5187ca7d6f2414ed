package coex.language.syntax;

import coex.language.source.Span;

import java.util.List;

/// Statements with a scope of their own.
///
/// @param span from the first statement to the last; empty if there are none
public record Block(List<Stmt> statements, Span span) {}
