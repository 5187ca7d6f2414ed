package coex.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The page in a real browser: it shows what the heap does, at the width of a desk and of a phone,
/// and says so when there is nothing more to show.
///
/// With `-Dcoex.pictures=FOLDER` it leaves pictures there.
@Timeout(300)
class HeapPageInBrowserTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir private Path folder;
    private ShownHeap shown;
    private ChromeDriver browser;

    private void open(boolean isDark) throws Exception {
        browser = Browser.start(folder.resolve("profile"), isDark);
        shown = new ShownHeap();
        browser.get(shown.link().toString());
    }

    @AfterEach
    void close() throws Exception {
        if (browser != null) {
            browser.quit();
        }
        if (shown != null) {
            shown.close();
        }
    }

    private void await(String script) {
        new WebDriverWait(browser, PATIENCE)
                .withMessage(
                        () -> script + "\n" + browser.findElement(By.tagName("body")).getText())
                .until(_ -> Boolean.TRUE.equals(browser.executeScript("return " + script)));
    }

    private void awaitState(String state) {
        await("document.getElementById('status').dataset.state === '" + state + "'");
    }

    private void width(int pixels, int height) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width",
                        pixels,
                        "height",
                        height,
                        "deviceScaleFactor",
                        1,
                        "mobile",
                        pixels < 600));
    }

    private void picture(String name) throws IOException {
        if (isPictured()) {
            Files.write(
                    Path.of(System.getProperty("coex.pictures"), name + ".png"),
                    browser.getScreenshotAs(OutputType.BYTES));
        }
    }

    private static boolean isPictured() {
        return System.getProperty("coex.pictures") != null;
    }

    /// A picture of a page that has been open for a while.
    private void pictureWithHistory(String name, int height) throws IOException {
        if (isPictured()) {
            width(1280, height);
            await("performance.now() > 20000");
            picture(name);
        }
    }

    private String text(String id) {
        return browser.findElement(By.id(id)).getText();
    }

    /// Whether a canvas shows anything: not all of its points are of the same colour.
    private boolean isPainted(String canvas) {
        return Boolean.TRUE.equals(
                browser.executeScript(
                        """
                        const canvas = document.getElementById(arguments[0]);
                        const data = canvas.getContext('2d')
                            .getImageData(0, 0, canvas.width, canvas.height).data;
                        return data.some((value, i) => value !== data[i % 4]);
                        """,
                        canvas));
    }

    private boolean fits() {
        return Boolean.TRUE.equals(
                browser.executeScript(
                        "return document.documentElement.scrollWidth <= window.innerWidth"));
    }

    /// Errors of scripts, and what the content policy has stopped; hints on speed do not count.
    private void assertNothingWentWrong() {
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .filteredOn(entry -> entry.toString().contains("[SEVERE]"))
                .filteredOn(entry -> !entry.getMessage().contains("favicon"))
                .extracting(LogEntry::getMessage)
                .isEmpty();
    }

    @Test
    void thePageShowsTheHeapAtTheWidthOfADeskAndOfAPhone() throws Exception {
        open(false);
        width(1280, 1000);
        awaitState("live");
        await("document.querySelectorAll('#shapes tbody tr').length > 0");
        shown.heap().collect();
        await("/[1-9]/.test(document.getElementById('f-cycles').textContent)");
        assertThat(text("title")).contains("sample");
        assertThat(text("f-maximum")).isEqualTo("32.0 MB");
        assertThat(text("threads")).contains("linker");
        assertThat(text("shapes")).contains("Link");
        assertThat(isPainted("map")).isTrue();
        assertThat(isPainted("time")).isTrue();
        await("document.querySelectorAll('#memory canvas').length === 1");
        assertThat(fits()).isTrue();
        pictureWithHistory("heap-page-light", 1190);
        width(390, 844);
        await("window.innerWidth === 390");
        assertThat(fits()).isTrue();
        await(
                """
                [...document.querySelectorAll('button')]
                    .every(button => button.offsetHeight === 0 || button.offsetHeight >= 30)\
                """);
        assertThat(isPainted("map")).isTrue();
        if (isPictured()) {
            width(390, 1500);
            picture("heap-page-narrow");
        }
        assertNothingWentWrong();
    }

    @Test
    void buttonsAndQuestionsAreAnswered() throws Exception {
        open(true);
        width(1280, 1480);
        awaitState("live");
        browser.findElement(By.cssSelector("[data-do=collect]")).click();
        await("document.getElementById('told').textContent.includes('reclaimed')");
        browser.findElement(By.cssSelector("[data-do=verify]")).click();
        await("document.getElementById('told').textContent.includes('No error')");
        await("document.querySelectorAll('#shapes tbody tr').length > 0");
        browser.executeScript("document.querySelector('#shapes button').click()");
        await("/Held by|No root/.test(document.getElementById('path').textContent)");
        browser.executeScript("document.getElementById('map').scrollIntoView()");
        browser.findElement(By.id("map")).click();
        await("document.getElementById('lines-text').textContent.includes('lines in use')");
        assertThat(isPainted("lines")).isTrue();
        browser.findElement(By.cssSelector("[data-zoom=cycle]")).click();
        assertThat(text("time-range")).contains("cycle");
        for (int i = 0; i < 40; i++) { // to the shortest span there is
            browser.executeScript("document.querySelector('[data-zoom=in]').click()");
        }
        assertThat(text("time-range")).startsWith("1.00 µs shown");
        browser.findElement(By.cssSelector("[data-zoom=cycle]")).click();
        assertThat(browser.executeScript("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(20, 23, 27)");
        browser.executeScript("window.scrollTo(0, 0)");
        picture("heap-page-dark");
        assertNothingWentWrong();
    }

    @Test
    void aPageThatIsLeftOpenSaysThatTheHeapWasClosed() throws Exception {
        open(false);
        awaitState("live");
        shown.heap().close();
        awaitState("ended");
        assertThat(text("status")).contains("The heap was closed.");
        assertThat(browser.findElements(By.cssSelector("[data-do]")))
                .extracting(WebElement::isEnabled)
                .isEqualTo(List.of(false, false, false, false));
    }
}
