package coex.observe;

/// How much a line of the log matters, as the JVM's own log has it. In rising order.
public enum LogLevel {
    DEBUG("debug"),
    INFO("info"),
    WARNING("warning");

    private final String word;

    LogLevel(String word) {
        this.word = word;
    }

    /// What it is called in a line of the log.
    public String word() {
        return word;
    }

    /// Whether a log of this level holds lines of level `other`.
    boolean admits(LogLevel other) {
        return other.compareTo(this) >= 0;
    }
}
