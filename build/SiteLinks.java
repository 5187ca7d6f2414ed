import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Checks that every link between the pages of a site leads to a file, and to a part of it if it
/// names one. `build/site` runs it. Links to other sites are not followed.
///
/// The exit code is 0 if all is well, 1 if a link is broken, 2 if the arguments make no sense.
final class SiteLinks {
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern PART = Pattern.compile("\\s(?:id|name)=\"([^\"]*)\"");
    private static final Pattern CODE = Pattern.compile("(?s)<script.*?</script>|<!--.*?-->");
    private static final Pattern OTHER = Pattern.compile("(?i)[a-z][a-z0-9+.-]*:.*");

    private final Path site;
    private final Map<Path, Set<String>> parts = new HashMap<>();
    private final List<String> broken = new ArrayList<>();
    private int links;

    private SiteLinks(Path site) {
        this.site = site;
    }

    static void main(String[] args) throws IOException {
        if (args.length != 1 || !Files.isDirectory(Path.of(args[0]))) {
            System.err.println("Usage: java build/SiteLinks.java SITE");
            System.exit(2);
        }
        var check = new SiteLinks(Path.of(args[0]).toRealPath());
        List<Path> pages;
        try (Stream<Path> files = Files.walk(check.site)) {
            pages = files.filter(file -> file.toString().endsWith(".html")).sorted().toList();
        }
        for (Path page : pages) {
            check.check(page);
        }
        check.broken.forEach(System.err::println);
        System.out.printf(
                "%d pages, %d links, %d broken%n", pages.size(), check.links, check.broken.size());
        System.exit(check.broken.isEmpty() && check.links > 0 ? 0 : 1);
    }

    private void check(Path page) throws IOException {
        String text = CODE.matcher(Files.readString(page)).replaceAll("");
        Matcher found = LINK.matcher(text);
        while (found.find()) {
            String link = found.group(1).replace("&amp;", "&");
            if (!OTHER.matcher(link).matches() && !link.startsWith("//")) {
                links++;
                check(page, link);
            }
        }
    }

    private void check(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String file =
                decoded((hash < 0 ? link : link.substring(0, hash)).replaceFirst("\\?.*", ""));
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (Files.isDirectory(target)) {
            target = target.resolve("index.html");
        }
        String where = site.relativize(page) + ": ";
        if (!target.startsWith(site) || !Files.exists(target)) {
            broken.add(where + "there is no file " + link);
        } else if (hash >= 0 && hash < link.length() - 1 && target.toString().endsWith(".html")) {
            String part = decoded(link.substring(hash + 1));
            if (!parts(target).contains(part)) {
                broken.add(where + "there is no such part: " + link);
            }
        }
    }

    private Set<String> parts(Path page) throws IOException {
        Set<String> known = parts.get(page);
        if (known == null) {
            known = new HashSet<>();
            Matcher found = PART.matcher(Files.readString(page));
            while (found.find()) {
                known.add(
                        found.group(1)
                                .replace("&lt;", "<")
                                .replace("&gt;", ">")
                                .replace("&amp;", "&"));
            }
            parts.put(page, known);
        }
        return known;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
