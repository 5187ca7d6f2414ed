package coex.runtime.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;

/// A [CallTree] as a web page that needs nothing but itself: a box for each function, as wide as
/// its share of the samples, above the one that called it; and the busiest lines.
final class FlameGraph {

    private static final int BUSIEST = 20;

    private FlameGraph() {}

    static String page(CallTree calls) throws IOException {
        String template;
        try (InputStream in = FlameGraph.class.getResourceAsStream("flame-graph.html")) {
            template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        return template.replace("@SUMMARY@", escaped(summary(calls)))
                .replace("@BUSIEST@", busiest(calls))
                .replace("@DATA@", data(calls.root()));
    }

    private static String summary(CallTree calls) {
        return "%d samples, one each %d ms of each thread that ran; %d more ran no function of the program"
                .formatted(calls.root().samples(), calls.period().toMillis(), calls.outside());
    }

    private static String busiest(CallTree calls) {
        var rows = new StringBuilder();
        long all = Math.max(1, calls.root().samples());
        for (Map.Entry<String, Long> each : calls.busiest(BUSIEST)) {
            rows.append(
                    "<tr><td>%.1f %%</td><td>%s</td></tr>\n"
                            .formatted(100.0 * each.getValue() / all, escaped(each.getKey())));
        }
        return rows.toString();
    }

    /// Nodes in preorder, each as name, samples and depth. No recursion: calls may be a thousand
    /// deep.
    private static String data(CallTree.Node root) {
        record At(CallTree.Node node, int depth) {}

        var text = new StringBuilder();
        var pending = new ArrayDeque<At>();
        pending.push(new At(root, 0));
        while (!pending.isEmpty()) {
            At next = pending.pop();
            text.append(text.isEmpty() ? "" : ",\n");
            text.append(
                    "[\"%s\",%d,%d]"
                            .formatted(
                                    quoted(next.node().name()),
                                    next.node().samples(),
                                    next.depth()));
            next.node()
                    .callees()
                    .reversed()
                    .forEach(callee -> pending.push(new At(callee, next.depth() + 1)));
        }
        return text.toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /// Names are identifiers with dots, or ours; `<` could end the script all the same.
    private static String quoted(String text) {
        var result = new StringBuilder();
        text.chars()
                .forEach(
                        c -> {
                            if (c < ' ' || c == '"' || c == '\\' || c == '<' || c > '~') {
                                result.append("\\u%04x".formatted(c));
                            } else {
                                result.append((char) c);
                            }
                        });
        return result.toString();
    }
}
