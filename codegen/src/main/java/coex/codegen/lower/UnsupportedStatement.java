package coex.codegen.lower;

import coex.language.source.Span;

/// A statement of the language that the back end does not compile yet.
public final class UnsupportedStatement extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    UnsupportedStatement(String what, Span place) {
        super("not compiled yet: what=%s place=%s".formatted(what, place));
    }
}
