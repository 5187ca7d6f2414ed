package coex.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import coex.bench.Effort;

import org.junit.jupiter.api.Test;

class HoldRowsTest {

    @Test
    void aFullRunHasEveryCollectorAsAPeerAndAQuickOneThoseThatRunBesideTheProgram() {
        assertThat(HoldRows.peerNames(Effort.FULL))
                .containsExactly("G1", "ZGC", "Shenandoah", "Serial", "Parallel");
        assertThat(HoldRows.peerNames(Effort.QUICK)).containsExactly("G1", "ZGC", "Shenandoah");
    }
}
