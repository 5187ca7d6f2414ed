package coex.runtime.launch;

import java.util.Optional;

/// What can be asked of a run, whether it is started by `coex run` or is a built program, which
/// takes these words from `COEX_OPTIONS`.
public enum RunOption {
    HEAP_MAX(
            "--heap-max",
            "SIZE",
            "The most memory for the program's values, for example 64m or 2g; a quarter of the"
                    + " machine's if not given, 256m in a sandbox."),
    GC_TRIGGER(
            "--gc-trigger",
            "COUNT",
            "Collect when COUNT objects were made since the last collection began, too; by memory"
                    + " alone if not given."),
    GC_YOUNG(
            "--gc-young",
            "on|off",
            "Whether most collections look only at what was made since the last one; on if not"
                    + " given."),
    GC_MOVING(
            "--gc-moving",
            "on|off",
            "Whether the collector moves objects together when free memory lies in gaps; on if not"
                    + " given."),
    GC_MARKERS(
            "--gc-markers",
            "COUNT",
            "How many threads may trace at the same time while somebody waits for a collection; as"
                    + " many as there are processors, but at most 4, if not given."),
    GC_LOG("--gc-log", "FILE", "Write a log of collections to FILE, in the style of the JVM's."),
    GC_TRACE("--gc-trace", "LEVEL", "Tell on standard error what the collector does, from 0 to 4."),
    JFR("--jfr", "FILE", "Record the run with the JDK's Flight Recorder into FILE."),
    PROFILE(
            "--profile",
            "FILE",
            "Write into FILE, a web page, in which functions the program spent its time."),
    STATS("--stats", "", "Print the figures of the heap on standard error at the end."),
    JMX("--jmx", "", "Let `coex heap` and other tools look into the heap of the program."),
    WEB(
            "--web",
            "",
            "Show the heap live in a web page for this machine; its link is printed on standard"
                    + " error."),
    SANDBOX(
            "--sandbox",
            "",
            "For a program you do not trust: refuse it files, environment variables and foreign"
                + " code but for what --allow options name, and limit its memory, time, tasks and"
                + " output."),
    DENY_READ("--deny-read", "", "Refuse the program to read files."),
    ALLOW_READ(
            "--allow-read",
            "DIR",
            "Let the program read files below DIR, and no others but for those of further"
                    + " --allow-read."),
    DENY_WRITE("--deny-write", "", "Refuse the program to write and make files."),
    ALLOW_WRITE(
            "--allow-write",
            "DIR",
            "Let the program write and make files below DIR, and no others but for those of further"
                    + " --allow-write."),
    DENY_ENV("--deny-env", "", "Refuse the program to read environment variables."),
    ALLOW_ENV(
            "--allow-env",
            "NAME",
            "Let the program read the environment variable NAME, and no others but for those of"
                    + " further --allow-env."),
    DENY_FFI("--deny-ffi", "", "Refuse the program C functions and `llvm_ir`."),
    ALLOW_FFI(
            "--allow-ffi",
            "",
            "Let the program call C functions and use `llvm_ir`, even in a sandbox."),
    JVM_MAX(
            "--jvm-max",
            "SIZE",
            "The most memory for the JVM's own objects, from 32m to 1t; a quarter of the machine's"
                    + " if not given, 256m in a sandbox."),
    STACK_MAX(
            "--stack-max",
            "SIZE",
            "The most memory for the calls of `main`; 512m if not given, 64m in a sandbox."),
    TIME_MAX(
            "--time-max",
            "TIME",
            "End the program after TIME, for example 500ms, 10s, 5m or 2h, compiling included; 60s"
                    + " in a sandbox if not given."),
    TASKS_MAX(
            "--tasks-max",
            "COUNT",
            "The most tasks at the same time; 10000 in a sandbox if not given."),
    OUTPUT_MAX(
            "--output-max",
            "SIZE",
            "The most bytes the program may write, to standard output, standard error and files"
                    + " together; 64m in a sandbox if not given.");

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

    /// Whether each one given adds to those before; else the last one wins.
    public boolean isRepeatable() {
        return this == ALLOW_READ || this == ALLOW_WRITE || this == ALLOW_ENV;
    }

    public String description() {
        return description;
    }
}
