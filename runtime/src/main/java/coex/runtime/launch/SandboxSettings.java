package coex.runtime.launch;

import coex.runtime.AbruptEnd;
import coex.runtime.sandbox.FileAccess;
import coex.runtime.sandbox.Folder;
import coex.runtime.sandbox.Limits;
import coex.runtime.sandbox.Permissions;
import coex.runtime.sandbox.TimeLimit;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a run is refused, and how much it may have. Immutable; every value was checked when it was
/// given.
///
/// `--sandbox` stands for every `--deny` option, and for a limit of each kind that has none of its
/// own. What an `--allow` option names is allowed all the same, whichever comes first.
public final class SandboxSettings {

    public static final SandboxSettings NONE = new SandboxSettings();

    /// The limits of a sandbox for which nobody has said others. The launcher knows `JVM_BYTES`
    /// too.
    static final long HEAP_BYTES = 256L << 20;

    static final long JVM_BYTES = 256L << 20;
    private static final long STACK_BYTES = 64L << 20;
    private static final String TIME = "60s";
    private static final int TASKS = 10_000;
    private static final long OUTPUT_BYTES = 64L << 20;

    /// How much more than asked for the JVM may have, since it rounds up.
    private static final long JVM_SLACK = 8L << 20;

    private static final String MOST_BYTES = "16t";

    private boolean isOn;
    private boolean deniesRead;
    private boolean deniesWrite;
    private boolean deniesEnv;
    private boolean deniesFfi;
    private boolean allowsFfi;
    private List<Folder> readable = List.of();
    private List<Folder> writable = List.of();
    private Set<String> variables = Set.of();

    // 0 or null if not given
    private long jvmMax;
    private long stackMax;
    private String timeMax;
    private int tasksMax;
    private long outputMax;

    private SandboxSettings() {}

    private SandboxSettings(SandboxSettings other) {
        isOn = other.isOn;
        deniesRead = other.deniesRead;
        deniesWrite = other.deniesWrite;
        deniesEnv = other.deniesEnv;
        deniesFfi = other.deniesFfi;
        allowsFfi = other.allowsFfi;
        readable = other.readable;
        writable = other.writable;
        variables = other.variables;
        jvmMax = other.jvmMax;
        stackMax = other.stackMax;
        timeMax = other.timeMax;
        tasksMax = other.tasksMax;
        outputMax = other.outputMax;
    }

    /// These settings with one more option.
    SandboxSettings with(RunOption option, String value) throws BadOptionException {
        var more = new SandboxSettings(this);
        switch (option) {
            case SANDBOX -> more.isOn = true;
            case DENY_READ -> more.deniesRead = true;
            case DENY_WRITE -> more.deniesWrite = true;
            case DENY_ENV -> more.deniesEnv = true;
            case DENY_FFI -> more.deniesFfi = true;
            case ALLOW_FFI -> more.allowsFfi = true;
            case ALLOW_READ -> more.readable = plus(readable, folder(option, value));
            case ALLOW_WRITE -> more.writable = plus(writable, folder(option, value));
            case ALLOW_ENV -> more.variables = plus(variables, name(option, value));
            case JVM_MAX -> more.jvmMax = OptionValue.size(option, value, "32m", "1t");
            case STACK_MAX -> more.stackMax = OptionValue.size(option, value, "1m", "16g");
            case TIME_MAX -> {
                OptionValue.time(option, value);
                more.timeMax = value;
            }
            case TASKS_MAX ->
                    more.tasksMax =
                            (int) OptionValue.count(option, value, "tasks", Integer.MAX_VALUE - 1);
            case OUTPUT_MAX -> more.outputMax = OptionValue.size(option, value, "1", MOST_BYTES);
            default -> throw new IllegalArgumentException("not of a sandbox: " + option);
        }
        return more;
    }

    private static <T> List<T> plus(List<T> all, T one) {
        var more = new ArrayList<>(all);
        more.add(one);
        return List.copyOf(more);
    }

    private static <T> Set<T> plus(Set<T> all, T one) {
        var more = new HashSet<>(all);
        more.add(one);
        return Set.copyOf(more);
    }

    private static Folder folder(RunOption option, String value) throws BadOptionException {
        try {
            Folder folder = Folder.of(Path.of(value));
            if (value.isEmpty()) {
                throw OptionValue.bad(option, "is no folder", value);
            }
            if (FileAccess.isOfTheSystem(folder.path())) {
                throw OptionValue.bad(option, "is no folder with ordinary files", value);
            }
            return folder;
        } catch (IOException | InvalidPathException e) {
            throw OptionValue.bad(option, "is no folder that exists", value);
        }
    }

    private static String name(RunOption option, String value) throws BadOptionException {
        if (value.isEmpty() || value.contains("=")) {
            throw OptionValue.bad(option, "is no name of an environment variable", value);
        }
        return value;
    }

    boolean isOn() {
        return isOn;
    }

    // What it comes to

    /// What the program may reach.
    public Permissions permissions() {
        boolean someVariables = isOn || deniesEnv || !variables.isEmpty();
        boolean foreignCode = allowsFfi || !isOn && !deniesFfi;
        return new Permissions(
                new FileAccess(
                        only(readable, isOn || deniesRead),
                        only(writable, isOn || deniesWrite),
                        foreignCode && !someVariables),
                someVariables ? Optional.of(variables) : Optional.empty(),
                foreignCode);
    }

    private static Optional<List<Folder>> only(List<Folder> folders, boolean isDenied) {
        return isDenied || !folders.isEmpty() ? Optional.of(folders) : Optional.empty();
    }

    /// Starts the time of a run, if it is limited.
    public Optional<TimeLimit> startTime() {
        String shown = timeMax != null || !isOn ? timeMax : TIME;
        if (shown == null) {
            return Optional.empty();
        }
        var end = new AbruptEnd("Runtime error: " + TimeLimit.message(shown));
        return Optional.of(startTime(shown, end::now));
    }

    /// Starts the time of a run.
    ///
    /// @param otherwise how long it is if nobody has said
    /// @param lastResort what happens if the program does not end when it is over
    TimeLimit startTime(String otherwise, Runnable lastResort) {
        String shown = timeMax != null ? timeMax : otherwise;
        Duration most;
        try {
            most = OptionValue.time(RunOption.TIME_MAX, shown);
        } catch (BadOptionException e) {
            throw new IllegalStateException(e); // it was checked
        }
        return TimeLimit.start(most, shown, lastResort);
    }

    /// How much the program may have.
    ///
    /// @param heapBytes that it has for its values
    /// @throws BadOptionException if the JVM was started with more
    Limits limits(long heapBytes, Optional<TimeLimit> time) throws BadOptionException {
        long jvmBytes = orDefault(jvmMax, JVM_BYTES);
        long actual = Runtime.getRuntime().maxMemory();
        if (jvmBytes > 0 && actual > jvmBytes + JVM_SLACK) {
            throw new BadOptionException(
                    "%s: the JVM was started with %d bytes, more than %d; start programs by `coex run`, or built ones by themselves"
                            .formatted(RunOption.JVM_MAX.word(), actual, jvmBytes));
        }
        return new Limits(
                heapBytes,
                jvmBytes,
                orDefault(stackMax, STACK_BYTES),
                (int) orDefault(tasksMax, TASKS),
                orDefault(outputMax, OUTPUT_BYTES),
                time);
    }

    private long orDefault(long given, long inSandbox) {
        return given > 0 || !isOn ? given : inSandbox;
    }
}
