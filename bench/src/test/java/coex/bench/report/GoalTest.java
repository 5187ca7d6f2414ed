package coex.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GoalTest {

    @Test
    void aBoundOnTheRatioIgnoresTheValue() {
        assertThat(Goal.ratioAtMost(2).isMetBy(1000, 2)).isTrue();
        assertThat(Goal.ratioAtMost(2).isMetBy(1, 2.01)).isFalse();
    }

    @Test
    void aBoundOnTheValueIgnoresTheRatio() {
        assertThat(Goal.atLeast(50).isMetBy(50, 0)).isTrue();
        assertThat(Goal.atLeast(50).isMetBy(49, 9)).isFalse();
        assertThat(Goal.atMost(17).isMetBy(17.5, 0)).isFalse();
    }

    @Test
    void withoutAGoalOrANumberThereIsNoVerdict() {
        assertThat(Goal.NONE.isMetBy(1, 1)).isNull();
        assertThat(Goal.ratioAtMost(2).isMetBy(1, Double.NaN)).isNull();
    }

    @Test
    void betweenGoalAndToleranceItIsNotMetButTolerated() {
        Goal goal = Goal.ratioAtMost(1, 1.5);
        assertThat(goal.isMetBy(0, 1.2)).isFalse();
        assertThat(goal.isToleratedBy(0, 1.2)).isTrue();
        assertThat(goal.isToleratedBy(0, 1.6)).isFalse();
        assertThat(Goal.ratioAtMost(2).isToleratedBy(0, 2.1)).isFalse();
    }

    @Test
    void aGoalReadsAsAnInequality() {
        assertThat(Goal.ratioAtMost(1.5)).hasToString("<= 1.5 x peer");
        assertThat(Goal.atLeast(50)).hasToString(">= 50");
        assertThat(Goal.ratioAtMost(1, 1.5)).hasToString("<= 1 (1.5) x peer");
        assertThat(Goal.NONE).hasToString("");
    }
}
