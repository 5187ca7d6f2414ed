package coex.cli.doc;

import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.node.Node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// Lays out tables for a terminal. Columns stand beside each other, the widest one broken into
/// lines if need be; where that would leave it too narrow, the cells of a row stand below each
/// other.
final class TerminalTable {

    private static final String GAP = "  ";
    private static final int NARROWEST = 24;

    private final Colours colours;

    TerminalTable(Colours colours) {
        this.colours = colours;
    }

    /// @param head how many of the rows are the head: one, or none if it is empty
    private record Rows(List<List<String>> rows, int head) {}

    List<String> lines(TableBlock table, Function<Node, String> inline, int columns) {
        Rows all = rows(table, inline);
        int[] widths = widths(all.rows());
        int widest = 0;
        for (int i = 0; i < widths.length; i++) {
            widest = widths[i] > widths[widest] ? i : widest;
        }
        int others =
                Arrays.stream(widths).sum() - widths[widest] + GAP.length() * (widths.length - 1);
        int needed = Math.max(NARROWEST, longestWord(all.rows(), widest));
        if (columns - others < Math.min(needed, widths[widest])) {
            return below(all, columns);
        }
        widths[widest] = Math.min(widths[widest], columns - others);
        return beside(all, widths);
    }

    private static Rows rows(TableBlock table, Function<Node, String> inline) {
        var rows = new ArrayList<List<String>>();
        int head = 0;
        for (Node part = table.getFirstChild(); part != null; part = part.getNext()) {
            for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
                var cells = new ArrayList<String>();
                for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
                    cells.add(inline.apply(cell));
                }
                boolean isEmpty = cells.stream().allMatch(String::isBlank);
                if (!isEmpty) {
                    rows.add(cells);
                    head += part instanceof TableHead ? 1 : 0;
                }
            }
        }
        return new Rows(rows, head);
    }

    private int[] widths(List<List<String>> rows) {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(1)];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], colours.width(row.get(i)));
            }
        }
        return widths;
    }

    private int longestWord(List<List<String>> rows, int column) {
        return rows.stream()
                .filter(row -> row.size() > column)
                .flatMap(row -> Stream.of(row.get(column).split("\\s+")))
                .mapToInt(colours::width)
                .max()
                .orElse(0);
    }

    private List<String> beside(Rows all, int[] widths) {
        var lines = new ArrayList<String>();
        for (int row = 0; row < all.rows().size(); row++) {
            var cells = new ArrayList<List<String>>();
            int height = 1;
            for (int i = 0; i < all.rows().get(row).size(); i++) {
                cells.add(TerminalText.wrap(all.rows().get(row).get(i), widths[i], colours));
                height = Math.max(height, cells.getLast().size());
            }
            for (int part = 0; part < height; part++) {
                lines.add(line(cells, part, widths));
            }
            if (row == all.head() - 1) {
                lines.add(String.join(GAP, Arrays.stream(widths).mapToObj("-"::repeat).toList()));
            }
        }
        return lines;
    }

    private String line(List<List<String>> cells, int part, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String cell = part < cells.get(i).size() ? cells.get(i).get(part) : "";
            line.append(i == 0 ? "" : GAP)
                    .append(cell)
                    .append(" ".repeat(Math.max(0, widths[i] - colours.width(cell))));
        }
        return line.toString();
    }

    private List<String> below(Rows all, int columns) {
        var lines = new ArrayList<String>();
        for (List<String> row : all.rows().subList(all.head(), all.rows().size())) {
            lines.addAll(TerminalText.wrap(row.getFirst(), columns, colours));
            for (String cell : row.subList(1, row.size())) {
                if (!cell.isBlank()) {
                    TerminalText.wrap(cell, columns - 4, colours)
                            .forEach(line -> lines.add("    " + line));
                }
            }
        }
        return lines;
    }
}
