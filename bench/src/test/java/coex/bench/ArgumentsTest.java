package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

class ArgumentsTest {

    @Test
    void withoutArgumentsEverythingIsMeasuredInFull() {
        assertThat(Arguments.parse()).isEqualTo(new Arguments(Effort.FULL, null, null));
    }

    @Test
    void theOptionsAreRead() {
        assertThat(Arguments.parse("--quick", "--json", "r.json", "--only", "mark"))
                .isEqualTo(new Arguments(Effort.QUICK, Path.of("r.json"), "mark"));
    }

    @Test
    void resultsDoNotSayInWhichFolderTheyWereWritten() {
        assertThat(Arguments.parse("--json", "some/where/r.json", "--quick").words())
                .containsExactly("--quick", "--json", "r.json");
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> Arguments.parse("--fast")).hasMessageContaining("--fast");
        assertThatThrownBy(() -> Arguments.parse("--json")).hasMessageContaining("--json needs");
    }

    @Test
    void rowsThatDoNotExistAreAMistakeOfUse() throws Exception {
        assertThat(GcBench.run("--only", "nothing")).isEqualTo(2);
    }
}
