package coex.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import coex.bench.Effort;
import coex.bench.jvm.Figures;
import coex.bench.report.Row;

import org.junit.jupiter.api.Test;

import java.util.List;

class HoldRowsTest {

    @Test
    void aFullRunHasEveryCollectorAsAPeerAndAQuickOneThoseThatRunBesideTheProgram() {
        assertThat(HoldRows.peerNames(Effort.FULL))
                .containsExactly("G1", "ZGC", "Shenandoah", "Serial", "Parallel");
        assertThat(HoldRows.peerNames(Effort.QUICK)).containsExactly("G1", "ZGC", "Shenandoah");
    }

    @Test
    void aHeapThatIsTooSmallLosesItsOwnFiguresAndNoOther() throws Exception {
        Figures ours = HoldRows.ours(Effort.SMOKE, 0.5);
        assertThat(ours).isNull();
        List<Row> rows = HoldRows.rows(0.5, ours, HoldRows.Side.failed(1), "G1", Effort.SMOKE);
        assertThat(rows).isNotEmpty().noneMatch(row -> row.ours().isPresent());
        assertThat(rows.getFirst().note()).contains("not enough memory");
    }
}
