package coex.cli.doc;

import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

import java.util.ArrayList;
import java.util.List;

/// Lays out parts of pages for a terminal of 80 columns.
final class TerminalText {

    static final int COLUMNS = 80;

    private static final int CODE_INDENT = 4;

    private final Colours colours;
    private final TerminalTable tables;

    TerminalText(Colours colours) {
        this.colours = colours;
        this.tables = new TerminalTable(colours);
    }

    String page(Page page) {
        return text(page, page.nodes());
    }

    String entry(Lookup.Entry entry) {
        return text(entry.page(), entry.nodes());
    }

    private String text(Page page, List<Node> nodes) {
        var lines = new ArrayList<String>();
        for (Node node : nodes) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            block(page, node, COLUMNS, lines);
        }
        var text = new StringBuilder();
        lines.forEach(line -> text.append(line.stripTrailing()).append('\n'));
        return colours.apply(text.toString());
    }

    private void block(Page page, Node node, int columns, List<String> lines) {
        switch (node) {
            case Heading heading -> heading(page, heading, lines);
            case Paragraph paragraph -> lines.addAll(wrap(inline(page, paragraph), columns));
            case FencedCodeBlock code -> code(code.getLiteral(), columns, lines);
            case IndentedCodeBlock code -> code(code.getLiteral(), columns, lines);
            case ListBlock list -> list(page, list, columns, lines);
            case TableBlock table ->
                    lines.addAll(tables.lines(table, cell -> inline(page, cell), columns));
            case BlockQuote quote -> inner(page, quote, "  ", "  ", columns, lines);
            default -> lines.addAll(wrap(Markdown.plain(node), columns));
        }
    }

    private void heading(Page page, Heading heading, List<String> lines) {
        String text = inline(page, heading);
        lines.add(Colours.HEADING + text + Colours.END_HEADING);
        if (heading.getLevel() < 3) {
            lines.add((heading.getLevel() == 1 ? "=" : "-").repeat(colours.width(text)));
        }
    }

    /// Code keeps its lines. It is set in if there is room.
    private static void code(String literal, int columns, List<String> lines) {
        int longest =
                literal.lines()
                        .mapToInt(line -> line.codePointCount(0, line.length()))
                        .max()
                        .orElse(0);
        String indent = " ".repeat(Math.clamp(columns - longest, 0, CODE_INDENT));
        literal.lines().forEach(line -> lines.add(indent + line));
    }

    private void list(Page page, ListBlock list, int columns, List<String> lines) {
        int number = list instanceof OrderedList ordered ? ordered.getMarkerStartNumber() : 0;
        boolean isFirst = true;
        for (Node item = list.getFirstChild(); item != null; item = item.getNext()) {
            String mark = list instanceof OrderedList ? number++ + ". " : "- ";
            if (!isFirst && !list.isTight()) {
                lines.add("");
            }
            inner(page, item, mark, " ".repeat(mark.length()), columns, lines);
            isFirst = false;
        }
    }

    private void inner(
            Page page, Node parent, String first, String rest, int columns, List<String> lines) {
        var inside = new ArrayList<String>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNext()) {
            block(page, node, columns - rest.length(), inside);
        }
        for (int i = 0; i < inside.size(); i++) {
            lines.add((i == 0 ? first : rest) + inside.get(i));
        }
    }

    // Inline

    /// Words with marks, on one line.
    private String inline(Page page, Node parent) {
        var text = new StringBuilder();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNext()) {
            switch (node) {
                case Text words -> text.append(words.getLiteral());
                case Code code ->
                        text.append(Colours.CODE)
                                .append(code.getLiteral())
                                .append(Colours.END_CODE);
                case SoftLineBreak _, HardLineBreak _ -> text.append(' ');
                case HtmlInline html -> text.append(html.getLiteral());
                case Link link -> text.append(inline(page, link)).append(nameOf(page, link));
                default -> text.append(inline(page, node));
            }
        }
        return text.toString();
    }

    /// What to ask for, in lists of pages.
    private static String nameOf(Page page, Link link) {
        boolean isPage = link.getDestination().endsWith(".md");
        if (!page.isIndex() || !isPage) {
            return "";
        }
        String name =
                page.target(link.getDestination())
                        .map(target -> Page.nameOf(target.path()))
                        .orElse("");
        return name.isEmpty() || name.equals(Markdown.plain(link)) ? "" : " [" + name + "]";
    }

    private List<String> wrap(String text, int columns) {
        return wrap(text, columns, colours);
    }

    static List<String> wrap(String text, int columns, Colours colours) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        int width = 0;
        for (String word : text.strip().split("\\s+")) {
            int more = colours.width(word);
            if (width > 0 && width + 1 + more > columns) {
                lines.add(line.toString());
                line.setLength(0);
                width = 0;
            }
            if (width > 0) {
                line.append(' ');
                width++;
            }
            line.append(word);
            width += more;
        }
        lines.add(line.toString());
        return lines;
    }
}
