package coex.runtime.regex;

/// What a pattern is made of.
///
/// @param value of a character itself, of an assertion its number, of a back reference the group,
///     of a class whether it is the opposite, 1 or 0; of the others the character it would be if it
///     stood for itself
/// @param length in characters of the pattern
record Token(Kind kind, int value, int length) {

    enum Kind {
        CHARACTER,
        ANY,
        WORD,
        SPACE,
        BRACKET,
        ASSERTION,
        BACK_REFERENCE,
        OPEN,
        CLOSE,
        OPEN_BRACE,
        CLOSE_BRACE,
        STAR,
        PLUS,
        QUESTION,
        BAR,
        LONE_BACKSLASH,
        END
    }

    boolean is(Kind wanted) {
        return kind == wanted;
    }

    boolean isCharacter(int wanted) {
        return kind == Kind.CHARACTER && value == wanted;
    }

    boolean repeats() {
        return switch (kind) {
            case STAR, PLUS, QUESTION, OPEN_BRACE -> true;
            default -> false;
        };
    }
}
