package coex.language.checked;

import coex.language.source.Span;
import coex.language.syntax.FunctionKind;
import coex.language.type.Type;

import java.util.List;

/// A function whose body is right.
///
/// @param name for stack traces and tools: `area`, `Tank.filled`, `main.lambda-1`
/// @param parameters the receiver first if it is a method, then a lambda's captured variables
/// @param result NOTHING if there is none
public record CheckedFunction(
        String name,
        FunctionKind kind,
        List<Local> parameters,
        Type result,
        List<CheckedStmt> body,
        Span span) {}
