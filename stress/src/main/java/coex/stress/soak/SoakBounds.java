package coex.stress.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What must not grow while the same work is done again and again.
///
/// The first rounds say how much it takes. After them a round may leave no object more or less, may
/// hold at most 1.25 times the memory that the largest of them held, and may leave at most 1.5
/// times as many free runs. The sizes of objects are random, so that memory differs by a few
/// percent from round to round; a leak of anything passes every factor in time. One thread at a
/// time.
final class SoakBounds {

    static final int FIRST_ROUNDS = 10;

    private static final double MEMORY = 1.25;
    private static final double FREE_RUNS = 1.5;

    private final long expectedObjects;
    private long mostHeld;
    private long mostFreeRuns;

    /// @param expectedObjects what is alive after each round
    SoakBounds(long expectedObjects) {
        this.expectedObjects = expectedObjects;
    }

    /// What is wrong after a round; nothing if all is well.
    List<String> look(SoakSample sample) {
        List<String> wrong = new ArrayList<>();
        if (sample.objects() != expectedObjects) {
            wrong.add("%d objects are left, not %d".formatted(sample.objects(), expectedObjects));
        }
        if (sample.round() <= FIRST_ROUNDS) {
            mostHeld = Math.max(mostHeld, sample.heldBytes());
            mostFreeRuns = Math.max(mostFreeRuns, sample.freeRuns());
            return wrong;
        }
        compare("bytes held", sample.heldBytes(), MEMORY, mostHeld, wrong);
        compare("free runs", sample.freeRuns(), FREE_RUNS, mostFreeRuns, wrong);
        return wrong;
    }

    private static void compare(
            String what, long value, double factor, long first, List<String> wrong) {
        if (value > factor * first) {
            wrong.add(
                    String.format(
                            Locale.ROOT,
                            "%d %s, more than %.2f times the %d of the first %d rounds",
                            value,
                            what,
                            factor,
                            first,
                            FIRST_ROUNDS));
        }
    }
}
