package coex.cli.doc;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
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

/// All documents of the repository as web pages, with their pictures and the language's library,
/// and with links to the javadoc if that is in the folder already. `build/site` starts it.
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
        var pages = new ArrayList<Page>();
        for (Path file : filesIn(repository, ".md")) {
            pages.add(Page.of(pathOf(repository, file), Files.readString(file)));
        }
        Map<String, String> elsewhere = classes(site);
        for (Path picture : filesIn(repository.resolve("docs"), ".png")) {
            String path = pathOf(repository, picture);
            Path copy = site.resolve(path);
            Files.createDirectories(copy.getParent());
            Files.copy(picture, copy, StandardCopyOption.REPLACE_EXISTING);
            elsewhere.put(path, path);
        }
        pages.addAll(Manual.libraryIn(LIBRARY));
        String grammar = "docs/language/Coex.g4";
        var files = Map.of(grammar, Files.readString(repository.resolve(grammar)));
        return new HtmlSite(new Manual(pages, files, elsewhere), groups()).write(site);
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

    private static String pathOf(Path repository, Path file) {
        return repository.relativize(file).toString().replace('\\', '/');
    }

    private static List<Path> filesIn(Path folder, String ending) throws IOException {
        var found = new ArrayList<Path>();
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes of) {
                        return NOT_DOCUMENTS.contains(inner.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes of) {
                        if (file.toString().endsWith(ending)) {
                            found.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return found;
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
                                                                        .replaceFirst("coex\\.", "")
                                                                        .replace('.', '-'),
                                                                found.group(2),
                                                                found.group(3)),
                                                found.group()));
            }
            classes.put("api", "api/index.html");
        }
        return classes;
    }
}
