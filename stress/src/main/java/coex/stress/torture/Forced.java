package coex.stress.torture;

import coex.gc.HeapOptions;
import coex.gc.Phase;
import coex.gc.StressOptions;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What all heaps of a torture run have, whatever the seed says.
///
/// @param fullEvery every so many collections one is full, and the others are young; 0 to leave it
///     to the seed
/// @param moveAll whether every collection is full and moves all that can be moved
/// @param poison whether freed memory is filled with a pattern, and that of emptied blocks when
///     nobody may read it any more
/// @param secondTrace whether the heap is traced again after each marking, and ages are checked
/// @param markers so many trace from the beginning of each collection; 0 to leave it to the seed
public record Forced(
        int fullEvery, boolean moveAll, boolean poison, boolean secondTrace, int markers) {

    /// Everything is left to the seed.
    public static final Forced NOTHING = new Forced(0, false, false, false, 0);

    /// [#fullEvery] for collections all of which are young, unless a full one is asked for.
    public static final int NEVER_FULL = Integer.MAX_VALUE;

    /// @param options drawn, but for what follows
    HeapOptions in(HeapOptions.Builder options, Set<Phase> verifyAfter, StressOptions drawn) {
        StressOptions stress = drawn;
        if (fullEvery > 0) {
            options.youngCycles(true);
            stress = stress.withFullEvery(fullEvery);
        }
        if (moveAll) {
            options.moving(true);
            stress = stress.withMoveAll(true).withFullEvery(1);
        }
        if (poison) {
            stress = stress.withPoison(true);
        }
        Set<Phase> phases = EnumSet.copyOf(verifyAfter);
        if (secondTrace) {
            phases.add(Phase.MARK);
        }
        if (markers > 0) {
            options.markers(markers);
            stress = stress.withAllMarkers(markers > 1);
        }
        return options.verifyAfter(phases).stress(stress).build();
    }

    /// The options of the command that force this, each after a space.
    public String inCommand() {
        List<String> words = new ArrayList<>();
        if (fullEvery == NEVER_FULL) {
            words.add(" --young");
        } else if (fullEvery > 0) {
            words.add(" --full-every " + fullEvery);
        }
        if (moveAll) {
            words.add(" --move-all");
        }
        if (poison) {
            words.add(" --poison");
        }
        if (secondTrace) {
            words.add(" --second-trace");
        }
        if (markers > 0) {
            words.add(" --markers " + markers);
        }
        return String.join("", words);
    }
}
