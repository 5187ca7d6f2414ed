package coex.cli.doc;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// All documents of the repository as web pages, with the language's library, and with links to the
/// javadoc if that is in the folder already. `build/site` starts it.
final class RepositorySite {

    private static final Set<String> NOT_DOCUMENTS =
            Set.of("target", ".git", "node_modules", "results", "src");

    private static final String LIBRARY = "docs/language/std/";

    /// Where javadoc puts the page of a class: `api/MODULE/PACKAGE/CLASS.html`.
    private static final Pattern CLASS = Pattern.compile("api/([\\w.]+)/([\\w/]+)/(\\w+)\\.html");

    private RepositorySite() {}

    /// Takes the folder of the repository and that of the site, and gives the exit code 2 if they
    /// are not given.
    static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("Usage: RepositorySite REPOSITORY SITE");
            System.exit(2);
        }
        int pages = write(Path.of(arguments[0]), Path.of(arguments[1]));
        System.out.println(pages + " pages");
    }

    /// Writes the site, and gives the number of its pages.
    static int write(Path repository, Path site) throws IOException {
        List<Page> pages = new ArrayList<>(documents(repository));
        pages.addAll(Manual.libraryIn(LIBRARY));
        String grammar = "docs/language/Coex.g4";
        var files = Map.of(grammar, Files.readString(repository.resolve(grammar)));
        return new HtmlSite(new Manual(pages, files, classes(site)), groups()).write(site);
    }

    private static Map<String, String> groups() {
        var groups = new LinkedHashMap<String, String>();
        groups.put("", "Project");
        groups.put("docs", "Java");
        groups.put("docs/language", "Language");
        groups.put("docs/language/guide", "Language: guide");
        groups.put("docs/language/reference", "Language: reference");
        groups.put("docs/language/std", "Language: library");
        groups.put("docs/language/problems", "Language: problems");
        groups.put("bench", "Results");
        groups.put("docs/design", "Design notes");
        return groups;
    }

    private static List<Page> documents(Path repository) throws IOException {
        var pages = new ArrayList<Page>();
        Files.walkFileTree(
                repository,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes of) {
                        return NOT_DOCUMENTS.contains(folder.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes of)
                            throws IOException {
                        if (file.toString().endsWith(".md")) {
                            String path = repository.relativize(file).toString().replace('\\', '/');
                            pages.add(Page.of(path, Files.readString(file)));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return pages;
    }

    /// The page of each class that the javadoc in the site has, by the path of its source.
    private static Map<String, String> classes(Path site) throws IOException {
        var classes = new TreeMap<String, String>();
        if (Files.isDirectory(site.resolve("api"))) {
            try (Stream<Path> files = Files.walk(site.resolve("api"))) {
                files.map(file -> site.relativize(file).toString().replace('\\', '/'))
                        .map(CLASS::matcher)
                        .filter(Matcher::matches)
                        .filter(found -> Character.isUpperCase(found.group(3).charAt(0)))
                        .forEach(
                                found ->
                                        classes.put(
                                                "%s/src/main/java/%s/%s.java"
                                                        .formatted(
                                                                found.group(1)
                                                                        .replaceFirst(
                                                                                "coex\\.", ""),
                                                                found.group(2),
                                                                found.group(3)),
                                                found.group()));
            }
            classes.put("api", "api/index.html");
        }
        return classes;
    }
}
