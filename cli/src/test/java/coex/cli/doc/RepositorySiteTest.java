package coex.cli.doc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class RepositorySiteTest {

    @TempDir private Path site;

    @Test
    void itHasTheDocumentsTheLibraryAndTheResults() throws Exception {
        Path page = site.resolve("api/coex.gc/coex/gc/Heap.html");
        Files.createDirectories(page.getParent());
        Files.writeString(page, "<title>stands in for the javadoc</title>");
        assertThat(RepositorySite.write(Path.of(".."), site)).isGreaterThan(100);

        assertThat(site.resolve("bench/RESULTS.html")).exists();
        assertThat(site.resolve("docs/language/guide/01-hello.html")).exists();
        assertThat(site.resolve("docs/language/std/index.html")).exists();
        String guide = Files.readString(site.resolve("docs/embedding.html"));
        assertThat(guide)
                .as("a link to another page, and its part")
                .contains("href=\"../docs/tuning.html#young-and-full-collections\"")
                .as("what prepares an example is for those who write the page")
                .doesNotContain("given Shape");
        assertThat(Files.readString(site.resolve("index.html")))
                .as("a link to a source leads to its javadoc")
                .contains("href=\"api/coex.gc/coex/gc/Heap.html\"");
        assertThat(Files.readString(site.resolve("docs/heap-page.html")))
                .as("a picture, and what it says to those who do not see it")
                .contains(
                        "<img alt=\"The page on a phone\""
                                + " src=\"../docs/pictures/heap-page-narrow.png\"");
        assertThat(site.resolve("docs/pictures/heap-page-narrow.png")).isNotEmptyFile();
        assertThat(Files.readString(site.resolve("search-data.js")))
                .contains("[\"Safe regions\",")
                .contains("[\"Heap\",\"Java\",")
                .as("pictures have no words")
                .doesNotContain(".png\",\"Java\"");
    }
}
