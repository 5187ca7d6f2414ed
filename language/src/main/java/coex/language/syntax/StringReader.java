package coex.language.syntax;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;

/// Reads one string in single or double quotes and decodes its escapes.
final class StringReader {

    private static final int MOST_OCTAL_DIGITS = 3;

    private final SourceFile file;
    private final String text;
    private final Problems problems;
    private final int start;
    private final StringBuilder value = new StringBuilder();
    private int position;

    /// @param start where the opening quote is
    StringReader(SourceFile file, int start, Problems problems) {
        this.file = file;
        this.text = file.text();
        this.problems = problems;
        this.start = start;
        this.position = start + 1;
    }

    /// Reads to the end of the string, and returns the position after it.
    int read() {
        char quote = text.charAt(start);
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == quote) {
                return position + 1;
            }
            if (c == '\n' || c == '\r') {
                break;
            }
            position++;
            if (c == '\\') {
                readEscape();
            } else {
                value.append(c);
            }
        }
        Span place = file.span(start, position);
        problems.add(new SyntaxProblem.UnterminatedString(place, String.valueOf(quote)));
        return position;
    }

    /// The characters of the string, after [#read].
    String value() {
        return value.toString();
    }

    private void readEscape() {
        if (position == text.length() || text.charAt(position) == '\n') {
            return;
        }
        char c = text.charAt(position);
        switch (c) {
            case 'n' -> appendSingle('\n');
            case 't' -> appendSingle('\t');
            case 'r' -> appendSingle('\r');
            case 'b' -> appendSingle('\b');
            case 'f' -> appendSingle('\f');
            case '\\', '"', '\'' -> appendSingle(c);
            case 'x' -> appendHex(2);
            case 'u' -> appendHex(4);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> appendOctal();
            default -> {
                int character = text.codePointAt(position);
                position += Character.charCount(character);
                report(2, "`\\" + Character.toString(character) + "` is no escape");
            }
        }
    }

    private void appendSingle(char c) {
        position++;
        value.append(c);
    }

    private void appendHex(int digits) {
        int first = position + 1;
        int end = first;
        while (end < text.length()
                && end < first + digits
                && Character.digit(text.charAt(end), 16) >= 0) {
            end++;
        }
        String escape = text.substring(position - 1, end);
        position = end;
        if (end < first + digits) {
            report(
                    escape.length(),
                    "`%s` needs %d hexadecimal digits".formatted(escape.substring(0, 2), digits));
            return;
        }
        int character = Integer.parseInt(text, first, end, 16);
        if (Character.MIN_SURROGATE <= character && character <= Character.MAX_SURROGATE) {
            report(
                    escape.length(),
                    "`%s` is half of a surrogate pair and no character".formatted(escape));
        } else {
            value.appendCodePoint(character);
        }
    }

    private void appendOctal() {
        int first = position;
        while (position < text.length()
                && position < first + MOST_OCTAL_DIGITS
                && Character.digit(text.charAt(position), 8) >= 0) {
            position++;
        }
        value.appendCodePoint(Integer.parseInt(text, first, position, 8));
    }

    private void report(int length, String why) {
        problems.add(new SyntaxProblem.BadEscape(file.span(position - length, position), why));
    }
}
