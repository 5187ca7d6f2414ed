package coex.gc.mutator;

/// Is called by every thread that passes a [SchedulePoint]. It may block or delay the caller.
@FunctionalInterface
public interface ScheduleHook {
    void at(SchedulePoint point);
}
