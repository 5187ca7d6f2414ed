package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;

import java.util.List;

/// Keeps values in variables of the checker's own, so that they are evaluated once.
final class Temporaries {

    private Temporaries() {}

    /// A variable that `before` gives the value to.
    static Local keep(Body body, CheckedExpr value, List<CheckedStmt> before) {
        Local local = body.temporary(value.type(), value.span());
        before.add(new CheckedStmt.Store(local, value, value.span()));
        return local;
    }

    /// The value as `before` evaluates it; constants need no variable.
    static CheckedExpr held(Body body, CheckedExpr value, List<CheckedStmt> before) {
        return value instanceof CheckedExpr.IntConstant
                        || value instanceof CheckedExpr.StringConstant
                ? value
                : new CheckedExpr.Read(keep(body, value, before), value.span());
    }
}
