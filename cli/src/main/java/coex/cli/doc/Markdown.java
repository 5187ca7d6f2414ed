package coex.cli.doc;

import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

import java.util.List;
import java.util.Locale;

/// The form of Markdown that our documents have.
final class Markdown {

    static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private Markdown() {}

    static Node parse(String text) {
        return PARSER.parse(text);
    }

    /// The words of a node, without marks.
    static String plain(Node node) {
        var text = new StringBuilder();
        node.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Text each) {
                        text.append(each.getLiteral());
                    }

                    @Override
                    public void visit(Code each) {
                        text.append(each.getLiteral());
                    }

                    @Override
                    public void visit(FencedCodeBlock each) {
                        text.append(each.getLiteral()).append(' ');
                    }

                    @Override
                    public void visit(IndentedCodeBlock each) {
                        text.append(each.getLiteral()).append(' ');
                    }

                    @Override
                    public void visit(SoftLineBreak each) {
                        text.append(' ');
                    }

                    @Override
                    public void visit(HardLineBreak each) {
                        text.append(' ');
                    }

                    @Override
                    protected void visitChildren(Node parent) {
                        super.visitChildren(parent);
                        if (parent instanceof org.commonmark.node.Block) {
                            text.append(' ');
                        }
                    }
                });
        return text.toString().strip();
    }

    /// What follows `#` in a link to a heading, by the rule GitHub makes them with.
    static String anchorOf(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }
}
