package coex.language.syntax;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;

import java.util.ArrayList;
import java.util.List;

/// Takes a source text apart into tokens and comments.
///
/// Line ends are tokens everywhere; the parser leaves them out within brackets. What is wrong with
/// a token is reported here, and the token is given as if it were right, so that one mistake is one
/// report.
public final class Lexer {

    private static final int LONGEST_MARK = 2;

    private final SourceFile file;
    private final String text;
    private final Problems problems;
    private final List<Token> tokens = new ArrayList<>();
    private final List<Comment> comments = new ArrayList<>();
    private int position;

    private Lexer(SourceFile file, Problems problems) {
        this.file = file;
        this.text = file.text();
        this.problems = problems;
    }

    public static Tokens read(SourceFile file, Problems problems) {
        return new Lexer(file, problems).readAll();
    }

    private Tokens readAll() {
        while (position < text.length()) {
            readNext();
        }
        add(TokenKind.END_OF_FILE, "", position);
        return new Tokens(tokens, comments);
    }

    private void readNext() {
        char c = text.charAt(position);
        if (c == ' ' || c == '\t') {
            position++;
        } else if (c == '\n' || c == '\r') {
            readLineEnds();
        } else if (c == '#') {
            readComment();
        } else if (isDigit(c)) {
            readNumber();
        } else if (isLetter(c)) {
            readWord();
        } else if (c == '"' || c == '\'') {
            readString(c);
        } else {
            readMark();
        }
    }

    private void readLineEnds() {
        int start = position;
        while (position < text.length() && isLineEnd(text.charAt(position))) {
            position++;
        }
        boolean continuesRun = !tokens.isEmpty() && tokens.getLast().kind() == TokenKind.NEWLINE;
        if (!continuesRun) {
            add(TokenKind.NEWLINE, "\n", start);
        }
    }

    /// `##` begins a block comment if another `##` follows on a later line; every other `#` begins
    /// a comment to the end of its line.
    private void readComment() {
        int start = position;
        int lineEnd = endOfLine(position);
        int close = text.startsWith("##", position) ? text.indexOf("##", position + 2) : -1;
        boolean isBlock = close >= lineEnd;
        position = isBlock ? close + 2 : lineEnd;
        Comment.Kind kind = isBlock ? Comment.Kind.BLOCK : Comment.Kind.LINE;
        comments.add(new Comment(kind, spanFrom(start)));
        warnAboutDirections(start);
    }

    /// Looks for controls of the direction of text from a place up to here, one on each line:
    /// outside of comments and strings they are mistakes anyhow.
    private void warnAboutDirections(int start) {
        for (int i = start; i < position; i++) {
            if (SourceWarning.TextDirection.isControl(text.charAt(i))) {
                Span place = file.span(i, i + 1);
                problems.add(new SourceWarning.TextDirection(place, text.charAt(i)));
                i = endOfLine(i);
            }
        }
    }

    private void readWord() {
        int start = position;
        while (position < text.length() && isLetterOrDigit(text.charAt(position))) {
            position++;
        }
        String word = text.substring(start, position);
        if (word.equals("_")) {
            add(TokenKind.WILDCARD, word, start);
        } else {
            add(TokenKind.ofWord(word), word, start);
        }
    }

    private void readNumber() {
        int start = position;
        boolean hasPrefix =
                text.charAt(position) == '0'
                        && position + 1 < text.length()
                        && "xXbB".indexOf(text.charAt(position + 1)) >= 0;
        if (hasPrefix) {
            position += 2;
            skipLettersAndDigits();
            add(TokenKind.INTEGER, text.substring(start, position), start);
        } else {
            add(readDecimal(), text.substring(start, position), start);
        }
    }

    /// Reads `12`, `1.5`, `1e9` or `1.5e-9`; a point without digits after it is not part of a
    /// number.
    private TokenKind readDecimal() {
        TokenKind kind = TokenKind.INTEGER;
        skipDigits();
        if (at(position) == '.' && isDigit(at(position + 1))) {
            kind = TokenKind.FLOAT;
            position++;
            skipDigits();
        }
        if (at(position) == 'e' || at(position) == 'E') {
            int sign = at(position + 1) == '+' || at(position + 1) == '-' ? 1 : 0;
            if (isDigit(at(position + 1 + sign))) {
                kind = TokenKind.FLOAT;
                position += 1 + sign;
                skipDigits();
            }
        }
        skipLettersAndDigits();
        return kind;
    }

    private void readString(char quote) {
        String triple = String.valueOf(quote).repeat(3);
        if (text.startsWith(triple, position)) {
            readTripleString(triple);
            return;
        }
        int start = position;
        var string = new StringReader(file, position, problems);
        position = string.read();
        add(TokenKind.STRING, string.value(), start);
        warnAboutDirections(start);
    }

    private void readTripleString(String quotes) {
        int start = position;
        int close = text.indexOf(quotes, position + quotes.length());
        int end = close < 0 ? text.length() : close;
        position = close < 0 ? end : close + quotes.length();
        if (close < 0) {
            Span opening = file.span(start, start + quotes.length());
            problems.add(new SyntaxProblem.UnterminatedString(opening, quotes));
        }
        add(TokenKind.TRIPLE_STRING, text.substring(start + quotes.length(), end), start);
        warnAboutDirections(start);
    }

    private void readMark() {
        int start = position;
        for (int length = LONGEST_MARK; length > 0; length--) {
            int end = Math.min(start + length, text.length());
            TokenKind kind = TokenKind.ofMark(text.substring(start, end));
            if (kind != null) {
                position = end;
                add(kind, text.substring(start, end), start);
                return;
            }
        }
        int character = text.codePointAt(position);
        position += Character.charCount(character);
        if ((character == '&' || character == '|') && at(position) == character) {
            position++;
        }
        problems.add(new SyntaxProblem.UnexpectedCharacter(spanFrom(start), character));
    }

    private void add(TokenKind kind, String value, int start) {
        tokens.add(new Token(kind, value, spanFrom(start)));
    }

    private Span spanFrom(int start) {
        return file.span(start, position);
    }

    private int endOfLine(int from) {
        int end = from;
        while (end < text.length() && !isLineEnd(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private void skipDigits() {
        while (isDigit(at(position))) {
            position++;
        }
    }

    private void skipLettersAndDigits() {
        while (isLetterOrDigit(at(position))) {
            position++;
        }
    }

    /// The character at an index, or 0 after the end.
    private char at(int index) {
        return index < text.length() ? text.charAt(index) : 0;
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private static boolean isLetterOrDigit(char c) {
        return isLetter(c) || isDigit(c);
    }
}
