package coex.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The page of `coex play` in a real browser. What it starts is a [StandInForCoex]; `PlayIT` asks
/// the finished command the same things without a browser.
@Timeout(300)
class PlayPageInBrowserTest {
    @TempDir private Path folder;
    private PlayPage page;
    private ShownPage shown;

    private void open() throws Exception {
        Path documents = Files.createDirectories(folder.resolve("documents/guide"));
        Files.writeString(documents.resolve("index.html"), "<h1>The guide</h1>");
        Path examples = Files.createDirectories(folder.resolve("examples"));
        Files.writeString(examples.resolve("two.coex"), "one\ntwo");
        shown = ShownPage.start(folder.resolve("profile"), false);
        page =
                PlayPage.open(
                        0,
                        StandInForCoex.command(),
                        List.of(),
                        folder.resolve("documents"),
                        examples);
        shown.browser().get(page.link().toString());
        shown.width(1280, 1000);
        shown.await("document.getElementById('status').textContent === 'Ready'");
    }

    @AfterEach
    void close() {
        if (shown != null) {
            shown.close();
        }
        if (page != null) {
            page.close();
        }
    }

    private WebElement find(String id) {
        return shown.browser().findElement(By.id(id));
    }

    private void type(String program) {
        find("text").clear();
        find("text").sendKeys(program);
    }

    @Test
    void problemsShowAsOneTypesAndGoWhenTheyAreMended() throws Exception {
        open();
        type("fine\nwrong");
        shown.await("document.getElementById('problems').textContent === '2: this is wrong'");
        assertThat(shown.browser().findElements(By.cssSelector("#gutter .bad")))
                .extracting(WebElement::getText)
                .containsExactly("2");
        find("text").sendKeys(Keys.BACK_SPACE);
        shown.await("document.getElementById('problems').children.length === 0");
        shown.assertNothingWentWrong();
    }

    @Test
    void aProgramRunsAndWhatItPrintsIsShown() throws Exception {
        open();
        type("one\ntwo\nthree");
        find("text").sendKeys(Keys.chord(Keys.CONTROL, Keys.ENTER));
        shown.await(
                "document.getElementById('status').textContent.startsWith('Ended with exit code"
                        + " 42')");
        assertThat(find("output").getText()).isEqualTo("lines: 3");
        assertThat(find("run").isEnabled()).isTrue();
        shown.browser().findElement(By.cssSelector("#example option[value='two.coex']")).click();
        shown.await("document.getElementById('text').value === 'one\\ntwo'");
        find("run").click();
        shown.await("document.getElementById('output').textContent.includes('lines: 2')");
        shown.assertNothingWentWrong();
    }

    @Test
    void theHeapOfAProgramThatGoesOnIsDrawnAndItCanBeStopped() throws Exception {
        open();
        type("forever");
        find("run").click();
        shown.await("/cycles/.test(document.getElementById('heap-text').textContent)");
        assertThat(shown.isPainted("map")).isTrue();
        shown.await("document.querySelectorAll('#memory canvas').length === 1");
        shown.picture("play-page");
        assertThat(find("run").isEnabled()).isFalse();
        find("stop").click();
        shown.await("document.getElementById('status').textContent.startsWith('Ended')");
        shown.assertNothingWentWrong();
    }

    @Test
    void aPageThatIsLoadedAgainAndAgainWorks() throws Exception {
        open();
        for (int i = 0; i < 10; i++) {
            shown.browser().navigate().refresh();
            shown.await("document.getElementById('status').textContent === 'Ready'");
        }
        type("one\nwrong");
        shown.await("document.getElementById('problems').textContent === '2: this is wrong'");
    }

    @Test
    void aPageThatGivesWayToOthersSaysSo() throws Exception {
        open();
        List<EventReader> others = new ArrayList<>();
        HttpClient client = HttpClient.newHttpClient(); // to close it would wait for the events
        try {
            for (int i = 0; i < 4; i++) {
                EventReader other = new EventReader(client, page.link());
                others.add(other);
                other.await("session");
            }
            shown.await("document.getElementById('status').dataset.state === 'lost'");
            assertThat(find("status").getText()).contains("given way to others");
            assertThat(find("run").isEnabled()).isFalse();
        } finally {
            for (EventReader other : others) {
                other.close();
            }
        }
    }

    @Test
    void theGuideIsBesideTheEditorAndThePageFitsAPhone() throws Exception {
        open();
        assertThat(shown.fits()).isTrue();
        shown.browser().switchTo().frame("doc");
        assertThat(shown.browser().findElement(By.tagName("h1")).getText()).isEqualTo("The guide");
        shown.browser().switchTo().defaultContent();
        shown.width(390, 844);
        shown.await("window.innerWidth === 390");
        assertThat(shown.fits()).isTrue();
        page.close();
        shown.await("document.getElementById('status').dataset.state === 'lost'");
        assertThat(find("run").isEnabled()).isFalse();
    }
}
