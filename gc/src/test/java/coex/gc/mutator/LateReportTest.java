package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

/// The collector tells of late threads in the middle of a cycle, perhaps while the JVM is out of
/// memory.
class LateReportTest {

    @Test
    void aReportThatFailsFailsNoCycle() {
        MutatorContext[] nobody = {null};
        assertThatCode(() -> LateReport.tell(null, 1, null, nobody)).doesNotThrowAnyException();
    }
}
