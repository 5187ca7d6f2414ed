package coex.gc.handle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

import java.util.concurrent.atomic.AtomicInteger;

/// Two markers come to the same handle, and each to one of its own in the same word. One of them
/// traces the common one, and no mark is lost.
@JCStressTest
@Outcome(id = "2, 1, 3", expect = ACCEPTABLE, desc = "the first traces it")
@Outcome(id = "1, 2, 3", expect = ACCEPTABLE, desc = "the second traces it")
@Outcome(expect = FORBIDDEN, desc = "both or none trace it, or a mark is lost")
@State
public class MarkClaimStress {

    private static final int WORDS = 1 << 14;
    private static final Marks MARKS = new HandleSpaceFixture(64L * WORDS).space().marks();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final int word = NEXT.getAndIncrement() & WORDS - 1;
    private final long common = 64L * word + 6;

    public MarkClaimStress() {
        MARKS.clearWord(word);
    }

    private int traced(long own) {
        int traced = MARKS.find(common) == Marks.FRESH && MARKS.claim(common) ? 1 : 0;
        return traced + (MARKS.find(own) == Marks.FRESH && MARKS.claim(own) ? 1 : 0);
    }

    @Actor
    public void first(III_Result result) {
        result.r1 = traced(common - 1);
    }

    @Actor
    public void second(III_Result result) {
        result.r2 = traced(common + 1);
    }

    @Arbiter
    public void marked(III_Result result) {
        result.r3 = Long.bitCount(MARKS.oldWord(word));
    }
}
