package coex.language.syntax;

import java.util.Locale;

/// What a function may do: a formula computes, a task runs beside its caller, a func does anything.
public enum FunctionKind {
    FORMULA,
    FUNC,
    TASK;

    /// The word in a program.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
