package coex.language.problem;

import coex.language.source.SourceFile;
import coex.language.source.Span;

import java.util.function.UnaryOperator;

/// One line of source with a mark below the part that matters. Of a span over several lines the
/// first is shown; of a long line, the surroundings of the mark.
record Snippet(Span place, int gutter) {

    private static final int WIDEST = 100;
    private static final int BEFORE_MARK = 60;
    private static final String CUT = "…";

    void appendTo(StringBuilder out, char mark, String label, UnaryOperator<String> colour) {
        SourceFile file = place.file();
        int line = place.line();
        String text = file.line(line);
        int start = Math.min(place.start() - file.startOfLine(line), text.length());
        int end = Math.clamp(place.end() - file.startOfLine(line), start, text.length());
        String before = shown(text.substring(0, start));
        String marked = shown(text.substring(start, end));
        String after = shown(text.substring(end));
        if (width(before) + width(marked) + width(after) > WIDEST) {
            before = lastOf(before);
            marked = firstOf(marked, WIDEST - width(before));
            after = firstOf(after, Math.max(0, WIDEST - width(before) - width(marked)));
        }
        String number = Integer.toString(line);
        out.append(" ".repeat(gutter - number.length())).append(number).append(" | ");
        out.append((before + marked + after).stripTrailing()).append('\n');
        out.append(" ".repeat(gutter)).append(" | ").append(" ".repeat(Columns.of(before)));
        out.append(colour.apply(String.valueOf(mark).repeat(Math.max(1, Columns.of(marked)))));
        out.append(label.isEmpty() ? "" : " " + label).append('\n');
    }

    /// Tabs and other invisible characters as single spaces, so that marks stand below what they
    /// mark.
    private static String shown(String text) {
        return text.codePoints()
                .map(c -> isInvisible(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isInvisible(int character) {
        return Character.isISOControl(character)
                || Character.getType(character) == Character.FORMAT;
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String lastOf(String text) {
        int cut = width(text) - BEFORE_MARK;
        return cut <= 0 ? text : CUT + text.substring(text.offsetByCodePoints(0, cut + 1));
    }

    private static String firstOf(String text, int most) {
        return width(text) <= most
                ? text
                : most == 0 ? "" : text.substring(0, text.offsetByCodePoints(0, most - 1)) + CUT;
    }
}
