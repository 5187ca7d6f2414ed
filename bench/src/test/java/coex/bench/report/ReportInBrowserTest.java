package coex.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The report of the kept runs in a real browser: every chart is drawn, nothing stands outside of
/// its chart, and the page fits a desk and a phone.
///
/// With `-Dcoex.pictures=FOLDER` it leaves a picture there.
@Timeout(300)
class ReportInBrowserTest {

    /// Put at the end of the page, it says what a reader would see in place of the page.
    private static final String LOOK =
            """
            <script>
            const charts = [...document.querySelectorAll('svg')];
            const outside = [...document.querySelectorAll('svg text, svg circle, svg rect')].filter(part => {
              const at = part.getBoundingClientRect();
              const chart = part.ownerSVGElement.getBoundingClientRect();
              return at.left < chart.left - 1 || at.right > chart.right + 1 || at.top < chart.top - 1
                || at.bottom > chart.bottom + 1;
            });
            const facts = {
              charts: charts.length,
              drawn: charts.filter(chart => chart.getBoundingClientRect().height > 20).length,
              outside: outside.map(part => part.ownerSVGElement.getAttribute('aria-label') + ': ' + part.textContent),
              wide: document.documentElement.scrollWidth <= window.innerWidth,
            };
            document.documentElement.style.width = '390px';
            facts.narrow = document.body.scrollWidth <= 390;
            document.documentElement.textContent = 'FACTS' + JSON.stringify(facts) + 'END';
            </script>
            """;

    @TempDir private Path folder;

    @Test
    void everyChartIsDrawnAndThePageFits() throws Exception {
        String page =
                ComparisonPage.of(
                        Path.of("results"), List.of("gc", "collections", "language", "tasks"));
        Path file = Files.writeString(folder.resolve("report.html"), page);
        String browser = browser();
        if (System.getProperty("coex.pictures") != null) {
            Path picture = Path.of(System.getProperty("coex.pictures"), "report.png");
            look(browser, file, "--screenshot=" + picture.toAbsolutePath());
        }
        Files.writeString(file, page.replace("</body>", LOOK + "</body>"));
        Matcher told =
                Pattern.compile("FACTS(.*)END", Pattern.DOTALL)
                        .matcher(look(browser, file, "--dump-dom"));
        assertThat(told.find()).isTrue();
        JsonNode facts =
                JsonMapper.shared()
                        .readTree(told.group(1).replace("&amp;", "&").replace("&lt;", "<"));
        assertThat(facts.get("charts").intValue()).isGreaterThan(20);
        assertThat(facts.get("drawn").intValue()).isEqualTo(facts.get("charts").intValue());
        assertThat(facts.get("outside")).isEmpty();
        assertThat(facts.get("wide").booleanValue()).isTrue();
        assertThat(facts.get("narrow").booleanValue()).isTrue();
    }

    private static String browser() {
        Optional<String> browser =
                Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(ReportInBrowserTest::onPath)
                        .flatMap(Optional::stream)
                        .findFirst();
        if (browser.isEmpty()) {
            System.out.println(
                    "SKIPPED: the test of the report in a real browser did not run; it needs"
                            + " chromium (Debian: chromium) on the PATH");
        }
        Assumptions.assumeTrue(browser.isPresent(), "no Chromium or Chrome on the PATH");
        return browser.get();
    }

    private static Optional<String> onPath(String name) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(place -> new File(place, name))
                .filter(File::canExecute)
                .map(File::getPath)
                .findFirst();
    }

    private String look(String browser, Path file, String how) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(browser);
        command.addAll(
                List.of(
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-dev-shm-usage",
                        "--hide-scrollbars",
                        "--window-size=1280,2400",
                        "--user-data-dir=" + folder.resolve("profile"),
                        how,
                        file.toUri().toString()));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String seen = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return seen;
    }
}
