package coex.web;

import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// A real browser, where the machine has one: Chromium or Chrome, and its driver.
final class Browser {
    private static final List<String> BROWSERS =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    private Browser() {}

    /// Starts one with nobody's profile; ends the test, with a line that says why, where there is
    /// none.
    static ChromeDriver start(Path profile, boolean isDark) {
        Optional<String> browser =
                BROWSERS.stream().map(Browser::onPath).flatMap(Optional::stream).findFirst();
        Optional<String> driver = onPath("chromedriver");
        if (browser.isEmpty() || driver.isEmpty()) {
            System.out.println(
                    "SKIPPED: the tests in a real browser did not run; they need chromium and"
                            + " chromedriver (Debian: chromium chromium-driver) on the PATH");
        }
        Assumptions.assumeTrue(browser.isPresent(), "no Chromium or Chrome on the PATH");
        Assumptions.assumeTrue(driver.isPresent(), "no chromedriver on the PATH");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.get());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--window-size=1280,1000",
                "--user-data-dir=" + profile);
        if (isDark) {
            options.addArguments("--force-dark-mode", "--blink-settings=preferredColorScheme=0");
        }
        ChromeDriverService service =
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(new File(driver.get()))
                        .usingAnyFreePort()
                        .build();
        return new ChromeDriver(service, options);
    }

    private static Optional<String> onPath(String name) {
        return Arrays.stream(
                        Objects.requireNonNullElse(System.getenv("PATH"), "")
                                .split(File.pathSeparator))
                .flatMap(folder -> Stream.of(Path.of(folder, name).toFile()))
                .filter(File::canExecute)
                .map(File::getPath)
                .findFirst();
    }
}
