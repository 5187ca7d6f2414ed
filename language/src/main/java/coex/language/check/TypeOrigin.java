package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Local;
import coex.language.source.Span;
import coex.language.type.TypeProblem;

import java.util.Optional;

/// Why what belongs to a collection has to have a certain type: the collection is in a variable
/// that was declared somewhere.
final class TypeOrigin {

    private TypeOrigin() {}

    /// Where the variable was declared that is read; nothing if no variable is.
    static Optional<Span> of(CheckedExpr value) {
        return value instanceof CheckedExpr.Read(Local local, Span span)
                        && span.text().equals(local.name())
                ? Optional.of(local.span())
                : Optional.empty();
    }

    /// @param who expects the type
    /// @param collection what it is to be a part of
    static TypeProblem.Reason reason(String who, CheckedExpr collection) {
        return new TypeProblem.Reason(
                who,
                of(collection),
                "the type comes from '%s', declared here".formatted(collection.span().text()));
    }
}
