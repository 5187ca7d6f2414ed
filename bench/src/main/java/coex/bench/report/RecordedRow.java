package coex.bench.report;

/// A row as the file of a run has it.
///
/// @param ratio ours divided by the peer's; NaN if one of them is missing
/// @param goal as [Goal#toString] writes it; empty if there is none
/// @param verdict as [Row#verdict] gives it
/// @param oursCurve all of the distribution that our number is of; runs keep it since they have one
/// @param peerCurve the peer's
record RecordedRow(
        String name,
        Measured ours,
        Measured peer,
        String peerName,
        String unit,
        double ratio,
        String goal,
        String verdict,
        String note,
        Curve oursCurve,
        Curve peerCurve) {

    /// Whether it was held to a goal and has a number that meets it or not.
    boolean isJudged() {
        return !verdict.isEmpty();
    }

    /// Whether there is a goal and we have no number, as when the heap was too small for ours.
    boolean lacksANumber() {
        return !goal.isEmpty() && !ours.isPresent();
    }

    /// Our number with its unit; `-` if there is none.
    String oursText() {
        return withUnit(ours);
    }

    /// The peer's number with its unit and name; empty if there is no peer.
    String peerText() {
        return peerName.isEmpty() ? "" : withUnit(peer) + ", " + peerName;
    }

    String ratioText() {
        return Double.isNaN(ratio) ? "" : Numbers.plain(ratio);
    }

    private String withUnit(Measured number) {
        return number.isPresent() ? Numbers.plain(number.value()) + " " + unit : "-";
    }
}
