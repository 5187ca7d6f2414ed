// SPDX-License-Identifier: Apache-2.0
package coex.observe;

/// How much a line of the log matters, as the JVM's own log has it. In rising order.
public enum LogLevel {
    /// Details of cycles.
    DEBUG("debug"),
    /// What a person wants to see.
    INFO("info"),
    /// What is not as it should be.
    WARNING("warning");

    private final String word;

    LogLevel(String word) {
        this.word = word;
    }

    /// {@return what it is called in a line of the log}
    public String word() {
        return word;
    }

    /// Whether a log of this level holds lines of level `other`.
    boolean admits(LogLevel other) {
        return other.compareTo(this) >= 0;
    }
}
