package coex.runtime.project;

import coex.language.source.NotUtf8Exception;
import coex.language.source.SourceText;
import coex.runtime.error.VisibleText;
import coex.runtime.io.LimitedBytes;
import coex.runtime.io.WholeFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads the part of TOML that project files are written in: tables, and keys whose values are
/// texts on one line. What is wrong is named with its line and column.
final class TomlText {

    /// A key with its value.
    ///
    /// @param table the table it is in, empty at the top
    record Entry(String table, String key, String value, int line, int column) {}

    private final String file;
    private final String[] lines;
    private int line;
    private int column;

    private TomlText(String file, String text) {
        this.file = file;
        this.lines = text.split("\r\n|\n", -1);
    }

    /// What is in a file, which anybody may have written.
    static String textOf(Path file) throws ProjectProblem {
        try {
            return SourceText.decode(LimitedBytes.of(file, LimitedBytes.PROJECT));
        } catch (NotUtf8Exception e) {
            throw new ProjectProblem(
                    "%s cannot be read: %s; it has to be UTF-8"
                            .formatted(VisibleText.line(file.toString()), e.getMessage()));
        } catch (IOException e) {
            throw new ProjectProblem(
                    "%s cannot be read: %s"
                            .formatted(VisibleText.line(file.toString()), WholeFile.reason(e)));
        }
    }

    /// @param file what messages call it
    static List<Entry> read(String file, String text) throws ProjectProblem {
        return new TomlText(file, text).entries();
    }

    private List<Entry> entries() throws ProjectProblem {
        var entries = new ArrayList<Entry>();
        String table = "";
        for (line = 0; line < lines.length; line++) {
            column = 0;
            skipBlanks();
            if (isAtEnd()) {
                continue;
            }
            if (isAt('[')) {
                column++;
                skipBlanks();
                table = key();
                skipBlanks();
                expect(']', "`]` after the name of the table");
            } else {
                entries.add(entry(table));
            }
            skipBlanks();
            if (!isAtEnd()) {
                throw wrong("the end of the line is expected here");
            }
        }
        return entries;
    }

    private Entry entry(String table) throws ProjectProblem {
        int start = column;
        String key = key();
        skipBlanks();
        expect('=', "`=` after the key");
        skipBlanks();
        if (!isAt('"') && !isAt('\'')) {
            throw wrong("a text in quotes is expected here");
        }
        return new Entry(table, key, quoted(), line + 1, start + 1);
    }

    private String key() throws ProjectProblem {
        if (isAt('"') || isAt('\'')) {
            return quoted();
        }
        int start = column;
        while (column < lines[line].length() && isBare(lines[line].charAt(column))) {
            column++;
        }
        if (start == column) {
            throw wrong("a key or `[table]` is expected here");
        }
        return lines[line].substring(start, column);
    }

    private static boolean isBare(char c) {
        return c < 128 && Character.isLetterOrDigit(c) || c == '_' || c == '-';
    }

    /// A text in double quotes, with escapes, or in single ones, without.
    private String quoted() throws ProjectProblem {
        char quote = lines[line].charAt(column++);
        var text = new StringBuilder();
        while (column < lines[line].length()) {
            char c = lines[line].charAt(column++);
            if (c == quote) {
                return text.toString();
            }
            text.append(c == '\\' && quote == '"' ? escaped() : c);
        }
        throw wrong("the closing quote is missing");
    }

    private char escaped() throws ProjectProblem {
        char c = column < lines[line].length() ? lines[line].charAt(column++) : '\n';
        return switch (c) {
            case '"', '\\' -> c;
            case 'n' -> '\n';
            case 't' -> '\t';
            default -> {
                column--;
                throw wrong("there is no such escape; there are \\\" \\\\ \\n \\t");
            }
        };
    }

    private void expect(char wanted, String what) throws ProjectProblem {
        if (!isAt(wanted)) {
            throw wrong(what + " is expected here");
        }
        column++;
    }

    private boolean isAt(char c) {
        return column < lines[line].length() && lines[line].charAt(column) == c;
    }

    private boolean isAtEnd() {
        return column >= lines[line].length() || isAt('#');
    }

    private void skipBlanks() {
        while (isAt(' ') || isAt('\t')) {
            column++;
        }
    }

    private ProjectProblem wrong(String what) {
        return problem(file, line + 1, column + 1, what);
    }

    static ProjectProblem problem(String file, int line, int column, String what) {
        return new ProjectProblem(
                "%s:%d:%d: %s".formatted(VisibleText.line(file), line, column, what));
    }
}
