package coex.runtime.task;

/// Unwinds the body of a `within` whose time is up, to that statement.
final class DeadlinePassed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Deadline deadline;

    DeadlinePassed(Deadline deadline) {
        super("abandoned", null, false, false);
        this.deadline = deadline;
    }

    Deadline deadline() {
        return deadline;
    }
}
