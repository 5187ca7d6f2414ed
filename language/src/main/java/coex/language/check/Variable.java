package coex.language.check;

import coex.language.checked.Local;
import coex.language.source.Span;

import java.util.Optional;

/// What a scope knows of a local: what the program may do with it at this point of the text.
final class Variable {

    private final Local local;
    private final boolean isConst;
    private final Span declaredAt;

    /// Where its value was moved away, if it was.
    private Optional<Span> movedAt = Optional.empty();

    /// Whether a test has shown that it is not nil.
    private boolean isKnownPresent;

    Variable(Local local, boolean isConst) {
        this.local = local;
        this.isConst = isConst;
        this.declaredAt = local.span();
    }

    Local local() {
        return local;
    }

    boolean isConst() {
        return isConst;
    }

    Span declaredAt() {
        return declaredAt;
    }

    Optional<Span> movedAt() {
        return movedAt;
    }

    void move(Span place) {
        movedAt = Optional.of(place);
    }

    boolean isKnownPresent() {
        return isKnownPresent;
    }

    void setKnownPresent(boolean known) {
        isKnownPresent = known;
    }

    /// A new value: usable again, and perhaps nil.
    void assigned() {
        movedAt = Optional.empty();
        isKnownPresent = false;
    }
}
