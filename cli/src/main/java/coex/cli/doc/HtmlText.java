package coex.cli.doc;

import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Makes the HTML of a page's content: headings that can be linked to, links that lead to pages of
/// the site or are none, code with colours. HTML inside of a page is shown and not obeyed, since
/// comments of a program may come from anywhere.
final class HtmlText {

    private final Manual manual;
    private final Page page;
    private final Map<Node, String> anchors = new IdentityHashMap<>();
    private final HtmlRenderer renderer;

    HtmlText(Manual manual, Page page) {
        this.manual = manual;
        this.page = page;
        page.sections()
                .forEach(section -> anchors.put(section.nodes().getFirst(), section.anchor()));
        this.renderer =
                HtmlRenderer.builder()
                        .extensions(Markdown.EXTENSIONS)
                        .escapeHtml(true)
                        .sanitizeUrls(true)
                        .nodeRendererFactory(Special::new)
                        .build();
    }

    String render() {
        var html = new StringBuilder();
        for (Node node : page.nodes()) {
            boolean isTable = node instanceof TableBlock;
            html.append(isTable ? "<div class=\"table\">\n" : "")
                    .append(renderer.render(node))
                    .append(isTable ? "</div>\n" : "");
        }
        return html.toString();
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private final class Special implements NodeRenderer {

        private final HtmlNodeRendererContext context;
        private final HtmlWriter html;

        Special(HtmlNodeRendererContext context) {
            this.context = context;
            this.html = context.getWriter();
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(
                    Heading.class, Link.class, Image.class, FencedCodeBlock.class, HtmlBlock.class);
        }

        @Override
        public void render(Node node) {
            switch (node) {
                case Heading heading -> heading(heading);
                case Link link -> link(link);
                case Image image -> image(image);
                case FencedCodeBlock code -> code(code);
                case HtmlBlock block -> block(block);
                default -> throw new IllegalStateException("not asked for: " + node);
            }
        }

        private void heading(Heading heading) {
            String tag = "h" + heading.getLevel();
            String anchor = anchors.get(heading);
            html.line();
            if (anchor == null) {
                html.tag(tag);
                children(heading);
            } else {
                html.tag(tag, Map.of("id", anchor));
                html.tag("a", Map.of("href", "#" + anchor, "class", "anchor"));
                children(heading);
                html.tag("/a");
            }
            html.tag("/" + tag);
            html.line();
        }

        /// A link to what is not in the site is only text.
        private void link(Link link) {
            String destination = link.getDestination();
            Optional<String> href =
                    destination.matches("https?://.*")
                            ? Optional.of(destination)
                            : page.target(destination).filter(manual::has).map(this::href);
            href.ifPresent(place -> html.tag("a", Map.of("href", place)));
            children(link);
            href.ifPresent(_ -> html.tag("/a"));
        }

        /// A picture that is not in the site is only its text: it would be asked of another site.
        private void image(Image image) {
            Optional<String> source =
                    page.target(image.getDestination())
                            .filter(target -> manual.elsewhere().containsKey(target.path()))
                            .map(this::href);
            if (source.isEmpty()) {
                children(image);
                return;
            }
            var alternative = new StringBuilder();
            for (Node node = image.getFirstChild(); node != null; node = node.getNext()) {
                if (node instanceof Text text) {
                    alternative.append(text.getLiteral());
                }
            }
            var attributes = new TreeMap<String, String>(); // in the same order in each build
            attributes.put("src", source.get());
            attributes.put("alt", alternative.toString());
            html.tag("img", attributes, true);
        }

        private String href(Page.Target target) {
            String elsewhere = manual.elsewhere().get(target.path());
            if (elsewhere != null) {
                return HtmlSite.upFrom(page.path()) + elsewhere;
            }
            String anchor = target.anchor().isEmpty() ? "" : "#" + target.anchor();
            return target.path().equals(page.path()) && !anchor.isEmpty()
                    ? anchor
                    : HtmlSite.upFrom(page.path()) + HtmlSite.fileOf(target.path()) + anchor;
        }

        /// A comment is for those who write the page.
        private void block(HtmlBlock block) {
            String text = block.getLiteral().strip();
            if (!text.startsWith("<!--") || text.indexOf("-->") != text.length() - 3) {
                html.tag("p");
                html.text(text);
                html.tag("/p");
                html.line();
            }
        }

        private void code(FencedCodeBlock code) {
            boolean isCoex = "coex".equals(code.getInfo());
            html.line();
            html.tag("pre", Map.of("class", isCoex ? "coex" : "plain"));
            html.tag("code");
            html.raw(isCoex ? CodeColours.html(code.getLiteral()) : escaped(code.getLiteral()));
            html.tag("/code");
            html.tag("/pre");
            html.line();
        }

        private void children(Node parent) {
            for (Node node = parent.getFirstChild(); node != null; ) {
                Node next = node.getNext();
                context.render(node);
                node = next;
            }
        }
    }
}
