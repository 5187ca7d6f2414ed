package coex.bench.report;

import java.util.ArrayList;
import java.util.List;

/// Lays rows out for a terminal. ASCII only, since the terminal's encoding is not ours to choose.
public final class Table {

    private static final List<String> HEAD =
            List.of(
                    "row", "ours", "range", "peer", "range", "unit", "ratio", "goal", "met",
                    "peer is");

    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";

    private static final int MET = HEAD.indexOf("met");
    private static final String GAP = "  ";

    private final boolean colour;

    /// @param colour whether to colour the verdicts
    public Table(boolean colour) {
        this.colour = colour;
    }

    /// The table, each line ended by a newline.
    public String of(List<Row> rows) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(HEAD);
        rows.forEach(row -> lines.add(cells(row)));
        int[] widths = widths(lines);
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            text.append(laidOut(line, widths)).append('\n');
        }
        return text.toString();
    }

    private static List<String> cells(Row row) {
        return List.of(
                row.name(),
                Numbers.plain(row.ours().value()),
                range(row.ours()),
                Numbers.plain(row.peer().value()),
                range(row.peer()),
                row.unit(),
                Numbers.plain(row.ratio()),
                row.goal().toString(),
                row.verdict(),
                row.peerName());
    }

    /// `2.5..3.5`; empty if there was one sample.
    static String range(Measured measured) {
        return measured.hasRange()
                ? Numbers.plain(measured.low()) + ".." + Numbers.plain(measured.high())
                : "";
    }

    private static int[] widths(List<List<String>> lines) {
        int[] widths = new int[HEAD.size()];
        for (List<String> line : lines) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        }
        return widths;
    }

    private String laidOut(List<String> line, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = line.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            text.append(column == 0 ? "" : GAP);
            text.append(isNumeric(column) ? padding + cell : verdict(column, cell) + padding);
        }
        return text.toString().stripTrailing();
    }

    private static boolean isNumeric(int column) {
        return column == 1 || column == 3 || column == 6;
    }

    private String verdict(int column, String cell) {
        if (!colour || column != MET || cell.isEmpty() || cell.equals("met")) {
            return cell;
        }
        return colourOf(cell) + cell + PLAIN;
    }

    private static String colourOf(String verdict) {
        return switch (verdict) {
            case "yes" -> GREEN;
            case "nearly" -> YELLOW;
            default -> RED;
        };
    }
}
