package coex.gc.mutator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import coex.gc.Phase;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A handshake orders plain accesses both ways: the action sees what the collector did before it
/// asked, and the collector sees what the action did. A request is not missed: a mutator that
/// polled too early answers at its next safepoint.
@JCStressTest
@Outcome(id = "-1, 2", expect = ACCEPTABLE, desc = "answered later")
@Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "answered in time")
@Outcome(expect = FORBIDDEN, desc = "an effect was not seen, or a request was missed")
@State
public class HandshakeStress {

    private static final int PATIENCE = 200;

    private final MutatorRegistry registry = MutatorFixture.newRegistry();
    private final MutatorContext mutator = registry.register();
    private int asked;
    private int done;

    @Actor
    public void collector(II_Result result) {
        asked = 1;
        registry.issue(Phase.SETTLE, (_, _) -> done = asked + 1, registry.flags());
        for (int i = 0; i < PATIENCE && !mutator.answers().has(1); i++) {
            Thread.onSpinWait();
        }
        result.r1 = mutator.answers().has(1) ? done : -1;
    }

    @Actor
    public void mutator() {
        for (int i = 0; i < PATIENCE && !mutator.answers().has(1); i++) {
            mutator.poll();
        }
    }

    @Arbiter
    public void nextSafepoint(II_Result result) {
        mutator.poll();
        result.r2 = mutator.answers().has(1) ? done : -1;
    }
}
