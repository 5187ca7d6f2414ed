package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.type.Type;
import coex.language.type.TypeProblem;

import java.util.Optional;

/// Something that can be assigned to: what it holds now, and how to give it a new value.
///
/// @param reason what asks for the type, to be named in reports
record Place(CheckedExpr read, Type type, Storing store, Optional<TypeProblem.Reason> reason) {

    Place(CheckedExpr read, Type type, Storing store) {
        this(read, type, store, Optional.empty());
    }

    /// The same, of which reports say what it is.
    Place called(TypeProblem.Reason what) {
        return new Place(read, type, store, Optional.of(what));
    }

    interface Storing {
        CheckedStmt apply(CheckedExpr value);
    }
}
