package coex.cli.doc;

/// How parts of a text are set apart in a terminal. Texts are laid out with marks, which take no
/// room, and the marks replaced at the end.
enum Colours {
    NONE("", "", "`", "`"),
    ANSI("\u001B[1;36m", "\u001B[0m", "\u001B[33m", "\u001B[0m");

    /// Characters of nobody's script, which are taken out of texts from outside.
    static final char HEADING = '\uE000';

    static final char END_HEADING = '\uE001';
    static final char CODE = '\uE002';
    static final char END_CODE = '\uE003';

    private final String heading;
    private final String endHeading;
    private final String code;
    private final String endCode;

    Colours(String heading, String endHeading, String code, String endCode) {
        this.heading = heading;
        this.endHeading = endHeading;
        this.code = code;
        this.endCode = endCode;
    }

    static String withoutMarks(String text) {
        return text.replaceAll("[" + HEADING + "-" + END_CODE + "]", "\uFFFD");
    }

    String apply(String marked) {
        return marked.replace(String.valueOf(HEADING), heading)
                .replace(String.valueOf(END_HEADING), endHeading)
                .replace(String.valueOf(CODE), code)
                .replace(String.valueOf(END_CODE), endCode);
    }

    /// The columns that a marked text takes.
    int width(String marked) {
        int width = 0;
        for (int i = 0; i < marked.length(); i += Character.charCount(marked.codePointAt(i))) {
            width +=
                    switch (marked.charAt(i)) {
                        case HEADING, END_HEADING -> 0;
                        case CODE, END_CODE -> this == NONE ? 1 : 0;
                        default -> 1;
                    };
        }
        return width;
    }
}
