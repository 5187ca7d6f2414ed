package coex.runtime.task;

/// Unwinds a task that has to end: whoever it worked for is gone, or the program ends.
final class Stopped extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Stopped() {
        super("stopped", null, false, false);
    }
}
