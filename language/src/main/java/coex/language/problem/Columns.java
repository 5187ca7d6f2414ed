package coex.language.problem;

/// How many columns of a terminal a text takes. Marks that stand below it need to know.
///
/// Ideographs, kana, Hangul, full-width forms and emoji take two; an accent that joins the letter
/// before it takes none. Terminals differ on rarer characters: those count as one.
final class Columns {

    /// The first and last code points of the wide ranges, in order.
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2E80, 0x303E, 0x3041, 0x33FF, 0x3400, 0x4DBF, 0x4E00, 0xA4CF, 0xAC00,
        0xD7A3, 0xF900, 0xFAFF, 0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x1F300, 0x1F64F,
        0x1F680, 0x1F6FF, 0x1F900, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD
    };

    private Columns() {}

    static int of(String text) {
        return text.codePoints().map(Columns::of).sum();
    }

    private static int of(int character) {
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        for (int i = 0; i < WIDE.length && WIDE[i] <= character; i += 2) {
            if (character <= WIDE[i + 1]) {
                return 2;
            }
        }
        return 1;
    }
}
