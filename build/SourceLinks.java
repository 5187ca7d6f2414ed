import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Checks, or corrects, links from Markdown to lines of Java sources, so that a document can lead
/// through the code: the label names a class or one of its methods, and the line is that of its
/// declaration.
///
///     [`Collector.collect`](../gc/src/main/java/coex/gc/collect/Collector.java#L173)
///
/// The root POM runs it with `check` or `fix` and the repository's folder. The exit code is 0 if
/// all is well, 1 if a link is wrong, 2 if the arguments make no sense.
final class SourceLinks {
    private static final Pattern LINK =
            Pattern.compile("\\[`([A-Za-z0-9_.]+)`\\]\\(([^)#\\s]+\\.java)#L(\\d+)\\)");

    private final Path repository;
    private final boolean fixes;
    private final List<String> wrong = new ArrayList<>();

    private SourceLinks(Path repository, boolean fixes) {
        this.repository = repository;
        this.fixes = fixes;
    }

    static void main(String[] args) throws IOException {
        if (args.length != 2
                || !List.of("check", "fix").contains(args[0])
                || !Files.isDirectory(Path.of(args[1]))) {
            System.err.println("Usage: java build/SourceLinks.java check|fix REPOSITORY");
            System.exit(2);
        }
        var links = new SourceLinks(Path.of(args[1]).toRealPath(), args[0].equals("fix"));
        for (Path document : RepositoryFiles.endingIn(".md", links.repository)) {
            links.visit(document);
        }
        links.wrong.forEach(System.err::println);
        System.exit(links.wrong.isEmpty() ? 0 : 1);
    }

    private void visit(Path document) throws IOException {
        Path file = repository.resolve(document);
        String text = Files.readString(file);
        List<MatchResult> links = LINK.matcher(text).results().toList();
        StringBuilder corrected = new StringBuilder();
        int copied = 0;
        for (MatchResult link : links) {
            int line = declaration(document, link.group(1), file.resolveSibling(link.group(2)));
            int given = Integer.parseInt(link.group(3));
            if (line > 0 && line != given && !fixes) {
                wrong.add(
                        "%s: %s is at line %d, not %d; mvn -N -Pformat corrects it"
                                .formatted(document, link.group(1), line, given));
            }
            corrected.append(text, copied, link.start(3)).append(line > 0 ? line : given);
            copied = link.end(3);
        }
        corrected.append(text, copied, text.length());
        if (fixes && !corrected.toString().equals(text)) {
            Files.writeString(file, corrected);
        }
    }

    /// The line on which what the label names is declared, from 1 up; 0 if it is not.
    private int declaration(Path document, String label, Path source) throws IOException {
        String name = label.substring(label.lastIndexOf('.') + 1);
        boolean isType = Character.isUpperCase(name.charAt(0));
        Pattern declared =
                Pattern.compile(
                        isType
                                ? "^\\s*(?!///|//|\\*)[a-z ]*\\b(class|interface|enum|record) "
                                        + name
                                        + "\\b.*"
                                : "^ {4,8}(?!return |throw |new |///|//)[A-Za-z@][^=;(]*[ >\\]]"
                                        + name
                                        + "\\(.*");
        if (Files.isRegularFile(source)) {
            List<String> lines = Files.readAllLines(source);
            for (int i = 0; i < lines.size(); i++) {
                Matcher line = declared.matcher(lines.get(i));
                if (line.matches()) {
                    return i + 1;
                }
            }
        }
        wrong.add("%s: there is no %s in %s".formatted(document, label, source.normalize()));
        return 0;
    }
}
