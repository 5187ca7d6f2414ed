package coex.gc.handle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/// Whoever reads an address from the table sees the header behind it
/// (`Invariant.CONTENTS_BEFORE_ADDRESS`): as the marker reads it.
@JCStressTest
@Outcome(id = "-1", expect = ACCEPTABLE, desc = "not published yet")
@Outcome(id = "42", expect = ACCEPTABLE, desc = "address and header")
@Outcome(id = "0", expect = FORBIDDEN, desc = "an address, and a header still 0")
@Outcome(expect = FORBIDDEN, desc = "something else")
@State
public class SlotPublicationStress extends SlotState {

    @Actor
    public void allocate() {
        publish();
    }

    @Actor
    public void resolve(J_Result result) {
        result.r1 = header(TABLE.resolve(handle));
    }
}
