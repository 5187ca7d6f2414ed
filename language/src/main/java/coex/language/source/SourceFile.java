package coex.language.source;

import java.util.Arrays;

/// A source text and its name, with where its lines begin.
///
/// Positions are offsets in `char`s from the start of the text. Lines are numbered from 1, and end
/// with LF, CR or CRLF; columns are numbered from 1 and count characters, not `char`s.
public final class SourceFile {

    private final String name;
    private final String text;
    private final int[] lineStarts;

    public SourceFile(String name, String text) {
        this.name = name;
        this.text = text;
        this.lineStarts = lineStartsOf(text);
    }

    /// What reports call it: a path as the user gave it, or `<stdin>`.
    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    public int lineCount() {
        return lineStarts.length;
    }

    /// The line of a position.
    public int lineOf(int position) {
        int found = Arrays.binarySearch(lineStarts, position);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /// The column of a position.
    public int columnOf(int position) {
        return text.codePointCount(lineStarts[lineOf(position) - 1], position) + 1;
    }

    public int startOfLine(int line) {
        return lineStarts[line - 1];
    }

    /// The text of a line, without what ends it.
    public String line(int line) {
        int end = line == lineStarts.length ? text.length() : lineStarts[line];
        int start = lineStarts[line - 1];
        while (end > start && isLineEnd(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    public Span span(int start, int end) {
        return new Span(this, start, end);
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    private static int[] lineStartsOf(String text) {
        int[] starts = new int[Math.max(16, text.length() / 24)];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean endsLine =
                    c == '\n'
                            || c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
            if (endsLine) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, 2 * count);
                }
                starts[count++] = i + 1;
            }
        }
        return Arrays.copyOf(starts, count);
    }

    @Override
    public String toString() {
        return name;
    }
}
