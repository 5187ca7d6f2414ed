package coex.bench.program;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CapacityTest {

    @ParameterizedTest
    @EnumSource
    void everyWorkComesToTheRightResults(CapacityWork work) {
        assertThatCode(() -> Capacity.main(new String[] {work.name(), "1000"}))
                .doesNotThrowAnyException();
    }
}
