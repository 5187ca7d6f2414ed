// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.json.JsonSyntaxException;

/// A text is not JSON. The message says what was found and expected, the line and column of it, and
/// the path of the value that it is part of.
public final class JsonTextException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final String path;

    JsonTextException(JsonSyntaxException cause, String path) {
        super(cause.getMessage() + " path=" + (path.isEmpty() ? "(whole text)" : path), cause);
        this.line = cause.line();
        this.column = cause.column();
        this.path = path;
    }

    /// The same for a text that is one line of many.
    ///
    /// @param line its number, from 1
    JsonTextException(JsonTextException cause, int line) {
        super("line " + line + " of many: " + cause.getMessage(), cause);
        this.line = line;
        this.column = cause.column;
        this.path = cause.path;
    }

    /// The same for a text that is part of another.
    ///
    /// @param cause whose cause is a [JsonSyntaxException]
    /// @param line where the part begins
    /// @param column where it begins
    /// @param path where it is
    JsonTextException(JsonTextException cause, int line, int column, String path) {
        this(((JsonSyntaxException) cause.getCause()).within(line, column), path + cause.path);
    }

    /// From 1; lines end with a line feed.
    ///
    /// @return the line
    public int line() {
        return line;
    }

    /// From 1, in code points.
    ///
    /// @return the column
    public int column() {
        return column;
    }

    /// {@return a JSON Pointer (RFC 6901) to the innermost array element or field that had begun;
    /// empty for the whole text}
    public String path() {
        return path;
    }
}
