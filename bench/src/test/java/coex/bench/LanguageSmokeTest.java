package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import coex.bench.language.LanguageWork;
import coex.bench.report.Row;
import coex.bench.rows.CompileRows;
import coex.bench.rows.LanguageRows;

import org.junit.jupiter.api.Test;

import java.util.List;

/// That Coex programs can be measured beside Java, with next to nothing to measure; a group fails
/// if the two programs do not agree.
class LanguageSmokeTest {

    @Test
    void aProgramIsMeasuredBesideItsTwinInJava() throws Exception {
        for (LanguageWork work : List.of(LanguageWork.TREE, LanguageWork.MATRIX)) {
            List<Row> rows = new LanguageRows(work).measure(Effort.SMOKE);
            assertThat(rows).hasSize(2);
            assertThat(rows.getFirst().ratio()).isPositive();
        }
    }

    @Test
    void compilersAreMeasuredInLinesPerSecond() throws Exception {
        List<Row> rows = new CompileRows().measure(Effort.SMOKE);
        assertThat(rows).extracting(Row::name).allMatch(name -> name.contains("/compile/"));
        assertThat(rows).allSatisfy(row -> assertThat(row.ratio()).isPositive());
    }

    @Test
    void everyWorkIsAGroupOfItsOwn() {
        assertThat(Suite.LANGUAGE.all()).hasSize(LanguageWork.values().length + 1);
    }
}
