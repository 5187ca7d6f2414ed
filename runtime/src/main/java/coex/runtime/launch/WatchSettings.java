package coex.runtime.launch;

import java.nio.file.Path;

/// What looks at a run. Immutable; every value was checked when it was given.
///
/// @param gcLog null for none
/// @param jfr null for none
/// @param profile null for none
public record WatchSettings(
        Path gcLog, int gcTrace, Path jfr, Path profile, boolean stats, boolean jmx, boolean web) {

    static final WatchSettings NONE = new WatchSettings(null, 0, null, null, false, false, false);

    /// Whether anything looks at the run.
    boolean isAny() {
        return !equals(NONE);
    }

    /// These settings with one more option; null if it is none of theirs.
    WatchSettings with(RunOption option, String value) throws BadOptionException {
        return switch (option) {
            case GC_LOG ->
                    new WatchSettings(
                            OptionValue.file(option, value),
                            gcTrace,
                            jfr,
                            profile,
                            stats,
                            jmx,
                            web);
            case GC_TRACE ->
                    new WatchSettings(
                            gcLog, OptionValue.level(option, value), jfr, profile, stats, jmx, web);
            case JFR ->
                    new WatchSettings(
                            gcLog,
                            gcTrace,
                            OptionValue.file(option, value),
                            profile,
                            stats,
                            jmx,
                            web);
            case PROFILE ->
                    new WatchSettings(
                            gcLog, gcTrace, jfr, OptionValue.file(option, value), stats, jmx, web);
            case STATS -> new WatchSettings(gcLog, gcTrace, jfr, profile, true, jmx, web);
            case JMX -> new WatchSettings(gcLog, gcTrace, jfr, profile, stats, true, web);
            case WEB -> new WatchSettings(gcLog, gcTrace, jfr, profile, stats, jmx, true);
            default -> null;
        };
    }
}
