package coex.runtime.generated;

import coex.language.checked.CheckedFunction;

import java.util.List;

/// What the interpreter holds that Java has no class for. `int` is Long, `float` Double, `bool`
/// Boolean, `byte` and `char` Integer, nil null; a string is a String with a char for each byte;
/// collections are Java's, and never changed once they are values.
sealed interface Value {

    record Tuple(List<Object> elements) implements Value {}

    record Struct(List<Object> fields) implements Value {}

    /// Also `Ok`, variant 0, and `Err`, variant 1.
    record Variant(int number, List<Object> fields) implements Value {}

    record Closure(CheckedFunction function, List<Object> captured) implements Value {}

    /// @param content null, Boolean, Long, String, a List or a Map of these records, whose keys are
    ///     Strings
    record Json(Object content) implements Value {}

    /// Equal only to itself. Cells are row by row.
    final class Matrix implements Value {
        final int width;
        final int height;
        List<Object> cells;

        Matrix(int width, int height, List<Object> cells) {
            this.width = width;
            this.height = height;
            this.cells = cells;
        }

        boolean isInside(long x, long y) {
            return x >= 0 && x < width && y >= 0 && y < height;
        }

        int index(long x, long y) {
            if (x < 0 || x >= width || y < 0 || y >= height) {
                boolean isX = x < 0 || x >= width;
                throw new Failure(
                        "index out of range: index=%d length=%d"
                                .formatted(isX ? x : y, isX ? width : height));
            }
            return (int) (y * width + x);
        }
    }

    /// Ends the program.
    final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message, null, false, false);
        }
    }

    /// That a program takes too long to be interpreted.
    final class OutOfFuel extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutOfFuel() {
            super(null, null, false, false);
        }
    }
}
