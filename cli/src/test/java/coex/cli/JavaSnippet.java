package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A fenced block of Java in a document, or in the doc comments of a source.
///
/// It is the body of a method, in which the public names of `coex.gc`, `coex.collections`,
/// `coex.observe` and `coex.web` are known, and `heap` is an open heap unless it opens one itself.
/// A comment `<!-- given CODE -->` just before the fence is put before it; a comment
/// `<!-- from FILE -->` says that the block is a part of that file instead.
///
/// @param document from the folder of the repository
/// @param line where it begins
/// @param given what comes before it
/// @param from the file that it is a part of; empty if it is to be run
record JavaSnippet(Path document, int line, String given, String from, String text) {

    private static final Pattern COMMENT =
            Pattern.compile("(?s)<!--\\s*(given|from)\\s(.*?)-->\\s*\\z");

    /// What it says it prints, in a comment at the end of a line.
    private static final Pattern PRINTS = Pattern.compile("// prints (.*)");

    private static final String CLASS =
            """
            import module java.base;

            import coex.collections.*;
            import coex.gc.*;
            import coex.observe.*;
            import coex.web.*;

            final class %s {
                static void run() throws Exception {
            %s
                }
            }
            """;

    static List<JavaSnippet> in(Path root, Path document) throws IOException {
        boolean isSource = document.toString().endsWith(".java");
        List<JavaSnippet> found = new ArrayList<>();
        StringBuilder before = new StringBuilder();
        StringBuilder block = null;
        int start = 0;
        List<String> lines = Files.readAllLines(root.resolve(document));
        for (int i = 0; i < lines.size(); i++) {
            String line = isSource ? comment(lines.get(i)) : lines.get(i);
            if (block == null && line.strip().equals("```java")) {
                block = new StringBuilder();
                start = i + 2;
            } else if (block != null && line.strip().equals("```")) {
                found.add(of(document, start, before, block.toString()));
                before.setLength(0);
                block = null;
            } else {
                (block == null ? before : block).append(line).append('\n');
            }
        }
        assertThat(block).as("a fence that is not closed in %s", document).isNull();
        return found;
    }

    /// What a line of a source has after `///`; nothing if it is no line of a doc comment.
    private static String comment(String line) {
        String text = line.strip();
        return text.startsWith("///") ? text.substring(3).replaceFirst("^ ", "") : "";
    }

    private static JavaSnippet of(Path document, int line, CharSequence before, String text) {
        Matcher comment = COMMENT.matcher(before);
        boolean isThere = comment.find();
        String given = isThere && comment.group(1).equals("given") ? comment.group(2) : "";
        String from = isThere && comment.group(1).equals("from") ? comment.group(2).strip() : "";
        return new JavaSnippet(document, line, given, from, text);
    }

    boolean isExcerpt() {
        return !from.isEmpty();
    }

    String className() {
        return document.toString().replaceAll("\\W", "_") + "_line_" + line;
    }

    String source() {
        String body = given + "\n" + text;
        boolean opens = body.contains("Heap.open(");
        return CLASS.formatted(
                className(), opens ? body : "try (Heap heap = Heap.open()) {\n" + body + "\n}");
    }

    /// The lines that it says it prints.
    String says() {
        return PRINTS.matcher(text)
                .results()
                .map(prints -> prints.group(1) + "\n")
                .collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return document + ":" + line;
    }
}
