package coex.runtime.launch;

import java.util.Optional;

/// What can be asked of a run, whether it is started by `coex run` or is a built program, which takes
/// these words from `COEX_OPTIONS`.
public enum RunOption {
    HEAP_MAX(
            "--heap-max",
            "SIZE",
            "The most memory for the program's values, for example 64m or 2g; a quarter of the"
                    + " machine's if not given."),
    GC_TRIGGER(
            "--gc-trigger",
            "COUNT",
            "Collect when COUNT objects were made since the last collection began, too; by memory"
                    + " alone if not given."),
    GC_LOG("--gc-log", "FILE", "Write a log of collections to FILE, in the style of the JVM's."),
    GC_TRACE("--gc-trace", "LEVEL", "Tell on standard error what the collector does, from 0 to 4."),
    JFR("--jfr", "FILE", "Record the run with the JDK's Flight Recorder into FILE."),
    STATS("--stats", "", "Print the figures of the heap on standard error at the end."),
    JMX("--jmx", "", "Let `coex heap` and other tools look into the heap of the program.");

    private final String word;
    private final String label;
    private final String description;

    RunOption(String word, String label, String description) {
        this.word = word;
        this.label = label;
        this.description = description;
    }

    /// The option called `word`.
    public static Optional<RunOption> named(String word) {
        for (RunOption option : values()) {
            if (option.word.equals(word)) {
                return Optional.of(option);
            }
        }
        return Optional.empty();
    }

    public String word() {
        return word;
    }

    /// What stands for its value in help texts; empty if it takes none.
    public String label() {
        return label;
    }

    public boolean takesValue() {
        return !label.isEmpty();
    }

    public String description() {
        return description;
    }
}
