package coex.cli.doc;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Parser;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

class HtmlSiteTest {

    private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern OTHER_SITE = Pattern.compile("^[a-z]+:.*");

    @TempDir private static Path site;

    @BeforeAll
    static void write() throws IOException {
        String hostile =
                """
                # <script>alert(1)</script>
                #
                # Here <b>too</b> [click](javascript:alert(1)) [out](../../../etc/passwd)
                # ![seen](https://example.org/seen.png)

                # About `main`.
                func main() -> int
                    return 0
                ~
                """;
        var tree = Parser.parse(new SourceFile("a/hostile.coex", hostile), new Problems());
        new HtmlSite(Manual.shipped().with(List.of(Manual.ownPage(tree)))).write(site);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(site)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }

    private static List<String> references(Path page) throws IOException {
        return REFERENCE.matcher(Files.readString(page)).results().map(m -> m.group(1)).toList();
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        var broken = new ArrayList<String>();
        for (Path page : pages()) {
            for (String link : references(page)) {
                if (!OTHER_SITE.matcher(link).matches() && !leadsSomewhere(page, link)) {
                    broken.add(site.relativize(page) + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        return Files.isRegularFile(target)
                && (hash < 0
                        || Files.readString(target)
                                .contains("id=\"" + link.substring(hash + 1) + "\""));
    }

    @Test
    void linksBetweenPagesAreKept() throws IOException {
        assertThat(references(site.resolve("guide/01-hello.html")))
                .contains("../problems/index.html", "../guide/02-values.html");
        assertThat(references(site.resolve("reference/array.html")))
                .contains("../reference/list.html#listsetrange");
    }

    /// What is loaded without being asked for: scripts, styles, pictures.
    @Test
    void nothingIsLoadedFromOtherSites() throws IOException {
        Pattern loaded = Pattern.compile("<(?:script|link|img|iframe)[^>]*(?:src|href)=\"([^\"]*)");
        for (Path page : pages()) {
            Matcher matcher = loaded.matcher(Files.readString(page));
            assertThat(matcher.results().map(m -> m.group(1)))
                    .as(page.toString())
                    .hasSizeGreaterThan(2)
                    .allMatch(link -> !OTHER_SITE.matcher(link).matches());
        }
        assertThat(Files.readString(site.resolve("style.css"))).doesNotContain("url(", "@import");
    }

    @Test
    void whatACommentSaysIsShownAndNotObeyed() throws IOException {
        String page = Files.readString(site.resolve("files/hostile.html"));
        assertThat(page)
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;b&gt;too", "click out")
                .doesNotContain("<script>alert", "<b>", "javascript:", "passwd", "<img");
    }

    @Test
    void searchKnowsEveryHeading() throws IOException {
        String data = Files.readString(site.resolve("search-data.js"));
        List<MatchResult> rows =
                Pattern.compile("(?m)^\\[\"(.*?)\",\"(.*?)\",\"(.*?)\",\".*\"],$")
                        .matcher(data)
                        .results()
                        .toList();
        assertThat(data.lines().count()).isEqualTo(rows.size() + 2L);
        assertThat(rows)
                .anySatisfy(
                        row -> {
                            assertThat(row.group(1)).isEqualTo("list.append");
                            assertThat(row.group(3)).isEqualTo("reference/list.html#listappend");
                        })
                .allSatisfy(
                        row ->
                                assertThat(leadsSomewhere(site.resolve("x"), row.group(3)))
                                        .as(row.group(3))
                                        .isTrue());
        assertThat(data).doesNotContain("</");
    }

    @Test
    void codeIsColouredByItsTokens() {
        assertThat(CodeColours.html("if a < \"<if\" # if\n"))
                .isEqualTo(
                        "<span class=\"word\">if</span> a &lt; <span"
                                + " class=\"string\">&quot;&lt;if&quot;</span> <span"
                                + " class=\"comment\"># if</span>\n");
    }
}
