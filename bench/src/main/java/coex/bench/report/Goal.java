package coex.bench.report;

/// What a row is held to: a bound on our value, or on our value divided by the peer's.
///
/// @param subject what is bounded; null if the row is for information
/// @param tolerated what is short of the goal and accepted with a reason; `limit` if nothing is
public record Goal(Subject subject, boolean upper, double limit, double tolerated) {

    public enum Subject {
        VALUE,
        RATIO
    }

    /// The row has no goal.
    public static final Goal NONE = new Goal(null, true, Double.NaN, Double.NaN);

    public static Goal ratioAtMost(double limit) {
        return new Goal(Subject.RATIO, true, limit, limit);
    }

    /// The goal is `limit`, and up to `tolerated` is accepted.
    public static Goal ratioAtMost(double limit, double tolerated) {
        return new Goal(Subject.RATIO, true, limit, tolerated);
    }

    public static Goal ratioAtLeast(double limit) {
        return new Goal(Subject.RATIO, false, limit, limit);
    }

    public static Goal atMost(double limit) {
        return new Goal(Subject.VALUE, true, limit, limit);
    }

    public static Goal atLeast(double limit) {
        return new Goal(Subject.VALUE, false, limit, limit);
    }

    public boolean isPresent() {
        return subject != null;
    }

    /// Whether a row with these numbers meets the goal; null if there is no goal or no number.
    public Boolean isMetBy(double ours, double ratio) {
        return isWithin(limit, ours, ratio);
    }

    /// Whether a row with these numbers is accepted; null if there is no goal or no number.
    public Boolean isToleratedBy(double ours, double ratio) {
        return isWithin(tolerated, ours, ratio);
    }

    private Boolean isWithin(double bound, double ours, double ratio) {
        double seen = subject == Subject.RATIO ? ratio : ours;
        if (!isPresent() || Double.isNaN(seen)) {
            return null;
        }
        return upper ? seen <= bound : seen >= bound;
    }

    /// For people: `<= 2 x peer`, `<= 1 (1.5) x peer` if 1.5 is tolerated; empty if there is none.
    @Override
    public String toString() {
        if (!isPresent()) {
            return "";
        }
        String bound = (upper ? "<= " : ">= ") + Numbers.plain(limit);
        String tolerance = tolerated == limit ? "" : " (" + Numbers.plain(tolerated) + ")";
        return bound + tolerance + (subject == Subject.RATIO ? " x peer" : "");
    }
}
