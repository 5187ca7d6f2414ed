package coex.runtime.regex;

import java.util.Optional;
import java.util.function.IntPredicate;

/// The classes of POSIX, over all of Unicode: `[:alpha:]` and the like. They do not depend on the
/// machine's locale.
enum CharacterClass {
    ALPHA(c -> Character.isLetterOrDigit(c) && !isDigit(c)),
    DIGIT(CharacterClass::isDigit),
    ALNUM(Character::isLetterOrDigit),
    UPPER(Character::isUpperCase),
    LOWER(Character::isLowerCase),
    SPACE(c -> c >= '\t' && c <= '\r' || isBlank(c) || c == 0x2028 || c == 0x2029),
    BLANK(CharacterClass::isBlank),
    PUNCT(c -> isGraphic(c) && !Character.isLetterOrDigit(c)),
    PRINT(c -> isGraphic(c) || Character.getType(c) == Character.SPACE_SEPARATOR),
    GRAPH(CharacterClass::isGraphic),
    CNTRL(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029),
    XDIGIT(c -> isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F');

    private final IntPredicate members;

    CharacterClass(IntPredicate members) {
        this.members = members;
    }

    /// The class of a name as patterns spell it.
    static Optional<CharacterClass> named(String name) {
        for (CharacterClass each : values()) {
            if (each.name().toLowerCase(java.util.Locale.ROOT).equals(name)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    boolean contains(int character) {
        return members.test(character);
    }

    /// What words are made of.
    static boolean isWord(int character) {
        return character == '_' || Character.isLetterOrDigit(character);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isBlank(int c) {
        boolean breaks = c != 0xA0 && c != 0x2007 && c != 0x202F;
        return c == '\t' || breaks && Character.getType(c) == Character.SPACE_SEPARATOR;
    }

    private static boolean isGraphic(int c) {
        return switch (Character.getType(c)) {
            case Character.UNASSIGNED,
                    Character.CONTROL,
                    Character.SURROGATE,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }
}
