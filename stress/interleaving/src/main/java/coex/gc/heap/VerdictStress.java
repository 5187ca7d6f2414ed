package coex.gc.heap;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/// A weak read and the end of marking: one of them is first, and both know which. A reader that
/// comes second sees every mark of the cycle (`Invariant.REACHABLE_IS_MARKED`).
///
/// First result: 1 the reader objected, 2 it was late and saw the marks, 3 it did not see them.
@JCStressTest
@Outcome(id = "1, false", expect = ACCEPTABLE, desc = "the reader was first")
@Outcome(id = "2, true", expect = ACCEPTABLE, desc = "the collector was first")
@Outcome(expect = FORBIDDEN, desc = "they disagree, or a mark was not seen")
@State
public class VerdictStress {

    private final Verdict verdict = new Verdict();
    private int marks;

    public VerdictStress() {
        verdict.open();
    }

    @Actor
    public void collector(IZ_Result result) {
        marks = 1;
        result.r2 = verdict.close();
    }

    @Actor
    public void reader(IZ_Result result) {
        result.r1 = verdict.resist() ? 1 : marks == 1 ? 2 : 3;
    }
}
