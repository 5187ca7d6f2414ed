package coex.gc.mutator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/// A mutator leaves its safe region while the collector locks it there to act for it. What belongs
/// to the mutator is touched by one of them at a time, and each sees what the other left.
@JCStressTest
@Outcome(id = "true, 2", expect = ACCEPTABLE, desc = "the collector acted, before or after")
@Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "the mutator was out")
@Outcome(expect = FORBIDDEN, desc = "both were at it")
@State
public class SafeRegionStress {

    private final MutatorContext mutator = MutatorFixture.newRegistry().register();
    private int owned;

    public SafeRegionStress() {
        mutator.mode().startSafe();
    }

    @Actor
    public void owner() {
        mutator.leaveSafeRegion();
        owned++;
        mutator.enterSafeRegion();
    }

    @Actor
    public void collector(ZI_Result result) {
        result.r1 = mutator.mode().lock();
        if (result.r1) {
            owned++;
            mutator.mode().unlock();
        }
    }

    @Arbiter
    public void total(ZI_Result result) {
        mutator.leaveSafeRegion();
        result.r2 = owned;
    }
}
