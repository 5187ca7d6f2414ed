package coex.bench.report;

/// How our number stands beside a peer's.
enum Standing {
    WIN,
    TIE,
    LOSS;

    /// Closer than this is a tie, whatever the ranges are.
    private static final double NOISE = 1.05;

    /// Whether more of a unit is better: throughput and speed-up. Of all else less is.
    static boolean isMoreBetter(String unit) {
        return unit.endsWith("/s") || unit.equals("times");
    }

    /// How many times better ours is: 2 is twice as good, 0.5 half as good; NaN if one of the
    /// numbers is missing or 0.
    static double factor(RecordedRow row) {
        double ours = row.ours().value();
        double peer = row.peer().value();
        if (!(ours > 0 && peer > 0)) {
            return Double.NaN;
        }
        return isMoreBetter(row.unit()) ? ours / peer : peer / ours;
    }

    /// Numbers whose ranges overlap do not differ.
    static Standing of(RecordedRow row) {
        double factor = factor(row);
        boolean overlap =
                row.ours().low() <= row.peer().high() && row.peer().low() <= row.ours().high();
        if (overlap || factor < NOISE && factor > 1 / NOISE) {
            return TIE;
        }
        return factor > 1 ? WIN : LOSS;
    }
}
