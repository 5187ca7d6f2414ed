package coex.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasuredTest {

    @Test
    void theMedianOfAnOddNumberOfSamplesIsTheMiddleOne() {
        assertThat(Measured.medianOf(9, 1, 4)).isEqualTo(new Measured(4, 1, 9));
    }

    @Test
    void theMedianOfAnEvenNumberOfSamplesLiesBetweenTheMiddleTwo() {
        assertThat(Measured.medianOf(1, 2, 4, 100)).isEqualTo(new Measured(3, 1, 100));
    }

    @Test
    void noSamplesGiveNoNumber() {
        assertThat(Measured.medianOf().isPresent()).isFalse();
        assertThat(Measured.NONE.hasRange()).isFalse();
    }

    @Test
    void oneSampleHasNoRange() {
        assertThat(Measured.once(3).hasRange()).isFalse();
        assertThat(Measured.medianOf(3, 4).hasRange()).isTrue();
    }
}
