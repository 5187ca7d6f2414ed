package coex.bench.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a JVM wrote with `-Xlog`, searched for times.
public final class JvmLog {

    private static final Pattern SAFEPOINT =
            Pattern.compile("Safepoint \"(\\w+)\".* Total: +(\\d+) ns");

    private final List<String> lines;

    private static final Pattern UPTIME = Pattern.compile("^\\[(\\d+\\.\\d+)s\\]");
    private static final Pattern STALL =
            Pattern.compile("Allocation Stall \\(.*\\) (\\d+\\.\\d+)ms$");

    JvmLog(List<String> lines) {
        this.lines = List.copyOf(lines);
    }

    /// The milliseconds of each line that ends in `text` and a time, in the order of the log.
    public double[] milliseconds(String text) {
        Pattern pattern = Pattern.compile(Pattern.quote(text) + " (\\d+\\.\\d+)ms$");
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::find)
                .mapToDouble(match -> Double.parseDouble(match.group(1)))
                .toArray();
    }

    /// How long each safepoint held the threads up, from the request to their release, in
    /// nanoseconds. Needs the tag `safepoint`.
    public long[] safepointNanos() {
        List<Long> nanos = new ArrayList<>();
        for (String line : lines) {
            Matcher match = SAFEPOINT.matcher(line);
            if (match.find()) {
                nanos.add(Long.parseLong(match.group(2)));
            }
        }
        return nanos.stream().mapToLong(Long::longValue).toArray();
    }

    /// How long each allocation stall of ZGC lasted, in nanoseconds. Needs the tag `gc`.
    public long[] stallNanos() {
        return lines.stream()
                .map(STALL::matcher)
                .filter(Matcher::find)
                .mapToLong(match -> (long) (Double.parseDouble(match.group(1)) * 1e6))
                .toArray();
    }

    /// The part written once the JVM had been up for `seconds`.
    public JvmLog since(double seconds) {
        return new JvmLog(lines.stream().filter(line -> uptime(line) >= seconds).toList());
    }

    private static double uptime(String line) {
        Matcher match = UPTIME.matcher(line);
        return match.find() ? Double.parseDouble(match.group(1)) : 0;
    }

    /// How many lines contain `text`.
    public long count(String text) {
        return lines.stream().filter(line -> line.contains(text)).count();
    }
}
