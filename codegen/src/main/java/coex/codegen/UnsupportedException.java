package coex.codegen;

import coex.language.source.Span;

/// A part of the language that is not compiled yet.
public final class UnsupportedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnsupportedException(String what, Span place) {
        super("%s: %s is not compiled yet".formatted(place, what));
    }
}
