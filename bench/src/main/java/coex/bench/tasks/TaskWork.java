package coex.bench.tasks;

/// What is measured of tasks: a Coex program, how much there is to do in a round, further
/// arguments, and what the peer is made of.
public enum TaskWork {
    CHANNEL_1_TO_1("channels.coex", 100_000, "1 0", "SynchronousQueue", true),
    CHANNEL_1_TO_1_BUFFERED("channels.coex", 200_000, "1 64", "ArrayBlockingQueue", true),
    CHANNEL_4_TO_1("channels.coex", 100_000, "4 0", "SynchronousQueue", true),
    CHANNEL_4_TO_1_BUFFERED("channels.coex", 200_000, "4 64", "ArrayBlockingQueue", true),
    SHORT_TASKS("short-tasks.coex", 100_000, "", "virtual threads", true),
    WAITING_TASKS("waiting-tasks.coex", 10_000, "", "virtual threads", true),
    FORK_JOIN("fork-join.coex", 200_000, "", "virtual threads", false),
    MATRIX("matrix.coex", 4, "", "virtual threads", false);

    private final String program;
    private final int size;
    private final String arguments;
    private final String peer;
    private final boolean isPerItem;

    TaskWork(String program, int size, String arguments, String peer, boolean isPerItem) {
        this.program = program;
        this.size = size;
        this.arguments = arguments;
        this.peer = peer;
        this.isPerItem = isPerItem;
    }

    public String program() {
        return program;
    }

    public int size() {
        return size;
    }

    /// Those of the program after its rounds and size.
    public String[] arguments() {
        return arguments.isEmpty() ? new String[0] : arguments.split(" ");
    }

    public String peer() {
        return peer;
    }

    /// Whether the number is for each of [#size]; else it is for a round, and so is its speed-up by
    /// a second processor.
    public boolean isPerItem() {
        return isPerItem;
    }
}
