package coex.language.syntax;

import coex.language.source.Span;

import java.util.List;

/// What a loop gives names to: the element, or the parts of a tuple.
public sealed interface Bind {

    Span span();

    record Name(Identifier name) implements Bind {
        @Override
        public Span span() {
            return name.span();
        }
    }

    /// `_`
    record Nothing(Span span) implements Bind {}

    /// `(a, (b, _))`
    record Parts(List<Bind> parts, Span span) implements Bind {}
}
