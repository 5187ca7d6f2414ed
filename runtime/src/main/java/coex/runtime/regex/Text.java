package coex.runtime.regex;

/// The characters of a text in UTF-8. A byte that belongs to none is a character of its own, beyond
/// all others.
///
/// @param utf8 not copied; nobody changes it
record Text(byte[] utf8) {

    private static final int BEYOND = Character.MAX_CODE_POINT + 1;

    int length() {
        return utf8.length;
    }

    /// The character at a position, or [Assertion#NOTHING] at the end.
    int after(int position) {
        if (position == utf8.length) {
            return Assertion.NOTHING;
        }
        int lead = utf8[position];
        if (lead >= 0) {
            return lead;
        }
        int count = count(position);
        int character = count == 1 ? 0 : lead & 0x7F >> count;
        for (int i = 1; i < count; i++) {
            character = character << 6 | utf8[position + i] & 0x3F;
        }
        return count == 1 || character > Character.MAX_CODE_POINT
                ? BEYOND + (lead & 0xFF)
                : character;
    }

    /// How many bytes the character at a position takes.
    int count(int position) {
        int lead = utf8[position] & 0xFF;
        int count = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
        for (int i = 1; i < count; i++) {
            if (position + i >= utf8.length || (utf8[position + i] & 0xC0) != 0x80) {
                return 1;
            }
        }
        return count;
    }

    /// The character that ends at a position, or [Assertion#NOTHING] at the beginning.
    int before(int position) {
        for (int back = 4; back > 1; back--) {
            if (position >= back && count(position - back) == back) {
                return after(position - back);
            }
        }
        return position == 0 ? Assertion.NOTHING : after(position - 1);
    }

    /// The same character for all that differ in case only.
    static int folded(int character) {
        if (character < 128) {
            return character >= 'a' && character <= 'z' ? character - ('a' - 'A') : character;
        }
        return Character.toUpperCase(Character.toLowerCase(character));
    }
}
