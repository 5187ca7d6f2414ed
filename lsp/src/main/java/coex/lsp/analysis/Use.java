package coex.lsp.analysis;

import coex.language.source.Span;
import coex.language.type.Meaning;

/// A name in a text and what it stands for.
public record Use(Span place, Meaning meaning) {

    /// Whether the name is declared here.
    public boolean isDeclaration() {
        return meaning.declaration().map(Place::of).filter(Place.of(place)::equals).isPresent();
    }
}
