package coex.gc.handle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A mutator takes handles of a word while the collector retires the dead of that word.
///
/// Of 64 handles 16 are live, 16 dead and the rest free. The collector must retire the dead and
/// none of those just being taken; the mutator must take free ones and none of those just being
/// retired (`Invariant.HANDLES_REST_ONE_CYCLE`).
@JCStressTest
@Outcome(id = "16, 0", expect = ACCEPTABLE, desc = "16 retired, only free ones taken")
@Outcome(expect = FORBIDDEN, desc = "a handle is retired and taken")
@State
public class RunListStress {

    private static final int TAKEN_BEFORE = 32;
    private static final long LIVE = 0x1FFFEL;

    private final HandleSpace space = new HandleSpaceFixture(64, TAKEN_BEFORE).space();
    private final HandleRun run = new HandleRun();
    private int retired;

    public RunListStress() {
        HandleRun before = new HandleRun();
        space.refill(before, false);
        while (before.hasNext()) {
            space.table().publish(before.next(), 8);
        }
        space.marks().shadeBirths(0, LIVE);
    }

    @Actor
    public void collector() {
        retired = space.retireDead(0, 1);
    }

    @Actor
    public void mutator() {
        space.refill(run, true);
    }

    @Arbiter
    public void count(II_Result result) {
        result.r1 = retired;
        while (run.hasNext()) {
            long handle = run.next();
            if (handle <= TAKEN_BEFORE || (space.retiredWord(0) >>> handle & 1) != 0) {
                result.r2++;
            }
        }
        space.release();
    }
}
