package coex.runtime.generated;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedProgram;
import coex.language.type.Type;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What matrices do, cell by cell and row by row.
final class Matrices {

    private final Interpreter interpreter;
    private final Evaluation evaluation;

    Matrices(Interpreter interpreter, Evaluation evaluation) {
        this.interpreter = interpreter;
        this.evaluation = evaluation;
    }

    Object of(CheckedExpr.Operate operate, List<Object> given) {
        switch (operate.operation()) {
            case MATRIX_NEW -> {
                return create((Type.Matrix) Types.settled(operate.type()));
            }
            case CELL, NEIGHBOUR -> {
                return seen(given);
            }
            default -> {}
        }
        Value.Matrix matrix = required(given.getFirst());
        return switch (operate.operation()) {
            case MATRIX_WIDTH -> (long) matrix.width;
            case MATRIX_HEIGHT -> (long) matrix.height;
            case MATRIX_GET ->
                    matrix.cells.get(matrix.index((Long) given.get(1), (Long) given.get(2)));
            case MATRIX_SET -> {
                matrix.cells.set(
                        matrix.index((Long) given.get(1), (Long) given.get(2)), given.get(3));
                yield null;
            }
            default -> throw new UnsupportedOperationException(operate.operation().name());
        };
    }

    private static Value.Matrix required(Object value) {
        if (value == null) {
            throw Evaluation.nil("method");
        }
        return (Value.Matrix) value;
    }

    private Value.Matrix create(Type.Matrix type) {
        CheckedProgram.CheckedMatrix declared = interpreter.program().matrices().get(type.symbol());
        var nothing = new Interpreter.Activation();
        int width = (int) (long) (Long) evaluation.of(declared.width(), nothing);
        int height = (int) (long) (Long) evaluation.of(declared.height(), nothing);
        Object initial = evaluation.of(declared.initial(), nothing);
        interpreter.burn((long) width * height / 8);
        return new Value.Matrix(
                width, height, new ArrayList<>(Collections.nCopies(width * height, initial)));
    }

    /// The cell at (matrix, x, y), or its neighbour at (matrix, x, y, dx, dy), which may be
    /// outside.
    private static Object seen(List<Object> given) {
        var matrix = (Value.Matrix) given.getFirst();
        long x = (Long) given.get(1) + (given.size() > 3 ? (Long) given.get(3) : 0);
        long y = (Long) given.get(2) + (given.size() > 3 ? (Long) given.get(4) : 0);
        return matrix.isInside(x, y) ? matrix.cells.get(matrix.index(x, y)) : null;
    }

    void apply(CheckedFunction formula, List<Object> given) {
        Value.Matrix matrix = required(given.getFirst());
        var next = new ArrayList<Object>();
        for (long y = 0; y < matrix.height; y++) {
            for (long x = 0; x < matrix.width; x++) {
                var arguments = new ArrayList<Object>(List.of(matrix, x, y));
                arguments.addAll(given.subList(1, given.size()));
                next.add(interpreter.call(formula, arguments));
            }
        }
        matrix.cells = next;
    }
}
