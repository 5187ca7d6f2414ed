package coex.cli.doc;

import org.commonmark.node.Heading;
import org.commonmark.node.Node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A page of the manual.
///
/// @param path where it is, from the folder of all pages: `guide/02-values.md`
/// @param name what one asks for to see it: `guide/values`
/// @param nodes its parts, in order
/// @param sections its headings but the first, with what belongs to each
record Page(String path, String name, String title, List<Node> nodes, List<Section> sections) {

    static final String INDEX = "README.md";

    /// A heading, with all that follows up to the next one of its level.
    record Section(String title, String anchor, int level, List<Node> nodes) {}

    static Page of(String path, String text) {
        List<Node> nodes = children(Markdown.parse(text));
        List<Section> all = sections(nodes);
        String title = all.isEmpty() ? path : all.getFirst().title();
        return new Page(
                path,
                nameOf(path),
                title,
                nodes,
                all.isEmpty() ? List.of() : all.subList(1, all.size()));
    }

    /// Of `guide/02-values.md` it is `guide/values`, since the reference has pages on the same
    /// things; of others it is the name of the file, and of an index that of its folder.
    static String nameOf(String path) {
        String file = path.endsWith("/" + INDEX) ? path.replace("/" + INDEX, "") : path;
        if (file.equals(INDEX)) {
            return "coex";
        }
        String bare = bareName(file);
        return file.startsWith("guide/") ? "guide/" + bare : bare;
    }

    /// The name of a file, without what orders it.
    static String bareName(String path) {
        return path.substring(path.lastIndexOf('/') + 1)
                .replaceFirst("\\.md$", "")
                .replaceFirst("^\\d+-", "");
    }

    /// The folder it is in: `guide`; nothing for pages that are in none.
    String folder() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    /// Whether there is a heading to link to; there is always the page itself.
    boolean has(String anchor) {
        return anchor.isEmpty()
                || sections.stream().anyMatch(section -> section.anchor().equals(anchor));
    }

    boolean isIndex() {
        return path.endsWith(INDEX);
    }

    /// The page that a link in this one leads to, and a heading there; empty if it leads out of the
    /// manual.
    ///
    /// @param anchor may be empty
    record Target(String path, String anchor) {}

    Optional<Target> target(String link) {
        if (link.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*")) {
            return Optional.empty();
        }
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        String anchor = hash < 0 ? "" : link.substring(hash + 1);
        if (file.isEmpty()) {
            return Optional.of(new Target(path, anchor));
        }
        var parts = new ArrayList<>(List.of(path.split("/")));
        parts.removeLast();
        for (String part : file.split("/")) {
            if (part.equals("..")) {
                if (parts.isEmpty()) {
                    return Optional.empty();
                }
                parts.removeLast();
            } else {
                parts.add(part);
            }
        }
        return Optional.of(new Target(String.join("/", parts), anchor));
    }

    private static List<Node> children(Node parent) {
        var children = new ArrayList<Node>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNext()) {
            children.add(node);
        }
        return children;
    }

    private static List<Section> sections(List<Node> nodes) {
        var sections = new ArrayList<Section>();
        Map<String, Integer> uses = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i) instanceof Heading heading) {
                int end = i + 1;
                while (end < nodes.size() && !endsSection(nodes.get(end), heading.getLevel())) {
                    end++;
                }
                String title = Markdown.plain(heading);
                String anchor = Markdown.anchorOf(title);
                int earlier = uses.merge(anchor, 1, Integer::sum) - 1;
                sections.add(
                        new Section(
                                title,
                                earlier == 0 ? anchor : anchor + "-" + earlier,
                                heading.getLevel(),
                                nodes.subList(i, end)));
            }
        }
        return sections;
    }

    private static boolean endsSection(Node node, int level) {
        return node instanceof Heading heading && heading.getLevel() <= level;
    }
}
