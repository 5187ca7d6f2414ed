import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Checks that every relative link in a Markdown file leads to a file, and to a heading if it names
/// one.
///
/// The root POM runs it with the repository's folder as its argument. Links to other sites are not
/// followed: the build must not depend on them. The exit code is 0 if all is well, 1 if a link is
/// broken, 2 if the arguments make no sense.
final class DocumentLinks {
    private static final Pattern INLINE_LINK =
            Pattern.compile("\\]\\(\\s*<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\s*\\)");
    private static final Pattern LINK_DEFINITION =
            Pattern.compile("^ {0,3}\\[[^\\]]+\\]:\\s+<?([^\\s>]+)");
    private static final Pattern OTHER_SITE = Pattern.compile("^[a-zA-Z][a-zA-Z0-9+.-]*:.*");
    private static final Pattern INLINE_CODE = Pattern.compile("`+[^`]*`+");
    private static final Pattern HEADING = Pattern.compile("^ {0,3}#{1,6}\\s+(.*?)\\s*#*\\s*$");
    private static final Pattern NAMED_ANCHOR = Pattern.compile("<a\\s+(?:id|name)=\"([^\"]+)\"");
    private static final Pattern FENCE = Pattern.compile("^\\s*(```|~~~).*");

    private final Path repository;
    private final List<String> broken = new ArrayList<>();

    private DocumentLinks(Path repository) {
        this.repository = repository;
    }

    static void main(String[] args) throws IOException {
        if (args.length != 1 || !Files.isDirectory(Path.of(args[0]))) {
            System.err.println("Usage: java build/DocumentLinks.java REPOSITORY");
            System.exit(2);
        }
        var links = new DocumentLinks(Path.of(args[0]).toRealPath());
        for (Path document : RepositoryFiles.endingIn(".md", links.repository)) {
            links.check(document);
        }
        links.broken.forEach(System.err::println);
        System.exit(links.broken.isEmpty() ? 0 : 1);
    }

    private void check(Path document) throws IOException {
        List<String> lines = prose(document);
        for (int i = 0; i < lines.size(); i++) {
            String line = INLINE_CODE.matcher(lines.get(i)).replaceAll("");
            for (Pattern pattern : List.of(INLINE_LINK, LINK_DEFINITION)) {
                Matcher link = pattern.matcher(line);
                while (link.find()) {
                    checkLink(document, i + 1, link.group(1));
                }
            }
        }
    }

    private void checkLink(Path document, int line, String link) throws IOException {
        if (OTHER_SITE.matcher(link).matches()) {
            return;
        }
        String place = document + ":" + line + ": ";
        int hash = link.indexOf('#');
        String file = decode(hash < 0 ? link : link.substring(0, hash));
        Path target =
                file.isEmpty()
                        ? document
                        : repository.relativize(
                                repository.resolve(document).resolveSibling(file).normalize());
        if (target.startsWith("..") || !Files.exists(repository.resolve(target))) {
            broken.add(place + "there is no file " + link);
        } else if (hash >= 0 && target.toString().endsWith(".md")) {
            String heading = decode(link.substring(hash + 1));
            if (!anchors(target).contains(heading)) {
                broken.add(place + "there is no heading #" + heading + " in " + target);
            }
        }
    }

    /// The document's lines, with those of code blocks emptied.
    private List<String> prose(Path document) throws IOException {
        List<String> lines = new ArrayList<>();
        String openFence = null;
        for (String line : Files.readAllLines(repository.resolve(document))) {
            Matcher fence = FENCE.matcher(line);
            boolean isFence = fence.matches();
            lines.add(openFence != null || isFence ? "" : line);
            if (isFence && openFence == null) {
                openFence = fence.group(1);
            } else if (isFence && openFence.equals(fence.group(1))) {
                openFence = null;
            }
        }
        return lines;
    }

    /// What may follow `#` in a link to the document, by the rule GitHub makes them with.
    private Set<String> anchors(Path document) throws IOException {
        Set<String> anchors = new TreeSet<>();
        Map<String, Integer> uses = new HashMap<>();
        for (String line : prose(document)) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                String anchor = anchorOf(heading.group(1));
                int earlier = uses.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(earlier == 0 ? anchor : anchor + "-" + earlier);
            }
            Matcher named = NAMED_ANCHOR.matcher(line);
            while (named.find()) {
                anchors.add(named.group(1));
            }
        }
        return anchors;
    }

    private static String anchorOf(String heading) {
        return heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static String decode(String link) {
        return URLDecoder.decode(link.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
