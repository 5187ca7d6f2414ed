package coex.runtime.task;

/// The time limit of a `within` that is being run, and what to go back to if it passes.
///
/// @param number tells it from all others of its task
/// @param at by the clock of `System.nanoTime`
/// @param depth of the shadow stack when the statement began
/// @param children how many tasks were running for this one then
/// @param outer the limit around it, or null
record Deadline(long number, long at, int depth, int children, Deadline outer) {

    boolean hasPassed(long now) {
        return now - at >= 0;
    }

    /// The earliest of this and those around it.
    long earliest() {
        long earliest = at;
        for (Deadline each = outer; each != null; each = each.outer) {
            earliest = each.at - earliest < 0 ? each.at : earliest;
        }
        return earliest;
    }

    /// The outermost that has passed: its body contains all others. Null if none has.
    Deadline outermostPassed(long now) {
        Deadline found = null;
        for (Deadline each = this; each != null; each = each.outer) {
            found = each.hasPassed(now) ? each : found;
        }
        return found;
    }
}
