package coex.cli.doc;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// All pages: those of the documents, those of the library's modules, and those of files that the
/// user has named.
///
/// @param files what else the documents link to, by path
/// @param elsewhere where in the site other things are that documents link to, by path
record Manual(List<Page> pages, Map<String, String> files, Map<String, String> elsewhere) {

    private static final String DOCUMENTS = "coex/cli/doc/pages/";
    private static final List<String> LIBRARIES = List.of("coex/lib/", "coex/std/");
    private static final String LIBRARY = "std/";
    private static final String OWN = "files/";

    /// What comes with Coex.
    static Manual shipped() throws IOException {
        var pages = new ArrayList<Page>();
        var files = new TreeMap<String, String>();
        ModuleTexts.in("coex.cli", DOCUMENTS)
                .forEach(
                        (path, text) -> {
                            if (path.endsWith(".md")) {
                                pages.add(Page.of(path, text));
                            } else {
                                files.put(path, text);
                            }
                        });
        pages.addAll(libraryIn(LIBRARY));
        return new Manual(pages, files, Map.of());
    }

    /// The pages of the library's modules, in a folder.
    static List<Page> libraryIn(String place) throws IOException {
        var modules = new TreeMap<String, String>();
        for (String folder : LIBRARIES) {
            modules.putAll(ModuleTexts.in("coex.runtime", folder));
        }
        var pages = new ArrayList<Page>();
        modules.forEach((file, text) -> pages.add(library(place, file, text)));
        pages.add(Page.of(place + Page.INDEX, index(modules.keySet())));
        return pages;
    }

    private static Page library(String place, String file, String text) {
        String name = file.replaceFirst("\\.coex$", "");
        SourceTree tree = Parser.parse(new SourceFile(file, text), new Problems());
        return Page.of(place + name + ".md", ModulePage.of(name, tree, true));
    }

    private static String index(Iterable<String> files) {
        var text =
                new StringBuilder(
                        """
                        # Modules of the library

                        Modules that come with Coex: `import NAME` finds them everywhere.

                        """);
        for (String file : files) {
            String name = file.replaceFirst("\\.coex$", "");
            text.append("- [%s](%s.md)\n".formatted(name, name));
        }
        return text.toString();
    }

    /// The page of a file of the user's.
    static Page ownPage(SourceTree tree) {
        String name =
                tree.file().name().replaceFirst("^.*[/\\\\]", "").replaceFirst("\\.coex$", "");
        return Page.of(OWN + name + ".md", ModulePage.of(name, tree, false));
    }

    /// With pages of files too.
    Manual with(List<Page> more) {
        var all = new ArrayList<>(pages);
        all.addAll(more);
        return new Manual(List.copyOf(all), files, elsewhere);
    }

    Optional<Page> page(String path) {
        return pages.stream().filter(page -> page.path().equals(path)).findFirst();
    }

    /// Whether a link may lead there.
    boolean has(Page.Target target) {
        return files.containsKey(target.path())
                || elsewhere.containsKey(target.path())
                || page(target.path()).filter(page -> page.has(target.anchor())).isPresent();
    }
}
