package coex.language.check;

import coex.language.source.Span;
import coex.language.syntax.FunctionKind;
import coex.language.syntax.TypeExpr;
import coex.language.type.FunctionSymbol;
import coex.language.type.MatrixSymbol;
import coex.language.type.ModuleSymbol;
import coex.language.type.Type;
import coex.language.type.TypeResolver;

import java.util.Optional;

/// What a body is checked in: the function around it.
///
/// @param function the declared function, also around a lambda
/// @param name of the function, or of a lambda, for reports and stack traces
/// @param kind what the body may do
/// @param result what it returns; open in a lambda
/// @param types reads types in the body, with arguments for type parameters
record FunctionContext(
        ModuleSymbol module,
        FunctionSymbol function,
        String name,
        FunctionKind kind,
        Type result,
        TypeResolver types) {

    /// What names of lambdas have in them, and those of declared functions do not: a minus sign.
    static final String LAMBDA = ".lambda-";

    Optional<MatrixSymbol> matrix() {
        return function.ownerMatrix();
    }

    /// Whether every binding must be const.
    boolean bindsConstOnly() {
        return kind == FunctionKind.FORMULA && matrix().isEmpty() && !module.isStandard();
    }

    /// What to call it in a report: lambdas have no name that a program knows.
    String shown() {
        return name.contains(LAMBDA) ? "this lambda" : name;
    }

    /// Where it is said what the function returns.
    Optional<Span> placeOfResult() {
        return function.declaration().signature().result().map(TypeExpr::span);
    }

    boolean isFormula() {
        return kind == FunctionKind.FORMULA;
    }
}
