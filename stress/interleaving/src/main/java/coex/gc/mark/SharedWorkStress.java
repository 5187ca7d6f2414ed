package coex.gc.mark;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import coex.gc.HeapOptions;
import coex.gc.heap.HeapCore;
import coex.gc.memory.Reservations;
import coex.gc.mutator.Protocol;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/// A marker leaves work for a helper that has none.
public class SharedWorkStress {

    private static final int ENTRIES = 4;
    private static final HeapCore CORE =
            new HeapCore(
                    HeapOptions.builder()
                            .initialBytes(1 << 20)
                            .maximumBytes(1 << 20)
                            .maximumHandles(1 << 10)
                            .hugePages(false)
                            .build(),
                    null);

    private SharedWorkStress() {}

    /// What two markers and the work between them are made of.
    static final class Pair {
        final Reservations region = new Reservations();
        final MarkStack own = new MarkStack(region, "stack", 1 << 10);
        final MarkWorker worker = new MarkWorker(CORE, Protocol.SOUND, true);
        final SharedWork shared = new SharedWork(Protocol.SOUND, 1);
        final MarkHelper helper = new MarkHelper(CORE, shared, worker, 1, 1);

        Pair() {
            for (int i = 1; i <= ENTRIES; i++) {
                own.push(i);
            }
            shared.open();
            shared.enter(helper);
        }

        /// The sum of what a stack holds, which is then empty.
        static int sum(MarkStack stack) {
            int sum = 0;
            while (!stack.isEmpty()) {
                sum += (int) stack.pop();
            }
            return sum;
        }

        void release() {
            worker.release();
            region.release();
        }
    }

    /// One gives, one takes: every entry is with one of them, or still between them.
    @JCStressTest
    @Outcome(id = "7, 0, 3", expect = ACCEPTABLE, desc = "given, and not yet taken")
    @Outcome(id = "7, 3, 0", expect = ACCEPTABLE, desc = "taken by the helper")
    @Outcome(expect = FORBIDDEN, desc = "an entry is lost or there twice")
    @State
    public static class GiveAgainstTake {
        private final Pair pair = new Pair();

        @Actor
        public void marker() {
            pair.shared.give(pair.own);
        }

        @Actor
        public void helper() {
            pair.shared.takeNext(pair.helper);
        }

        @Arbiter
        public void count(III_Result result) {
            result.r1 = Pair.sum(pair.own);
            result.r2 = Pair.sum(pair.worker.work());
            result.r3 = pair.shared.take(pair.own) ? Pair.sum(pair.own) : 0;
            pair.release();
        }
    }

    /// The helper takes the last work there is while the collector asks whether any is left: it is
    /// told so before the helper has it, then and as long as the helper has it.
    @JCStressTest
    @Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "there is work")
    @Outcome(expect = FORBIDDEN, desc = "the end was seen though the helper has work")
    @State
    public static class TakeAgainstEnd {
        private final Pair pair = new Pair();

        public TakeAgainstEnd() {
            pair.shared.give(pair.own);
        }

        @Actor
        public void helper(II_Result result) {
            pair.shared.takeNext(pair.helper);
            result.r1 = Pair.sum(pair.worker.work());
        }

        @Actor
        public void collector(II_Result result) {
            result.r2 = pair.shared.isQuiet() ? 1 : 0;
        }

        @Arbiter
        public void end() {
            pair.release();
        }
    }

    /// The helper has run out and asks for more, after it has left something for the collector: who
    /// sees the end sees that nothing is there.
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the helper has taken it again")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the collector has taken it")
    @Outcome(expect = FORBIDDEN, desc = "both have it, or none")
    @State
    public static class TakeAgainstTake {
        private final Pair pair = new Pair();

        public TakeAgainstTake() {
            pair.shared.give(pair.own);
            Pair.sum(pair.own);
        }

        @Actor
        public void collector(II_Result result) {
            result.r1 = pair.shared.take(pair.own) ? 1 : 0;
        }

        @Actor
        public void helper(II_Result result) {
            result.r2 = pair.shared.takeNext(pair.helper) ? 1 : 0;
        }

        @Arbiter
        public void end() {
            pair.release();
        }
    }
}
