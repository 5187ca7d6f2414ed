package coex.runtime.launch;

import coex.gc.HeapOptions;
import coex.observe.HeapTrace;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;

/// What was asked of a run. Immutable; every value was checked when it was given.
///
/// @param heapMax bytes, or 0 for the default
/// @param gcTrigger objects, or 0 for no such trigger
/// @param gcLog null for none
/// @param jfr null for none
public record RunSettings(
        long heapMax,
        long gcTrigger,
        Path gcLog,
        int gcTrace,
        Path jfr,
        boolean stats,
        boolean jmx) {

    public static final RunSettings DEFAULTS = new RunSettings(0, 0, null, 0, null, false, false);

    /// When to warn of a thread that keeps the collector waiting: never, it is not the user's business.
    private static final Duration LATE = Duration.ofDays(365);

    /// What a heap has at first, if it may have that much.
    private static final long FIRST_BYTES = 64L << 20;

    private static final long LEAST_HEAP = 1L << 20;
    private static final long MOST_HEAP = 1L << 44;

    /// These settings with one more option.
    ///
    /// @param value ignored if the option takes none
    /// @throws BadOptionException if the value makes no sense for the option
    public RunSettings with(RunOption option, String value) throws BadOptionException {
        return switch (option) {
            case HEAP_MAX ->
                    new RunSettings(
                            size(option, value), gcTrigger, gcLog, gcTrace, jfr, stats, jmx);
            case GC_TRIGGER ->
                    new RunSettings(heapMax, count(option, value), gcLog, gcTrace, jfr, stats, jmx);
            case GC_LOG ->
                    new RunSettings(
                            heapMax, gcTrigger, file(option, value), gcTrace, jfr, stats, jmx);
            case GC_TRACE ->
                    new RunSettings(
                            heapMax, gcTrigger, gcLog, level(option, value), jfr, stats, jmx);
            case JFR ->
                    new RunSettings(
                            heapMax, gcTrigger, gcLog, gcTrace, file(option, value), stats, jmx);
            case STATS -> new RunSettings(heapMax, gcTrigger, gcLog, gcTrace, jfr, true, jmx);
            case JMX -> new RunSettings(heapMax, gcTrigger, gcLog, gcTrace, jfr, stats, true);
        };
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

    /// Whether anything looks at the run.
    boolean isObserved() {
        return gcLog != null || gcTrace > 0 || jfr != null || stats || jmx;
    }

    /// The options of the program's heap.
    HeapOptions heap() {
        var options = HeapOptions.builder().name("program").lateAfter(LATE);
        if (heapMax > 0) {
            options.maximumBytes(heapMax);
            options.initialBytes(Math.min(heapMax, FIRST_BYTES));
        }
        options.triggerAllocations(gcTrigger);
        return options.build();
    }

    private static long count(RunOption option, String value) throws BadOptionException {
        if (!value.matches("[0-9]{1,15}") || Long.parseLong(value) == 0) {
            throw bad(option, "is no number of objects from 1 to 999999999999999", value);
        }
        return Long.parseLong(value);
    }

    private static long size(RunOption option, String value) throws BadOptionException {
        long bytes = bytes(value);
        if (bytes < 0) {
            throw bad(option, "is no size, which is a number and k, m, g or t", value);
        }
        if (bytes < LEAST_HEAP || bytes > MOST_HEAP) {
            throw bad(option, "is not between 1m and 16t", value);
        }
        return bytes;
    }

    /// The bytes that a text such as `64m` stands for; -1 if it is none or there are too many.
    private static long bytes(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0 || digits > 15 || text.length() > digits + 1) {
            return -1;
        }
        long number = Long.parseLong(text, 0, digits, 10);
        if (digits == text.length()) {
            return number;
        }
        int unit = "kmgt".indexOf(Character.toLowerCase(text.charAt(digits)));
        int shift = 10 * (unit + 1);
        return unit < 0 || number > Long.MAX_VALUE >> shift ? -1 : number << shift;
    }

    private static int level(RunOption option, String value) throws BadOptionException {
        if (value.length() != 1
                || value.charAt(0) < '0'
                || value.charAt(0) > '0' + HeapTrace.MOST) {
            throw bad(option, "is no level from 0 to " + HeapTrace.MOST, value);
        }
        return value.charAt(0) - '0';
    }

    /// A file that can probably be written.
    private static Path file(RunOption option, String value) throws BadOptionException {
        try {
            Path file = Path.of(value);
            Path folder = file.toAbsolutePath().getParent();
            if (value.isEmpty() || value.equals("-")) {
                throw bad(option, "is no file", value);
            }
            if (Files.isDirectory(file)) {
                throw bad(option, "is a directory", value);
            }
            if (folder != null && !Files.isDirectory(folder)) {
                throw bad(option, "is in no directory that exists", value);
            }
            if (!Files.isWritable(Files.exists(file) ? file : folder)) {
                throw bad(option, "cannot be written", value);
            }
            return file;
        } catch (InvalidPathException e) {
            throw bad(option, "is no file", value);
        }
    }

    private static BadOptionException bad(RunOption option, String what, String value) {
        return new BadOptionException("%s: '%s' %s".formatted(option.word(), value, what));
    }
}
