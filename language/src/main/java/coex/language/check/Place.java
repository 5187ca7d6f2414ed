package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.type.Type;

/// Something that can be assigned to: what it holds now, and how to give it a new value.
record Place(CheckedExpr read, Type type, Storing store) {

    interface Storing {
        CheckedStmt apply(CheckedExpr value);
    }
}
