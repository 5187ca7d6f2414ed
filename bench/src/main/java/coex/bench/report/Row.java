package coex.bench.report;

import java.util.Objects;

/// One line of the results: what we measured beside what HotSpot does for the same work.
///
/// @param name what was measured; rows of one name differ in their peer
/// @param peerName what the peer is; empty if there is none
/// @param unit of both numbers
/// @param note what a reader needs to doubt the number: sizes, flags, what is included
/// @param oursCurve all of the distribution that our number is of, if it was kept
/// @param peerCurve the peer's
public record Row(
        String name,
        Measured ours,
        Measured peer,
        String peerName,
        String unit,
        Goal goal,
        String note,
        Curve oursCurve,
        Curve peerCurve) {

    /// A row without curves.
    public Row(
            String name,
            Measured ours,
            Measured peer,
            String peerName,
            String unit,
            Goal goal,
            String note) {
        this(name, ours, peer, peerName, unit, goal, note, Curve.NONE, Curve.NONE);
    }

    public Row {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(ours, "ours");
        Objects.requireNonNull(peer, "peer");
        Objects.requireNonNull(peerName, "peerName");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(goal, "goal");
        Objects.requireNonNull(note, "note");
        Objects.requireNonNull(oursCurve, "oursCurve");
        Objects.requireNonNull(peerCurve, "peerCurve");
    }

    /// This row with the distributions that its numbers are of.
    public Row with(Curve oursCurve, Curve peerCurve) {
        return new Row(name, ours, peer, peerName, unit, goal, note, oursCurve, peerCurve);
    }

    /// Ours divided by the peer's; NaN if one of them is missing.
    public double ratio() {
        return ours.value() / peer.value();
    }

    /// Whether the goal is met; null if there is none.
    public Boolean met() {
        return goal.isMetBy(ours.value(), ratio());
    }

    /// What the table says about the goal: `yes`, `NO`, or between them `nearly`, which is not met
    /// but tolerated; empty if there is none.
    public String verdict() {
        if (met() == null) {
            return "";
        }
        return met() ? "yes" : goal.isToleratedBy(ours.value(), ratio()) ? "nearly" : "NO";
    }
}
