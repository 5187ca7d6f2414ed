// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

/// A text is not JSON. The language makes its runtime error of it, or nil.
public final class JsonSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String problem;
    private final int line;
    private final int column;

    /// @param problem what was found, and what was expected
    /// @param line from 1; lines end with a line feed
    /// @param column from 1, in code points
    public JsonSyntaxException(String problem, int line, int column) {
        super("not JSON: %s: line=%d column=%d".formatted(problem, line, column));
        this.problem = problem;
        this.line = line;
        this.column = column;
    }

    /// The same for a text that begins at a line and column of another.
    public JsonSyntaxException within(int firstLine, int firstColumn) {
        return new JsonSyntaxException(
                problem, firstLine + line - 1, line == 1 ? firstColumn + column - 1 : column);
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }
}
