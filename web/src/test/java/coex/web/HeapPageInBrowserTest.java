package coex.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The page in a real browser: it shows what the heap does, at the width of a desk and of a phone,
/// and says so when there is nothing more to show.
@Timeout(300)
class HeapPageInBrowserTest {
    @TempDir private Path folder;
    private ShownHeap shown;
    private HeapPage scripted;
    private ShownPage page;

    private void open(boolean isDark) throws Exception {
        page = ShownPage.start(folder.resolve("profile"), isDark);
        shown = new ShownHeap();
        page.browser().get(shown.link().toString());
    }

    @AfterEach
    void close() throws Exception {
        if (page != null) {
            page.close();
        }
        if (shown != null) {
            shown.close();
        }
        if (scripted != null) {
            scripted.close();
        }
    }

    private void awaitState(String state) {
        page.await("document.getElementById('status').dataset.state === '" + state + "'");
    }

    /// A picture of a page that has been open for a while.
    private void pictureWithHistory(String name, int height) throws IOException {
        if (ShownPage.isPictured()) {
            page.width(1280, height);
            page.await("performance.now() > 20000");
            page.picture(name);
        }
    }

    @Test
    void thePageShowsTheHeapAtTheWidthOfADeskAndOfAPhone() throws Exception {
        open(false);
        page.width(1280, 1000);
        awaitState("live");
        page.await("document.querySelectorAll('#shapes tbody tr').length > 0");
        shown.heap().collect();
        page.await("/[1-9]/.test(document.getElementById('f-cycles').textContent)");
        assertThat(page.text("title")).contains("sample");
        assertThat(page.text("f-maximum")).isEqualTo("32.0 MB");
        assertThat(page.text("threads")).contains("linker");
        assertThat(page.text("shapes")).contains("Link");
        assertThat(page.isPainted("map")).isTrue();
        assertThat(page.isPainted("time")).isTrue();
        page.await("document.querySelectorAll('#memory canvas').length === 1");
        assertThat(page.fits()).isTrue();
        pictureWithHistory("heap-page-light", 1190);
        page.width(390, 844);
        page.await("window.innerWidth === 390");
        assertThat(page.fits()).isTrue();
        page.await(
                """
                [...document.querySelectorAll('button')]
                    .every(button => button.offsetHeight === 0 || button.offsetHeight >= 30)\
                """);
        assertThat(page.isPainted("map")).isTrue();
        if (ShownPage.isPictured()) {
            page.width(390, 1500);
            page.picture("heap-page-narrow");
        }
        page.assertNothingWentWrong();
    }

