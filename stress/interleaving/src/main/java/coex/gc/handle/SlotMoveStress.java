package coex.gc.handle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// A mutator reads an object twice, plainly, while the collector moves it: whichever place it
/// finds, the object is there.
@JCStressTest
@Outcome(id = "42, 42", expect = ACCEPTABLE, desc = "the object, twice")
@Outcome(expect = FORBIDDEN, desc = "a place where it is not")
@State
public class SlotMoveStress extends SlotState {

    public SlotMoveStress() {
        super(true);
    }

    @Actor
    public void collector() {
        move();
    }

    @Actor
    public void mutator(JJ_Result result) {
        result.r1 = header(HandleTable.locate(TABLE, TABLE.base(), handle));
        result.r2 = header(HandleTable.locate(TABLE, TABLE.base(), handle));
    }
}
