package coex.runtime.task;

import coex.runtime.error.CoexError;
import coex.runtime.error.ErrorReport;

/// Finds out who waits for whom when all tasks wait.
final class Deadlock {

    private static final int MOST_TASKS = 20;

    private Deadlock() {}

    /// The error to report. All tasks have begun to wait before this is called, and nobody can wake
    /// them.
    static CoexError error(Task main) {
        var text = new StringBuilder("deadlock: all tasks wait");
        int left = describe(main, text, MOST_TASKS);
        if (left < 0) {
            text.append("\n    and ").append(-left).append(" more");
        }
        var error = new CoexError(text.toString());
        error.setStackTrace(new StackTraceElement[0]);
        return error;
    }

    /// @param left how many more tasks are to be described
    private static int describe(Task task, StringBuilder text, int left) {
        int remaining = left;
        if (task.hasEnded()) {
            return remaining;
        }
        if (remaining-- > 0) {
            Wait wait = task.waiting();
            text.append("\n    ").append(task.name());
            text.append(wait == null ? " ends" : " waits " + purpose(wait));
            ErrorReport.place(task.thread().getStackTrace())
                    .ifPresent(place -> text.append(", in ").append(place));
        }
        for (Task child : task.children().all()) {
            remaining = describe(child, text, remaining);
        }
        return remaining;
    }

    private static String purpose(Wait wait) {
        return wait.what() instanceof Task other ? "for " + other.name() : "to " + wait.what();
    }
}
