package coex.bench.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

class FiguresTest {

    @Test
    void figuresAreReadAndOtherLinesIgnored() {
        Figures figures =
                Figures.parse(List.of("hello", "figure rate 1.5 2.5", "figure count 3.0"));

        assertThat(figures.samples("rate")).containsExactly(1.5, 2.5);
        assertThat(figures.single("count")).isEqualTo(3);
    }

    @Test
    void aFigureThatIsMissingIsNamed() {
        assertThatThrownBy(() -> Figures.parse(List.of("figure a 1")).samples("b"))
                .hasMessageContaining("b")
                .hasMessageContaining("[a]");
    }
}
