package coex.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// A browser with a page, and what one can see of it.
///
/// With `-Dcoex.pictures=FOLDER` it leaves pictures there.
record ShownPage(ChromeDriver browser) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    static ShownPage start(Path profile, boolean isDark) {
        return new ShownPage(Browser.start(profile, isDark));
    }

    void await(String script) {
        new WebDriverWait(browser, PATIENCE)
                .withMessage(
                        () -> script + "\n" + browser.findElement(By.tagName("body")).getText())
                .until(_ -> Boolean.TRUE.equals(browser.executeScript("return " + script)));
    }

    void width(int pixels, int height) {
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

    void picture(String name) throws IOException {
        if (isPictured()) {
            Files.write(
                    Path.of(System.getProperty("coex.pictures"), name + ".png"),
                    browser.getScreenshotAs(OutputType.BYTES));
        }
    }

    static boolean isPictured() {
        return System.getProperty("coex.pictures") != null;
    }

    String text(String id) {
        return browser.findElement(By.id(id)).getText();
    }

    /// Whether a canvas shows anything: not all of its points are of the same colour.
    boolean isPainted(String canvas) {
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

    boolean fits() {
        return Boolean.TRUE.equals(
                browser.executeScript(
                        "return document.documentElement.scrollWidth <= window.innerWidth"));
    }

    /// Errors of scripts, and what the content policy has stopped; hints on speed do not count.
    void assertNothingWentWrong() {
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .filteredOn(entry -> entry.toString().contains("[SEVERE]"))
                .filteredOn(entry -> !entry.getMessage().contains("favicon"))
                .extracting(LogEntry::getMessage)
                .isEmpty();
    }

    @Override
    public void close() {
        browser.quit();
    }
}
