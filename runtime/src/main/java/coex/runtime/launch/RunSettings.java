package coex.runtime.launch;

import coex.gc.HeapOptions;

import java.time.Duration;

/// What was asked of a run. Immutable; every value was checked when it was given.
public record RunSettings(HeapSettings memory, WatchSettings watch, SandboxSettings sandbox) {

    public static final RunSettings DEFAULTS =
            new RunSettings(HeapSettings.DEFAULTS, WatchSettings.NONE, SandboxSettings.NONE);

    /// When to warn of a thread that keeps the collector waiting: never, it is not the user's
    /// business.
    private static final Duration LATE = Duration.ofDays(365);

    /// What a heap has at first, if it may have that much.
    private static final long FIRST_BYTES = 64L << 20;

    /// These settings with one more option.
    ///
    /// @param value ignored if the option takes none
    /// @throws BadOptionException if the value makes no sense for the option
    public RunSettings with(RunOption option, String value) throws BadOptionException {
        HeapSettings limited = memory.with(option, value);
        if (limited != null) {
            return new RunSettings(limited, watch, sandbox);
        }
        WatchSettings watched = watch.with(option, value);
        return watched != null
                ? new RunSettings(memory, watched, sandbox)
                : new RunSettings(memory, watch, sandbox.with(option, value));
    }

    /// These settings with the options that `words` holds, separated by blanks.
    ///
    /// @throws BadOptionException if a word is no option, or its value makes no sense
    public RunSettings with(String words) throws BadOptionException {
        RunSettings settings = this;
        String[] each = words.isBlank() ? new String[0] : words.strip().split("\\s+");
        int next = 0;
        while (next < each.length) {
            OptionWord word = OptionWord.at(each, next);
            if (word == null) {
                throw new BadOptionException("no such option: " + each[next]);
            }
            settings = settings.with(word.option(), word.value());
            next += word.length();
        }
        return settings;
    }

    /// The most bytes of the program's heap that were asked for, or 0.
    long heapBytes() {
        return memory.max() > 0 || !sandbox.isOn() ? memory.max() : SandboxSettings.HEAP_BYTES;
    }

    /// The options of the program's heap.
    HeapOptions heap() {
        var options = HeapOptions.builder().name("program").lateAfter(LATE);
        long most = heapBytes();
        if (most > 0) {
            options.maximumBytes(most);
            options.initialBytes(Math.min(most, FIRST_BYTES));
        }
        memory.apply(options);
        return options.build();
    }
}
