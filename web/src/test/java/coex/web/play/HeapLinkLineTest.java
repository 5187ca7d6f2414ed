package coex.web.play;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;

class HeapLinkLineTest {
    private static final String WORD = "word";
    private static final String LINK = "http://127.0.0.1:4711/to-ken_1/";

    private final HeapLinkLine line = new HeapLinkLine(WORD);

    @Test
    void theLinkIsTakenOutOfWhatIsForPeople() {
        assertThat(line.read("a hint\n" + WORD + " " + LINK + "\nthe program\n"))
                .isEqualTo("a hint\nthe program\n");
        assertThat(line.link()).contains(URI.create(LINK));
    }

    @Test
    void theLinkIsTakenFromAnyPieces() {
        StringBuilder rest = new StringBuilder();
        for (char next : ("wo\nwording\n\n" + WORD + " " + LINK + "\nend").toCharArray()) {
            rest.append(line.read(String.valueOf(next)));
        }
        assertThat(rest).hasToString("wo\nwording\n\nend");
        assertThat(line.link()).contains(URI.create(LINK));
    }

    @Test
    void onlyTheFirstLineCounts() {
        line.read(WORD + " " + LINK + "\n");
        String second = WORD + " http://127.0.0.1:80/other/\n";
        assertThat(line.read(second)).isEqualTo(second);
        assertThat(line.link()).contains(URI.create(LINK));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "coex: the heap is shown at " + LINK,
                " " + WORD + " " + LINK,
                "x" + WORD + " " + LINK
            })
    void aLineWithoutTheWordAtItsBeginningIsForPeople(String said) {
        assertThat(line.read(said + "\n")).isEqualTo(said + "\n");
        assertThat(line.link()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%%%",
                "http://127.0.0.1:80/token/../x/",
                "http://127.0.0.1@example.org:80/token/",
                "http://example.org:80/token/",
                "https://127.0.0.1:80/token/",
                "http://127.0.0.1/token/",
                "http://127.0.0.1:80/"
            })
    void aLinkThatLeadsElsewhereIsNotTaken(String said) {
        line.read(WORD + " " + said + "\n");
        assertThat(line.link()).isEmpty();
    }

    @Test
    void aLineWithoutEndIsNotKept() {
        String said = WORD + " ".repeat(1000);
        assertThat(line.read(said) + line.end()).isEqualTo(said);
        assertThat(line.read("on")).isEqualTo("on");
    }

    @Test
    void theBeginningOfALineAtTheEndIsForPeople() {
        assertThat(line.read("wo")).isEmpty();
        assertThat(line.end()).isEqualTo("wo");
    }
}
