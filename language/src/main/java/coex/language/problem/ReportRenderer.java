package coex.language.problem;

import java.util.Locale;

/// Draws reports:
///
///     -- UNDECLARED IDENTIFIER ------------------------------------ area.coex:3:12  N001
///
///     3 |     return widht * height
///       |            ^^^^^
///     Undeclared identifier 'widht': nothing of that name is visible here.
///
///     Hint: did you mean `width`?
public final class ReportRenderer {

    private static final int HEADER_WIDTH = 80;

    private final Palette palette;

    public ReportRenderer(Palette palette) {
        this.palette = palette;
    }

    /// The report as text that ends with a newline.
    public String render(Report report) {
        var text = new StringBuilder();
        text.append(palette.header(header(report))).append("\n\n");
        int gutter = widestLineNumber(report);
        new Snippet(report.place(), gutter).appendTo(text, '^', "", palette::fault);
        text.append(VisibleText.lines(report.message())).append('\n');
        for (Report.Note note : report.notes()) {
            text.append('\n');
            boolean elsewhere = note.place().file() != report.place().file();
            if (elsewhere) {
                text.append(VisibleText.line(note.place().file().name())).append('\n');
            }
            new Snippet(note.place(), gutter)
                    .appendTo(text, '-', VisibleText.line(note.label()), palette::note);
        }
        report.hint()
                .ifPresent(
                        hint ->
                                text.append("\n")
                                        .append(palette.hint("Hint:"))
                                        .append(' ')
                                        .append(VisibleText.lines(hint))
                                        .append('\n'));
        return text.toString();
    }

    private static String header(Report report) {
        String title = "-- " + report.title().toUpperCase(Locale.ROOT) + " ";
        String place = " " + VisibleText.line(report.place().toString()) + "  " + report.code();
        int dashes = Math.max(3, HEADER_WIDTH - title.length() - place.length());
        return title + "-".repeat(dashes) + place;
    }

    private static int widestLineNumber(Report report) {
        int line = report.place().line();
        for (Report.Note note : report.notes()) {
            line = Math.max(line, note.place().line());
        }
        return Integer.toString(line).length();
    }
}