    @Test
    void buttonsAndQuestionsAreAnswered() throws Exception {
        open(true);
        page.width(1280, 1480);
        awaitState("live");
        page.browser().findElement(By.cssSelector("[data-do=collect]")).click();
        page.await("document.getElementById('told').textContent.includes('reclaimed')");
        page.browser().findElement(By.cssSelector("[data-do=verify]")).click();
        page.await("document.getElementById('told').textContent.includes('No error')");
        page.await("document.querySelectorAll('#shapes tbody tr').length > 0");
        page.browser().executeScript("document.querySelector('#shapes button').click()");
        page.await("/Held by|No root/.test(document.getElementById('path').textContent)");
        page.browser().executeScript("document.getElementById('map').scrollIntoView()");
        page.browser().findElement(By.id("map")).click();
        page.await("document.getElementById('lines-text').textContent.includes('lines in use')");
        assertThat(page.isPainted("lines")).isTrue();
        page.await( // the lines are asked for again while cycles run
                """
                performance.getEntriesByType('resource')
                    .filter(asked => asked.name.includes('lines?')).length > 2\
                """);
        page.browser().findElement(By.cssSelector("[data-zoom=cycle]")).click();
        assertThat(page.text("time-range")).contains("cycle");
        for (int i = 0; i < 40; i++) { // to the shortest span there is
            page.browser().executeScript("document.querySelector('[data-zoom=in]').click()");
        }
        assertThat(page.text("time-range")).startsWith("1.00 µs shown");
        page.browser().findElement(By.cssSelector("[data-zoom=cycle]")).click();
        assertThat(
                        page.browser()
                                .executeScript(
                                        "return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(20, 23, 27)");
        if (ShownPage.isPictured()) { // with a cycle that moves objects
            page.browser().findElement(By.cssSelector("[data-do=compact]")).click();
            do {
                page.browser().findElement(By.cssSelector("[data-zoom=cycle]")).click();
            } while (!told(5000, 0).matches(".*moved [1-9].*"));
        }
        page.browser().executeScript("window.scrollTo(0, 0)");
        page.picture("heap-page-dark");
        page.assertNothingWentWrong();
    }

    // The time line. Times are milliseconds, of which it shows ten thousand.

    private static String at(long millis, String event) {
        return "\"t\":%d000000,%s".formatted(millis, event);
    }

    /// What the page says of a place, which may be scrolled away.
    private String told(long millis, int lane) {
        return (String)
                page.browser()
                        .executeScript(
                                """
                                const canvas = document.getElementById('time');
                                const box = canvas.getBoundingClientRect();
                                const label = 150;
                                const x = label + (box.width - label) * arguments[0] / 10000;
                                canvas.dispatchEvent(new PointerEvent('pointermove', {
                                    clientX: box.left + x, clientY: box.top + 20 + 22 * arguments[1] + 11 }));
                                return document.getElementById('time-tip').textContent;
                                """,
                                millis,
                                lane);
    }

    private void openScripted(ScriptedHeap heap) throws Exception {
        scripted = HeapPage.open(heap, 0, folder);
        page = ShownPage.start(folder.resolve("profile"), false);
        page.width(1280, 1000);
        page.browser().get(scripted.link().toString());
        awaitState("live");
    }

    @Test
    void theTimeLineTellsWhatHappenedAndWhatIsNotKnown() throws Exception {
        ScriptedHeap heap = new ScriptedHeap();
        heap.add(7, 1, List.of("a", "b"));
        heap.add(
                10,
                6000,
                List.of("a", "b"),
                at(1000, "\"e\":\"resized\",\"region\":\"heap\",\"from\":1024,\"to\":4096"),
                at(
                        3000,
                        """
                        "e":"late","cycle":5,"phase":"SNAPSHOT","thread":"a","nanos":1000000000,"where":"Some.place"\
                        """),
                at(5000, "\"e\":\"stall\",\"thread\":\"b\",\"bytes\":40,\"nanos\":1000000000"));
        heap.add(
                31,
                10000,
                List.of("a", "b"),
                at(9000, "\"e\":\"resized\",\"region\":\"heap\",\"from\":4096,\"to\":1024"));
        openScripted(heap);
        awaitTold(1000, 0, "heap grew from 1.00 KB to 4.00 KB");
        awaitTold(2500, 1, "a kept snapshot of cycle 5 waiting for 1.00 s, at Some.place");
        awaitTold(4500, 2, "b waited 1.00 s for room for 40 bytes, or rested near the limit");
        awaitTold(8000, 1, "20 events are missing here");
        assertThat(told(5500, 1)).isEqualTo("\u00a0");
        assertThat(told(9500, 1)).isEqualTo("\u00a0");
        page.assertNothingWentWrong();
    }

    private void awaitTold(long millis, int lane, String text) throws Exception {
        while (!told(millis, lane).contains(text)) { // the page may not have the last frame yet
            Thread.sleep(10);
        }
    }

    @Test
    void everyThreadHasALaneThatOneCanComeTo() throws Exception {
        ScriptedHeap heap = new ScriptedHeap();
        List<String> threads = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
            threads.add("thread " + i);
        }
        threads.add("thread 30");
        heap.add(
                1,
                10000,
                threads,
                at(
                        5000,
                        "\"e\":\"stall\",\"thread\":\"thread"
                                + " 30\",\"bytes\":40,\"nanos\":1000000000"));
        openScripted(heap);
        page.await(
                "document.getElementById('time-range').textContent.includes('threads 1 to 24 of"
                        + " 30')");
        WebElement more = page.browser().findElement(By.cssSelector("[data-zoom=down]"));
        more.click();
        page.await(
                "document.getElementById('time-range').textContent.includes('threads 25 to 30 of"
                        + " 30')");
        assertThat(told(4500, 6)).contains("thread 30 waited 1.00 s");
        assertThat(more.isEnabled()).isFalse();
        page.browser().findElement(By.cssSelector("[data-zoom=up]")).click();
        page.await("document.getElementById('time-range').textContent.includes('threads 1 to 24')");
        page.assertNothingWentWrong();
    }

    @Test
    void aPageThatIsLeftOpenSaysThatTheHeapWasClosed() throws Exception {
        open(false);
        awaitState("live");
        shown.heap().close();
        awaitState("ended");
        assertThat(page.text("status")).contains("The heap was closed.");
        assertThat(page.browser().findElements(By.cssSelector("[data-do]")))
                .extracting(WebElement::isEnabled)
                .isEqualTo(List.of(false, false, false, false));
    }

    @Test
    void aPageThatIsLeftOpenSaysThatTheProgramIsGone() throws Exception {
        Path program = Files.writeString(folder.resolve("program"), "forever");
        List<String> command = new ArrayList<>(StandInForCoex.command());
        command.addAll(List.of("run", program.toString()));
        Process process = new ProcessBuilder(command).start();
        try {
            page = ShownPage.start(folder.resolve("profile"), false);
            String said = process.errorReader().readLine();
            page.browser().get(said.substring(said.indexOf("http")));
            awaitState("live");
            process.destroyForcibly().waitFor();
            awaitState("lost");
            assertThat(page.text("status")).isNotBlank();
        } finally {
            process.destroyForcibly();
        }
    }
}
