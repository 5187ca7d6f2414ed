package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

class ArgumentsTest {

    @Test
    void withoutArgumentsEverythingIsMeasuredInFull() {
        assertThat(Arguments.parse("gc"))
                .isEqualTo(new Arguments(Suite.GC, Effort.FULL, null, null));
    }

    @Test
    void theOptionsAreRead() {
        assertThat(Arguments.parse("gc", "--quick", "--json", "r.json", "--only", "mark"))
                .isEqualTo(new Arguments(Suite.GC, Effort.QUICK, Path.of("r.json"), "mark"));
    }

    @Test
    void resultsDoNotSayInWhichFolderTheyWereWritten() {
        assertThat(Arguments.parse("gc", "--json", "some/where/r.json", "--quick").words())
                .containsExactly("gc", "--quick", "--json", "r.json");
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> Arguments.parse("gc", "--fast")).hasMessageContaining("--fast");
        assertThatThrownBy(() -> Arguments.parse("gc", "--json"))
                .hasMessageContaining("--json needs");
        assertThatThrownBy(Arguments::parse).hasMessageContaining("missing");
        assertThatThrownBy(() -> Arguments.parse("disk"))
                .hasMessageStartingWith("no suite called disk; there are gc, collections, ");
    }

    @Test
    void rowsThatDoNotExistAreAMistakeOfUse() throws Exception {
        assertThat(Bench.run("collections", "--only", "mark")).isEqualTo(2);
        assertThat(Bench.run("gc", "--only", "nothing")).isEqualTo(2);
    }
}
