package coex.runtime.regex;

import coex.runtime.regex.Token.Kind;

/// Reads a pattern token by token. In the extended syntax operators are bare characters, in the
/// basic one most have a backslash; what is beyond POSIX (`\w`, `\<`, `\+` in the basic syntax,
/// ...) is as in the GNU C library.
final class Tokens {

    private final int[] pattern;
    private final boolean isExtended;
    private int position;

    Tokens(int[] pattern, boolean isExtended) {
        this.pattern = pattern;
        this.isExtended = isExtended;
    }

    /// @param mayStart whether `^` here is an assertion in the basic syntax
    Token next(boolean mayStart) {
        Token token = at(position, mayStart);
        position += token.length();
        return token;
    }

    // Characters, for what is in brackets

    boolean hasCharacter() {
        return position < pattern.length;
    }

    int character() {
        return pattern[position++];
    }

    /// Whether the next characters are these.
    boolean isNext(String characters) {
        if (position + characters.length() > pattern.length) {
            return false;
        }
        for (int i = 0; i < characters.length(); i++) {
            if (pattern[position + i] != characters.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean skip(String characters) {
        boolean isNext = isNext(characters);
        position += isNext ? characters.length() : 0;
        return isNext;
    }

    private Token at(int start, boolean mayStart) {
        if (start == pattern.length) {
            return new Token(Kind.END, 0, 0);
        }
        int c = pattern[start];
        if (c == '\\') {
            return start + 1 == pattern.length
                    ? new Token(Kind.LONE_BACKSLASH, c, 1)
                    : escaped(pattern[start + 1]);
        }
        return switch (c) {
            case '*' -> new Token(Kind.STAR, c, 1);
            case '[' -> new Token(Kind.BRACKET, c, 1);
            case '.' -> new Token(Kind.ANY, c, 1);
            case '^' ->
                    isExtended || mayStart || start == 0
                            ? assertion(Assertion.LINE_START, 1)
                            : new Token(Kind.CHARACTER, c, 1);
            case '$' ->
                    isExtended || mayEnd(start + 1)
                            ? assertion(Assertion.LINE_END, 1)
                            : new Token(Kind.CHARACTER, c, 1);
            default -> new Token(isExtended ? operator(c) : Kind.CHARACTER, c, 1);
        };
    }

    private boolean mayEnd(int next) {
        if (next == pattern.length) {
            return true;
        }
        Kind kind = pattern[next] == '$' ? Kind.CHARACTER : at(next, false).kind();
        return kind == Kind.BAR || kind == Kind.CLOSE;
    }

    private Token escaped(int c) {
        return switch (c) {
            case '1', '2', '3', '4', '5', '6', '7', '8', '9' ->
                    new Token(Kind.BACK_REFERENCE, c - '0', 2);
            case '<' -> assertion(Assertion.WORD_START, 2);
            case '>' -> assertion(Assertion.WORD_END, 2);
            case 'b' -> assertion(Assertion.WORD_EDGE, 2);
            case 'B' -> assertion(Assertion.NO_WORD_EDGE, 2);
            case '`' -> assertion(Assertion.TEXT_START, 2);
            case '\'' -> assertion(Assertion.TEXT_END, 2);
            case 'w', 'W' -> new Token(Kind.WORD, c == 'W' ? 1 : 0, 2);
            case 's', 'S' -> new Token(Kind.SPACE, c == 'S' ? 1 : 0, 2);
            default -> new Token(isExtended ? Kind.CHARACTER : operator(c), c, 2);
        };
    }

    private static Kind operator(int c) {
        return switch (c) {
            case '|' -> Kind.BAR;
            case '(' -> Kind.OPEN;
            case ')' -> Kind.CLOSE;
            case '{' -> Kind.OPEN_BRACE;
            case '}' -> Kind.CLOSE_BRACE;
            case '+' -> Kind.PLUS;
            case '?' -> Kind.QUESTION;
            default -> Kind.CHARACTER;
        };
    }

    private static Token assertion(Assertion assertion, int length) {
        return new Token(Kind.ASSERTION, assertion.ordinal(), length);
    }
}
