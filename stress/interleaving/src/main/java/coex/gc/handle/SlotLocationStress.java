package coex.gc.handle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/// The same as [SlotPublicationStress] as mutators read it, plainly: the header is read through the
/// address.
@JCStressTest
@Outcome(id = "-1", expect = ACCEPTABLE, desc = "not published yet")
@Outcome(id = "42", expect = ACCEPTABLE, desc = "address and header")
@Outcome(id = "0", expect = FORBIDDEN, desc = "an address, and a header still 0")
@Outcome(expect = FORBIDDEN, desc = "something else")
@State
public class SlotLocationStress extends SlotState {

    @Actor
    public void allocate() {
        publish();
    }

    @Actor
    public void locate(J_Result result) {
        result.r1 = header(HandleTable.locate(TABLE, TABLE.base(), handle));
    }
}
