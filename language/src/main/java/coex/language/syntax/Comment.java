package coex.language.syntax;

import coex.language.source.Span;

/// A comment, with its marks but without the end of its line.
public record Comment(Kind kind, Span span) {

    public enum Kind {
        LINE,
        BLOCK
    }
}
