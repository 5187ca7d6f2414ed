package coex.runtime.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The fenced blocks of a Markdown page, in order.
record Page(Path path, String text, List<Page.Block> blocks) {

    private static final Pattern FENCED =
            Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    /// A fenced block.
    ///
    /// @param language what stands behind the opening fence
    /// @param start where its content begins in the page
    record Block(String language, String content, int start, int line) {

        int end() {
            return start + content.length();
        }
    }

    static Page read(Path path) throws IOException {
        return of(path, Files.readString(path));
    }

    static Page of(Path path, String text) {
        var blocks = new ArrayList<Block>();
        Matcher matcher = FENCED.matcher(text);
        while (matcher.find()) {
            int line = (int) text.substring(0, matcher.start()).lines().count() + 1;
            blocks.add(new Block(matcher.group(1), matcher.group(2), matcher.start(2), line));
        }
        return new Page(path, text, blocks);
    }

    /// Whether nothing but blank lines is between a block and the next.
    boolean adjoin(int first) {
        if (first + 1 >= blocks.size()) {
            return false;
        }
        int from = blocks.get(first).end() + "```".length();
        int to = text.lastIndexOf("```", blocks.get(first + 1).start() - 1);
        return text.substring(from, to).isBlank();
    }

    /// The page with another content of one block.
    String with(Block block, String content) {
        return text.substring(0, block.start()) + content + text.substring(block.end());
    }
}
