package coex.bench.report;

/// What a row is held to: a bound on our value, or on our value divided by the peer's.
///
/// @param subject what is bounded; null if the row is for information
public record Goal(Subject subject, boolean upper, double limit) {

    public enum Subject {
        VALUE,
        RATIO
    }

    /// The row has no goal.
    public static final Goal NONE = new Goal(null, true, Double.NaN);

    public static Goal ratioAtMost(double limit) {
        return new Goal(Subject.RATIO, true, limit);
    }

    public static Goal atMost(double limit) {
        return new Goal(Subject.VALUE, true, limit);
    }

    public static Goal atLeast(double limit) {
        return new Goal(Subject.VALUE, false, limit);
    }

    public boolean isPresent() {
        return subject != null;
    }

    /// Whether a row with these numbers meets the goal; null if there is no goal or no number.
    public Boolean isMetBy(double ours, double ratio) {
        if (!isPresent()) {
            return null;
        }
        double seen = subject == Subject.RATIO ? ratio : ours;
        if (Double.isNaN(seen)) {
            return null;
        }
        return upper ? seen <= limit : seen >= limit;
    }

    /// For people: `<= 2 x peer`; empty if there is none.
    @Override
    public String toString() {
        if (!isPresent()) {
            return "";
        }
        String bound = (upper ? "<= " : ">= ") + Numbers.plain(limit);
        return subject == Subject.RATIO ? bound + " x peer" : bound;
    }
}
