package coex.runtime.regex;

/// What can be asked of a place between two characters.
enum Assertion {
    LINE_START,
    LINE_END,
    TEXT_START,
    TEXT_END,
    WORD_START,
    WORD_END,
    WORD_EDGE,
    NO_WORD_EDGE;

    private static final Assertion[] ALL = values();

    /// What stands before the first character and after the last.
    static final int NOTHING = -1;

    static Assertion of(int number) {
        return ALL[number];
    }

    /// @param before the character before the place, or nothing
    /// @param after the character after it, or nothing
    /// @param flags of the match
    /// @param hasLines whether lines begin and end at newlines too
    boolean holds(int before, int after, int flags, boolean hasLines) {
        return switch (this) {
            case LINE_START ->
                    before == NOTHING
                            ? (flags & Pattern.NOT_AT_LINE_START) == 0
                            : hasLines && before == '\n';
            case LINE_END ->
                    after == NOTHING
                            ? (flags & Pattern.NOT_AT_LINE_END) == 0
                            : hasLines && after == '\n';
            case TEXT_START -> before == NOTHING;
            case TEXT_END -> after == NOTHING;
            case WORD_START -> !isWord(before) && isWord(after);
            case WORD_END -> isWord(before) && !isWord(after);
            case WORD_EDGE -> isWord(before) != isWord(after);
            case NO_WORD_EDGE -> isWord(before) == isWord(after);
        };
    }

    private static boolean isWord(int character) {
        return character != NOTHING && CharacterClass.isWord(character);
    }
}
