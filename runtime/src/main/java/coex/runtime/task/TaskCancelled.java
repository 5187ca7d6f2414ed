package coex.runtime.task;

/// Unwinds a task that is cancelled: whoever it worked for is gone, or the program ends.
final class TaskCancelled extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TaskCancelled() {
        super("stopped", null, false, false);
    }
}
