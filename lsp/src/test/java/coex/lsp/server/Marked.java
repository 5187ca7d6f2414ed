package coex.lsp.server;

import coex.language.source.SourceFile;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

import java.util.ArrayList;
import java.util.List;

/// A text with cursors in it, each written as `|`.
record Marked(String text, List<Position> cursors) {

    static Marked of(String marked) {
        var text = new StringBuilder();
        var offsets = new ArrayList<Integer>();
        for (char c : marked.toCharArray()) {
            if (c == '|') {
                offsets.add(text.length());
            } else {
                text.append(c);
            }
        }
        var file = new SourceFile("marked", text.toString());
        return new Marked(
                text.toString(),
                offsets.stream().map(offset -> Positions.position(file, offset)).toList());
    }

    Position cursor() {
        return cursors.getFirst();
    }

    /// What stands at a range.
    static String at(String text, Range range) {
        return Positions.span(new SourceFile("marked", text), range).text();
    }
}
