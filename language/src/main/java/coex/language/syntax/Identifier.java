package coex.language.syntax;

import coex.language.source.Span;

/// A name where it is declared or used, as it is written.
public record Identifier(String text, Span span) {

    @Override
    public String toString() {
        return text;
    }
}
