package coex.gc.mutator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/// Two threads borrow a lent mutator while the collector locks it to act for it. What belongs to
/// the mutator is touched by one of them at a time, and each sees what the others left.
@JCStressTest
@Outcome(id = ".*, 0", expect = ACCEPTABLE, desc = "whoever had it had it alone")
@Outcome(expect = FORBIDDEN, desc = "two were at it")
@State
public class LentMutatorStress {

    private final MutatorContext mutator = MutatorFixture.newRegistry().registerLent();
    private int owned;

    @Actor
    public void first(IIII_Result result) {
        if (mutator.tryBorrow()) {
            owned++;
            mutator.giveBack();
            result.r1 = 1;
        }
    }

    /// A borrower, and then the collector: two actors, so that the test runs on two processors.
    @Actor
    public void secondThenCollector(IIII_Result result) {
        if (mutator.tryBorrow()) {
            owned++;
            mutator.giveBack();
            result.r2 = 1;
        }
        if (mutator.mode().lock()) {
            owned++;
            mutator.mode().unlock();
            result.r3 = 1;
        }
    }

    /// How many more, or fewer, touched what is owned than there were owners.
    @Arbiter
    public void total(IIII_Result result) {
        result.r4 = mutator.tryBorrow() ? owned - result.r1 - result.r2 - result.r3 : -1;
    }
}
