package coex.cli;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// The finished `coex play` in a real browser: the real language server, and a real program whose
/// heap changes while one looks.
///
/// With `-Dcoex.pictures=FOLDER` it leaves a picture there.
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class PlayInBrowserIT {

    /// Keeps some of what it makes, and goes on until it is stopped.
    private static final String PROGRAM =
            """
            # Makes words, and keeps some of them.
            func main()
                kept: Map<int, string> = {}
                round: int = 0
                while true
                    word = "word number " + str(round)
                    kept = kept.set(round % 40000, word)
                    round += 1
                    if round % 1000000 == 0
                        print(str(round) + " made")
                        print(str(kept.len()) + " kept")
                    ~
                ~
            ~
            """;

    @TempDir private Path folder;
    private Process play;
    private ChromeDriver browser;

    private void open() throws Exception {
        Optional<String> program = onPath("chromium").or(() -> onPath("google-chrome"));
        Optional<String> driver = onPath("chromedriver");
        boolean isThere = program.isPresent() && driver.isPresent();
        if (!isThere) {
            System.out.println(
                    "SKIPPED: the test of coex play in a real browser did not run; it needs"
                            + " chromium and chromedriver (Debian: chromium chromium-driver) on the"
                            + " PATH");
        }
        Assumptions.assumeTrue(isThere, "no browser, or no driver, on the PATH");
        var builder =
                new ProcessBuilder(
                        FinishedCoex.ROOT.resolve("coex").toString(),
                        "play",
                        "--no-browser",
                        "--heap-max=64m",
                        "--time-max=1h");
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        play = builder.start();
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program.get());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--window-size=1280,1450",
                "--user-data-dir=" + folder.resolve("profile"));
        browser =
                new ChromeDriver(
                        new ChromeDriverService.Builder()
                                .usingDriverExecutable(new File(driver.get()))
                                .usingAnyFreePort()
                                .build(),
                        options);
        browser.get(play.inputReader().readLine());
        await("document.getElementById('status').textContent === 'Ready'");
    }

    private static Optional<String> onPath(String name) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(place -> new File(place, name))
                .filter(File::canExecute)
                .map(File::getPath)
                .findFirst();
    }

    @AfterEach
    void close() throws Exception {
        if (browser != null) {
            browser.quit();
        }
        if (play != null) {
            play.destroy();
            play.waitFor();
        }
    }

    private void await(String script) throws InterruptedException {
        while (!Boolean.TRUE.equals(browser.executeScript("return " + script))) {
            Thread.sleep(20);
        }
    }

    private WebElement find(String id) {
        return browser.findElement(By.id(id));
    }

    private String pictureOf(String canvas) {
        return (String)
                browser.executeScript(
                        "return document.getElementById(arguments[0]).toDataURL()", canvas);
    }

    @Test
    void aProgramIsMendedAndRunsAndItsHeapIsSeenToChange() throws Exception {
        open();
        WebElement text = find("text");
        text.clear();
        text.sendKeys(PROGRAM.replace("str(kept.len())", "str(kept.size)"));
        // In one look: while the text arrives, problems come and go.
        await(
                "document.getElementById('problems').textContent.includes('size') &&"
                        + " [...document.querySelectorAll('#gutter .bad')]"
                        + ".map(bad => bad.textContent.trim()).join() === '11'");
        text.clear();
        text.sendKeys(PROGRAM);
        await("document.getElementById('problems').children.length === 0");
        find("run").click();
        await("document.getElementById('output').textContent.includes('40000 kept')");
        await("/[1-9][0-9,]* cycles/.test(document.getElementById('heap-text').textContent)");
        String before = pictureOf("map");
        await(
                "document.querySelectorAll('#memory canvas').length === 1 &&"
                        + " document.getElementById('map').toDataURL() !== '"
                        + before
                        + "'");
        if (System.getProperty("coex.pictures") != null) {
            await("performance.now() > 40000"); // some of its history
            Files.write(
                    Path.of(System.getProperty("coex.pictures"), "play.png"),
                    browser.getScreenshotAs(OutputType.BYTES));
        }
        find("stop").click();
        await("document.getElementById('status').textContent.startsWith('Ended')");
    }
}
