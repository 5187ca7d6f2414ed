package coex.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The code in a Markdown document: fenced blocks, and commands within the text.
///
/// @param blocks in the order of the document
/// @param commands code within the text that begins as a command of this project does, and has a
///     space or a slash in it: `./coex --help`, `mvn verify`, `stress/nightly`
/// @param indented lines of code blocks that are made by indenting, which do not say what they are
record MarkdownCode(List<Block> blocks, List<String> commands, List<String> indented) {

    /// @param language the word after the fence; empty if there is none
    /// @param line where it begins
    record Block(String language, int line, String text) {}

    private static final Pattern FENCE = Pattern.compile("```(\\S*)\\s*");
    private static final Pattern INLINE = Pattern.compile("`([^`]+)`");
    private static final Pattern COMMAND =
            Pattern.compile("(\\./\\S+ .+)|((mvn|java|javac|coex|coexc) .+)|((stress|build)/.+)");

    static MarkdownCode of(Path document) throws IOException {
        MarkdownCode code =
                new MarkdownCode(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<String> lines = Files.readAllLines(document);
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                int start = i + 1;
                do {
                    i++;
                } while (!lines.get(i).equals("```"));
                String text = String.join("\n", lines.subList(start, i)) + "\n";
                code.blocks.add(new Block(fence.group(1), start, text));
            } else if (lines.get(i).startsWith("    ")) {
                code.indented.add(lines.get(i));
            } else {
                code.addCommands(lines.get(i));
            }
        }
        return code;
    }

    private void addCommands(String line) {
        INLINE.matcher(line)
                .results()
                .map(found -> found.group(1))
                .filter(COMMAND.asMatchPredicate())
                .forEach(commands::add);
    }
}
