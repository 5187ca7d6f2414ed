package coex.bench.report;

import java.util.Objects;

/// One line of the results: what we measured beside what HotSpot does for the same work.
///
/// @param name what was measured; rows of one name differ in their peer
/// @param peerName what the peer is; empty if there is none
/// @param unit of both numbers
/// @param note what a reader needs to doubt the number: sizes, flags, what is included
public record Row(
        String name,
        Measured ours,
        Measured peer,
        String peerName,
        String unit,
        Goal goal,
        String note) {

    public Row {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(ours, "ours");
        Objects.requireNonNull(peer, "peer");
        Objects.requireNonNull(peerName, "peerName");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(goal, "goal");
        Objects.requireNonNull(note, "note");
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
