package coex.bench.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The program that times marking marks everything, with one marker and with two.
class HandleMarkingTest {

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 2", "false, 1", "false, 2"})
    void everyCollectionHasARate(boolean sequential, int markers) {
        double[] rates = HandleMarking.markRates(sequential, 20_000, 3, markers);
        assertThat(rates).hasSize(3);
        for (double rate : rates) {
            assertThat(rate).isPositive().isFinite();
        }
    }
}
