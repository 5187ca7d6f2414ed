package coex.language.format;

/// How wide lines become when nothing is broken but what must be: the first, which begins where the
/// code does; the widest between, and the last, which begin at the indentation. Without a break the
/// first is the only one.
final class LineWidths {

    static final int LIMIT = 100;

    private int first;
    private int between;
    private int last;
    private boolean isBroken;

    void add(String text) {
        String[] lines = text.split("\n", -1);
        add(width(lines[0]));
        for (int i = 1; i < lines.length; i++) {
            lineEnd();
            add(width(lines[i]));
        }
    }

    void add(Doc doc) {
        for (Doc.Part part : doc.parts()) {
            switch (part) {
                case Doc.Text(String text) -> add(text);
                case Doc.Brackets brackets -> {
                    if (brackets.isBroken()) {
                        add(brackets.opening());
                        lineEnd();
                        add(brackets.closing());
                    } else {
                        add(brackets.flat());
                    }
                }
            }
        }
    }

    private void add(LineWidths other) {
        add(other.first);
        if (other.isBroken) {
            lineEnd();
            between = Math.max(between, other.between);
            add(other.last);
        }
    }

    private void add(int width) {
        if (isBroken) {
            last += width;
        } else {
            first += width;
        }
    }

    private void lineEnd() {
        if (isBroken) {
            between = Math.max(between, last);
        }
        isBroken = true;
        last = 0;
    }

    /// Whether no line is too wide.
    ///
    /// @param column where the code begins
    /// @param indentation where its other lines begin
    /// @param rest the width of what must stand behind it on its last line
    boolean fit(int column, int indentation, int rest) {
        return isBroken
                ? column + first <= LIMIT
                        && indentation + between <= LIMIT
                        && indentation + last + rest <= LIMIT
                : column + first + rest <= LIMIT;
    }

    static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
