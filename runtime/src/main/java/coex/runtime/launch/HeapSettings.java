package coex.runtime.launch;

import coex.gc.HeapOptions;

/// What the heap of a run is like. Immutable; every value was checked when it was given.
///
/// @param max bytes, or 0 for the default
/// @param trigger objects, or 0 for no such trigger
/// @param young whether there are young cycles
/// @param moving whether cycles move objects
/// @param markers how many threads trace at most, or 0 for the default
public record HeapSettings(long max, long trigger, boolean young, boolean moving, int markers) {

    static final HeapSettings DEFAULTS = new HeapSettings(0, 0, true, true, 0);

    private static final String LEAST_HEAP = "1m";
    private static final String MOST_HEAP = "16t";
    private static final long MOST_OBJECTS = 999_999_999_999_999L;
    private static final long MOST_MARKERS = HeapOptions.MOST_MARKERS;

    /// These settings with one more option; null if it is none of theirs.
    HeapSettings with(RunOption option, String value) throws BadOptionException {
        return switch (option) {
            case HEAP_MAX -> {
                long bytes = OptionValue.size(option, value, LEAST_HEAP, MOST_HEAP);
                yield new HeapSettings(bytes, trigger, young, moving, markers);
            }
            case GC_TRIGGER -> {
                long objects = OptionValue.count(option, value, "objects", MOST_OBJECTS);
                yield new HeapSettings(max, objects, young, moving, markers);
            }
            case GC_YOUNG ->
                    new HeapSettings(
                            max, trigger, OptionValue.isOn(option, value), moving, markers);
            case GC_MOVING ->
                    new HeapSettings(max, trigger, young, OptionValue.isOn(option, value), markers);
            case GC_MARKERS -> {
                long threads = OptionValue.count(option, value, "threads", MOST_MARKERS);
                yield new HeapSettings(max, trigger, young, moving, (int) threads);
            }
            default -> null;
        };
    }

    /// Sets what was asked for, but for the size.
    void apply(HeapOptions.Builder options) {
        options.triggerAllocations(trigger).youngCycles(young).moving(moving);
        if (markers > 0) {
            options.markers(markers);
        }
    }
}
