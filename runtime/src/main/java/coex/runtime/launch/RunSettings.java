package coex.runtime.launch;

import coex.gc.HeapOptions;

import java.time.Duration;

/// What was asked of a run. Immutable; every value was checked when it was given.
///
/// @param heapMax bytes, or 0 for the default
/// @param gcTrigger objects, or 0 for no such trigger
/// @param gcYoung whether there are young cycles
/// @param gcMarkers how many threads trace at most, or 0 for the default
public record RunSettings(
        long heapMax,
        long gcTrigger,
        boolean gcYoung,
        int gcMarkers,
        WatchSettings watch,
        SandboxSettings sandbox) {

    public static final RunSettings DEFAULTS =
            new RunSettings(0, 0, true, 0, WatchSettings.NONE, SandboxSettings.NONE);

    /// When to warn of a thread that keeps the collector waiting: never, it is not the user's
    /// business.
    private static final Duration LATE = Duration.ofDays(365);

    /// What a heap has at first, if it may have that much.
    private static final long FIRST_BYTES = 64L << 20;

    private static final String LEAST_HEAP = "1m";
    private static final String MOST_HEAP = "16t";

    private static final long MOST_OBJECTS = 999_999_999_999_999L;
    private static final long MOST_MARKERS = HeapOptions.MOST_MARKERS;

    /// These settings with one more option.
    ///
    /// @param value ignored if the option takes none
    /// @throws BadOptionException if the value makes no sense for the option
    public RunSettings with(RunOption option, String value) throws BadOptionException {
        return switch (option) {
            case HEAP_MAX ->
                    new RunSettings(
                            OptionValue.size(option, value, LEAST_HEAP, MOST_HEAP),
                            gcTrigger,
                            gcYoung,
                            gcMarkers,
                            watch,
                            sandbox);
            case GC_TRIGGER ->
                    new RunSettings(
                            heapMax,
                            OptionValue.count(option, value, "objects", MOST_OBJECTS),
                            gcYoung,
                            gcMarkers,
                            watch,
                            sandbox);
            case GC_YOUNG ->
                    new RunSettings(
                            heapMax,
                            gcTrigger,
                            OptionValue.isOn(option, value),
                            gcMarkers,
                            watch,
                            sandbox);
            case GC_MARKERS ->
                    new RunSettings(
                            heapMax,
                            gcTrigger,
                            gcYoung,
                            (int) OptionValue.count(option, value, "threads", MOST_MARKERS),
                            watch,
                            sandbox);
            default -> withWatchOrSandbox(option, value);
        };
    }

    private RunSettings withWatchOrSandbox(RunOption option, String value)
            throws BadOptionException {
        WatchSettings watched = watch.with(option, value);
        return watched != null
                ? new RunSettings(heapMax, gcTrigger, gcYoung, gcMarkers, watched, sandbox)
                : new RunSettings(
                        heapMax, gcTrigger, gcYoung, gcMarkers, watch, sandbox.with(option, value));
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
        return heapMax > 0 || !sandbox.isOn() ? heapMax : SandboxSettings.HEAP_BYTES;
    }

    /// The options of the program's heap.
    HeapOptions heap() {
        var options = HeapOptions.builder().name("program").lateAfter(LATE);
        long most = heapBytes();
        if (most > 0) {
            options.maximumBytes(most);
            options.initialBytes(Math.min(most, FIRST_BYTES));
        }
        options.triggerAllocations(gcTrigger);
        options.youngCycles(gcYoung);
        if (gcMarkers > 0) {
            options.markers(gcMarkers);
        }
        return options.build();
    }
}
