package coex.language.checked;

import coex.language.type.ExternSymbol;
import coex.language.type.MatrixSymbol;

import java.util.List;
import java.util.Map;

/// A program without mistakes, ready to be compiled.
///
/// @param functions all instances that are called or may be
/// @param matrices the sizes and initial values of matrices
public record CheckedProgram(
        FunctionInstance main,
        Map<FunctionInstance, CheckedFunction> functions,
        Map<MatrixSymbol, CheckedMatrix> matrices,
        List<ExternSymbol> externs) {

    public record CheckedMatrix(CheckedExpr width, CheckedExpr height, CheckedExpr initial) {}
}
