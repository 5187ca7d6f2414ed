package coex.cli.doc;

import org.commonmark.node.Heading;
import org.commonmark.node.Node;

import java.util.List;

/// What the search of the site looks at, as a script: a page opened from a disk may load scripts
/// and nothing else.
final class SearchData {

    private SearchData() {}

    /// An array with an array for each heading: its title, the page's title, where it is, and its
    /// words.
    static String of(Manual manual) {
        var text = new StringBuilder("window.coexPages = [\n");
        for (Page page : manual.pages()) {
            String file = HtmlSite.fileOf(page.path());
            add(text, page.title(), "", file, ownWords(page.nodes(), 1));
            for (Page.Section section : page.sections()) {
                add(
                        text,
                        section.title(),
                        page.title(),
                        file + "#" + section.anchor(),
                        ownWords(section.nodes(), 1));
            }
        }
        manual.elsewhere()
                .forEach(
                        (path, place) -> {
                            if (place.endsWith(".html")) { // a picture has no words to be found by
                                String name = Page.bareName(path).replace(".java", "");
                                add(text, name, "Java", place, "");
                            }
                        });
        return text.append("];\n").toString();
    }

    /// The words up to the next heading.
    private static String ownWords(List<Node> nodes, int from) {
        var words = new StringBuilder();
        for (Node node : nodes.subList(Math.min(from, nodes.size()), nodes.size())) {
            if (node instanceof Heading) {
                break;
            }
            words.append(Markdown.plain(node)).append(' ');
        }
        return words.toString().replaceAll("\\s+", " ").strip();
    }

    private static void add(StringBuilder text, String... parts) {
        text.append('[');
        for (int i = 0; i < parts.length; i++) {
            text.append(i == 0 ? "" : ",").append(quoted(parts[i]));
        }
        text.append("],\n");
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            boolean isPlain = c >= ' ' && c < 0x7F && c != '"' && c != '\\' && c != '<';
            boolean isLetter = c >= 0xA0 && Character.isLetterOrDigit(c);
            if (isPlain || isLetter) {
                quoted.append(c);
            } else {
                quoted.append("\\u%04x".formatted((int) c));
            }
        }
        return quoted.append('"').toString();
    }
}
