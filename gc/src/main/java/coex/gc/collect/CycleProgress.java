// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.CycleKind;

/// How far the running cycle is: a share of the time it takes until it frees memory.
///
/// A cycle has three parts, and how long each takes is judged by the last cycles of its kind.
/// Within a part the clock tells how far it is, up to the end of the part and no further: a
/// collector that does not get on, for want of a processor or because a mutator does not answer,
/// makes no progress. Marking everything is the exception: there the objects marked tell.
///
/// Written by the collector; mutators ask for [#now] at any time. The fields of a part are
/// volatile, and a mixture of those of two parts gives a progress that is a little wrong for a
/// moment.
final class CycleProgress {

    /// The parts of a cycle.
    enum Part {
        BEFORE_MARKING,
        MARKING,
        AFTER_MARKING
    }

    private static final int PARTS = Part.values().length;

    /// What is supposed of a kind of cycle that has not been seen: young, full.
    private static final double[][] FIRST_GUESS = {{1, 1, 1}, {2, 93, 5}};

    /// How much the last cycle counts among those before it.
    private static final double WEIGHT_OF_LAST = 0.3;

    // The collector's alone

    private final double[][] nanos = new double[CycleKind.values().length][];
    private final double[] measured = new double[PARTS];
    private CycleKind kind;
    private Part part;

    // Of the running part

    private volatile long began;
    private volatile double from;
    private volatile double to;

    /// What the part is expected to take; 0 if the objects marked tell how far it is.
    private volatile double expected;

    private volatile double work;

    /// A cycle begins.
    void begin(CycleKind begun) {
        kind = begun;
        part = null;
        enter(Part.BEFORE_MARKING);
    }

    /// A part begins, and the one before has ended.
    void enter(Part next) {
        endPart();
        double[] known = nanos[kind.ordinal()];
        double[] shares = known == null ? FIRST_GUESS[kind.ordinal()] : known;
        double sum = 0;
        double before = 0;
        for (int i = 0; i < PARTS; i++) {
            sum += shares[i];
            before += i < next.ordinal() ? shares[i] : 0;
        }
        boolean byWork = known == null || kind == CycleKind.FULL && next == Part.MARKING;
        part = next;
        work = 0;
        from = before / sum;
        to = (before + shares[next.ordinal()]) / sum;
        expected = byWork ? 0 : Math.max(1, shares[next.ordinal()]);
        began = System.nanoTime();
    }

    private void endPart() {
        if (part != null) {
            measured[part.ordinal()] = System.nanoTime() - began;
        }
    }

    /// This share of the work of the part is done, where work tells.
    void done(double share) {
        work = share;
    }

    /// The last part has ended.
    void end() {
        endPart();
        part = null;
        double[] known = nanos[kind.ordinal()];
        if (known == null) {
            nanos[kind.ordinal()] = measured.clone();
            return;
        }
        for (int i = 0; i < PARTS; i++) {
            known[i] = known[i] * (1 - WEIGHT_OF_LAST) + measured[i] * WEIGHT_OF_LAST;
        }
    }

    /// From 0 at the beginning of a cycle to 1 when it begins to free memory.
    double now() {
        double whole = expected;
        double share = whole == 0 ? work : Math.min(1, (System.nanoTime() - began) / whole);
        double start = from;
        return start + (to - start) * share;
    }
}
