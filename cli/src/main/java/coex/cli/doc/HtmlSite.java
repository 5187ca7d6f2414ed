package coex.cli.doc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The manual as web pages in a folder, with a search. They need no server and ask nothing of other
/// sites.
final class HtmlSite {

    private static final List<String> ASSETS = List.of("style.css", "search.js");

    /// The groups of the manual's navigation.
    private static final Map<String, String> GROUPS = groups();

    private final Manual manual;
    private final Map<String, String> groups;

    HtmlSite(Manual manual) {
        this(manual, GROUPS);
    }

    /// @param groups the folders whose pages the navigation shows, with their titles
    HtmlSite(Manual manual, Map<String, String> groups) {
        this.manual = manual;
        this.groups = groups;
    }

    private static Map<String, String> groups() {
        var groups = new LinkedHashMap<String, String>();
        groups.put("files", "Files");
        groups.put("guide", "Guide");
        groups.put("reference", "Reference");
        groups.put("std", "Library");
        groups.put("", "Tools");
        groups.put("problems", "Problems");
        return groups;
    }

    /// Where a page of the manual is in the site.
    static String fileOf(String path) {
        return path.endsWith(Page.INDEX)
                ? path.substring(0, path.length() - Page.INDEX.length()) + "index.html"
                : path.replaceFirst("\\.md$", ".html");
    }

    /// What leads from a page to the folder of the site.
    static String upFrom(String path) {
        return "../".repeat((int) path.chars().filter(c -> c == '/').count());
    }

    /// Writes all pages, and gives their number.
    int write(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Page page : manual.pages()) {
            write(folder, fileOf(page.path()), page(page));
        }
        for (Map.Entry<String, String> file : manual.files().entrySet()) {
            write(folder, file.getKey(), file.getValue());
        }
        for (String asset : ASSETS) {
            write(folder, asset, asset(asset));
        }
        write(folder, "search-data.js", SearchData.of(manual));
        return manual.pages().size();
    }

    private static void write(Path folder, String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String asset(String name) throws IOException {
        try (InputStream stream = HtmlSite.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String page(Page page) {
        String up = upFrom(page.path());
        return """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>%s · Coex</title>
        <link rel="stylesheet" href="%sstyle.css">
        <script defer src="%ssearch-data.js"></script>
        <script defer src="%ssearch.js"></script>
        </head>
        <body data-up="%s">
        <header>
        <a class="name" href="%sindex.html">Coex</a>
        <input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off">
        </header>
        <ol id="results" hidden></ol>
        <div class="columns">
        <main>
        %s</main>
        <nav aria-label="Pages">
        %s</nav>
        </div>
        </body>
        </html>
        """
                .formatted(
                        HtmlText.escaped(page.title()),
                        up,
                        up,
                        up,
                        up,
                        up,
                        new HtmlText(manual, page).render(),
                        navigation(page, up));
    }

    private String navigation(Page current, String up) {
        var text = new StringBuilder();
        groups.forEach(
                (folder, title) -> {
                    List<Page> pages = inOrder(folder);
                    if (pages.isEmpty()) {
                        return;
                    }
                    boolean isOpen = current.folder().equals(folder) && !isFront(current);
                    text.append(isOpen ? "<details open>" : "<details>")
                            .append("<summary>%s</summary>\n<ul>\n".formatted(title));
                    for (Page page : pages) {
                        text.append(
                                "<li><a%s href=\"%s\">%s</a></li>\n"
                                        .formatted(
                                                page == current ? " aria-current=\"page\"" : "",
                                                HtmlText.escaped(up + fileOf(page.path())),
                                                HtmlText.escaped(page.title())));
                    }
                    text.append("</ul>\n</details>\n");
                });
        return text.toString();
    }

    private static boolean isFront(Page page) {
        return page.path().equals(Page.INDEX);
    }

    /// The pages of a folder, its index first; the front page is in no group.
    private List<Page> inOrder(String folder) {
        var pages = new ArrayList<Page>();
        for (Page page : manual.pages()) {
            if (page.folder().equals(folder) && !isFront(page)) {
                pages.add(page);
            }
        }
        pages.sort(Comparator.comparing((Page page) -> !page.isIndex()).thenComparing(Page::path));
        return pages;
    }
}
