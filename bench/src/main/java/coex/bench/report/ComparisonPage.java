package coex.bench.report;

import static coex.bench.report.Chart.escaped;

import coex.bench.report.CurrentRows.Entry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The results as one HTML file with charts, which loads nothing.
///
/// It shows the rows that `RESULTS.md` shows, and says for each chart with which command, on which
/// machine and of which commit it was measured. What was lost is shown as what was won: in the same
/// charts, and in two lists of equal length.
public final class ComparisonPage {

    private static final int LISTED = 12;

    /// How many times a percentile is ten times as rare as the one before, up to the largest value.
    private static final double DECADES = 6.5;

    /// Beyond it the names of percentiles would stand above each other.
    private static final double LAST_TICK = 5.5;

    /// The rows of a group that differ in a percentile, as `map-churn/4x/read-p99`.
    private static final Pattern PERCENTILE =
            Pattern.compile("(.*?)[/-]?(p50|median|p90|p99|p99\\.9|p99\\.99|max|worst)");

    private static final List<String> PERCENTILES =
            List.of("p50", "median", "p90", "p99", "p99.9", "p99.99", "max", "worst");

    /// The rows of a group that differ in the size of the heap, as multiples of what lives in it.
    private static final Pattern HEAP_SIZE = Pattern.compile("(.*)/(\\d+(?:\\.\\d+)?)x(?:/(.*))?");

    private static final String STYLE =
            """
            :root { --page: #fff; --text: #1a1d21; --dim: #59636e; --line: #dde2e7; --ours: #0b6bcb;
              --win: #1a7f37; --loss: #c62828; --tie: #8a94a0; }
            @media (prefers-color-scheme: dark) { :root { --page: #14171b; --text: #e6e9ed; --dim: #a3adb8; --line: #333b44;
              --ours: #5aa9f7; --win: #57c26f; --loss: #ff7b72; --tie: #8a94a0; } }
            body { margin: 0 auto; max-width: 900px; padding: 1rem; background: var(--page); color: var(--text);
              font: 16px/1.5 system-ui, sans-serif; }
            h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
            svg { width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: var(--text); }
            .grid { stroke: var(--line); } .range { stroke: var(--text); stroke-width: 1; }
            .ours { color: var(--ours); } .peer0 { color: #e69f00; } .peer1 { color: #009e73; } .peer2 { color: #cc79a7; }
            .peer3 { color: #8c6d5a; } .peer4 { color: #8a94a0; } .peer5 { color: #d55e00; }
            .ours, [class^=peer] { fill: currentColor; stroke: currentColor; } .line { fill: none; stroke-width: 2; }
            circle.win { fill: var(--win); } circle.loss { fill: var(--loss); } circle.tie { fill: var(--tie); }
            figure { margin: 1.2rem 0 2rem; } figcaption, .dim { color: var(--dim); font-size: .85rem; overflow-wrap: anywhere; }
            .lists { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 1rem; }
            table { border-collapse: collapse; width: 100%; font-size: .85rem; } td, th { padding: .2rem .4rem .2rem 0; text-align: left;
              border-bottom: 1px solid var(--line); overflow-wrap: anywhere; } td.n { text-align: right; white-space: nowrap; }
            .win { color: var(--win); } .loss { color: var(--loss); } nav a { margin-right: .8rem; } a { color: var(--ours); }
            """;

    private final StringBuilder html = new StringBuilder();
    private final Map<String, List<Entry>> suites = new LinkedHashMap<>();

    private ComparisonPage(List<RecordedRun> runs, List<String> names) {
        for (String suite : names) {
            List<Entry> entries = new CurrentRows(runs, suite).entries();
            if (!entries.isEmpty()) {
                suites.put(suite, entries);
            }
        }
    }

    /// The page of all runs in `results`.
    ///
    /// @param suites in their order
    /// @throws IOException also if a file is not what a run writes, saying which and why
    public static String of(Path results, List<String> suites) throws IOException {
        return new ComparisonPage(RunFile.readAll(results), suites).write();
    }

    private String write() {
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.append("<title>Coex beside others</title>\n<style>\n").append(STYLE);
        html.append("</style>\n</head>\n<body>\n<h1>Coex beside others</h1>\n");
        writeOverview();
        suites.forEach(this::writeSuite);
        html.append("</body>\n</html>\n");
        return html.toString();
    }

    // All together

    private void writeOverview() {
        List<RecordedRow> compared =
                suites.values().stream()
                        .flatMap(List::stream)
                        .map(Entry::row)
                        .filter(row -> !Double.isNaN(Standing.factor(row)))
                        .toList();
        tell(
                "<p>%d comparisons with peers measured in the same run: <b class='win'>%d won</b>,"
                    + " %d ties, <b class='loss'>%d lost</b>. A tie is a difference of less than 5"
                    + " percent, or two ranges of samples that overlap. Some of the peers are other"
                    + " ways to use Coex itself; the names say so. Every number is in"
                    + " bench/RESULTS.md, and what the numbers can and cannot tell in"
                    + " bench/README.md.</p>",
                compared.size(),
                count(compared, Standing.WIN),
                count(compared, Standing.TIE),
                count(compared, Standing.LOSS));
        if (compared.isEmpty()) {
            return;
        }
        html.append("<figure>\n");
        html.append(Chart.ofFactors("Every comparison: how many times better or worse", compared));
        html.append(
                "<figcaption>Each dot is one comparison; right of the middle ours is better. Point"
                        + " at a dot to see which.</figcaption></figure>\n");
        html.append("<div class='lists'>\n");
        Comparator<RecordedRow> byFactor = Comparator.comparingDouble(Standing::factor);
        writeList("Largest losses", compared, Standing.LOSS, byFactor);
        writeList("Largest wins", compared, Standing.WIN, byFactor.reversed());
        html.append("</div>\n<nav>");
        suites.keySet().forEach(suite -> tell("<a href='#%s'>%s</a>", suite, suite));
        html.append("</nav>\n");
    }

    private static long count(List<RecordedRow> rows, Standing standing) {
        return rows.stream().filter(row -> Standing.of(row) == standing).count();
    }

    private void writeList(
            String heading,
            List<RecordedRow> all,
            Standing standing,
            Comparator<RecordedRow> order) {
        tell(
                "<section><h3>%s</h3><table><tr><th>row</th><th>ours</th><th>peer</th><th></th></tr>",
                heading);
        all.stream()
                .filter(row -> Standing.of(row) == standing)
                .sorted(order)
                .limit(LISTED)
                .forEach(
                        row -> {
                            double factor = Standing.factor(row);
                            tell(
                                    "<tr><td>%s</td><td class='n'>%s</td><td>%s</td><td class='n"
                                            + " %s'>%s x</td></tr>",
                                    escaped(row.name()),
                                    escaped(row.oursText()),
                                    escaped(row.peerText()),
                                    standing.name().toLowerCase(Locale.ROOT),
                                    Numbers.plain(Math.max(factor, 1 / factor)));
                        });
        html.append("</table></section>\n");
    }

    // One suite

    private void writeSuite(String suite, List<Entry> entries) {
        tell("<h2 id='%s'>%s</h2>", suite, suite);
        Map<String, List<Entry>> groups = new LinkedHashMap<>();
        for (Entry entry : entries) {
            String part = entry.row().name().split("/", 2)[0];
            groups.computeIfAbsent(part + " " + entry.row().unit(), _ -> new ArrayList<>())
                    .add(entry);
        }
        groups.values().forEach(this::writeGroup);
    }

    private void writeGroup(List<Entry> entries) {
        String group = entries.getFirst().row().name().split("/", 2)[0];
        String unit = entries.getFirst().row().unit();
        tell("<h3>%s</h3>", escaped(group));
        html.append("<figure>\n");
        html.append(Chart.ofBars(group + " in " + unit, unit, bars(entries)));
        writeSweeps(group, unit, entries);
        writeCurves(group, unit, entries);
        writeDistributions(unit, entries);
        writeCaption(unit, entries);
        html.append("</figure>\n");
    }

    private static List<Chart.Bars> bars(List<Entry> entries) {
        Map<String, List<Chart.Bar>> rows = new LinkedHashMap<>();
        for (Entry entry : entries) {
            RecordedRow row = entry.row();
            String label = row.name().contains("/") ? row.name().split("/", 2)[1] : row.name();
            List<Chart.Bar> bars = rows.computeIfAbsent(label, _ -> new ArrayList<>());
            if (bars.isEmpty() && row.ours().isPresent()) {
                bars.add(new Chart.Bar("Coex", row.ours(), true));
            }
            if (row.peer().isPresent()) {
                bars.add(new Chart.Bar(row.peerName(), row.peer(), false));
            }
        }
        return rows.entrySet().stream()
                .filter(row -> !row.getValue().isEmpty())
                .map(row -> new Chart.Bars(row.getKey(), row.getValue()))
                .toList();
    }

    /// Of rows that were measured with several sizes of the heap, the same once more as lines.
    private void writeSweeps(String group, String unit, List<Entry> entries) {
        Map<String, Map<String, List<RecordedRow>>> figures = new LinkedHashMap<>();
        Map<Double, String> sizes = new TreeMap<>();
        for (Entry entry : entries) {
            Matcher matcher = HEAP_SIZE.matcher(entry.row().name());
            if (matcher.matches()) {
                String figure = matcher.group(3) == null ? "" : matcher.group(3);
                String size = matcher.group(2) + "x";
                sizes.put(Double.valueOf(matcher.group(2)), size);
                figures.computeIfAbsent(figure, _ -> new LinkedHashMap<>())
                        .computeIfAbsent(size, _ -> new ArrayList<>())
                        .add(entry.row());
            }
        }
        if (sizes.size() > 1) {
            figures.forEach(
                    (figure, rows) -> {
                        String title =
                                (group + " " + figure).strip() + " over the size of the heap";
                        writeLines(title, unit, List.copyOf(sizes.values()), rows);
                    });
        }
    }

    /// Of rows that are percentiles of one thing, the same once more as a curve.
    private void writeCurves(String group, String unit, List<Entry> entries) {
        Map<String, Map<String, List<RecordedRow>>> figures = new LinkedHashMap<>();
        for (Entry entry : entries) {
            Matcher matcher = PERCENTILE.matcher(entry.row().name());
            if (matcher.matches()) {
                figures.computeIfAbsent(matcher.group(1), _ -> new LinkedHashMap<>())
                        .computeIfAbsent(matcher.group(2), _ -> new ArrayList<>())
                        .add(entry.row());
            }
        }
        figures.forEach(
                (figure, rows) -> {
                    List<String> places = PERCENTILES.stream().filter(rows::containsKey).toList();
                    if (places.size() > 2) {
                        writeLines(figure + ", by percentile", unit, places, rows);
                    }
                });
    }

    private void writeLines(
            String title, String unit, List<String> places, Map<String, List<RecordedRow>> rows) {
        Map<String, double[]> points = new LinkedHashMap<>();
        for (int place = 0; place < places.size(); place++) {
            for (RecordedRow row : rows.getOrDefault(places.get(place), List.of())) {
                put(points, "Coex", place, places.size(), row.ours());
                put(points, row.peerName(), place, places.size(), row.peer());
            }
        }
        List<Chart.Line> lines = new ArrayList<>();
        points.forEach((name, at) -> lines.add(new Chart.Line(name, at, name.equals("Coex"))));
        if (!lines.isEmpty()) {
            tell("<p class='dim'>%s</p>", escaped(title));
            html.append(Chart.ofLines(title, unit, Chart.Place.evenly(places), lines));
        }
    }

    /// Of rows whose distributions were kept, all of these.
    private void writeDistributions(String unit, List<Entry> entries) {
        Map<String, Map<String, double[]>> figures = new LinkedHashMap<>();
        for (Entry entry : entries) {
            RecordedRow row = entry.row();
            Matcher percentile = PERCENTILE.matcher(row.name());
            if (percentile.matches()) {
                Map<String, double[]> lines =
                        figures.computeIfAbsent(percentile.group(1), _ -> new LinkedHashMap<>());
                put(lines, "Coex", row.oursCurve());
                put(lines, row.peerName(), row.peerCurve());
            }
        }
        figures.forEach(
                (figure, curves) -> {
                    if (!curves.isEmpty()) {
                        List<Chart.Line> lines = new ArrayList<>();
                        curves.forEach(
                                (name, values) ->
                                        lines.add(
                                                new Chart.Line(name, values, name.equals("Coex"))));
                        String title = figure + ", the whole distribution";
                        tell("<p class='dim'>%s</p>", escaped(title));
                        html.append(Chart.ofLines(title, unit, percentiles(), lines));
                    }
                });
    }

    private static void put(Map<String, double[]> lines, String name, Curve curve) {
        if (curve.isPresent()) {
            lines.putIfAbsent(name, curve.values());
        }
    }

    /// From one that is ten times as rare as another it is as far as from that to the next.
    private static List<Chart.Place> percentiles() {
        List<Chart.Place> places = new ArrayList<>();
        for (double percentile : Curve.PERCENTILES) {
            double decades = Math.min(-Math.log10(1 - percentile / 100), DECADES);
            boolean isEnd = decades == DECADES;
            boolean isWhole = Math.abs(decades - Math.rint(decades)) < 1e-6;
            places.add(
                    new Chart.Place(
                            decades / DECADES,
                            isEnd
                                    ? "max"
                                    : Double.toString(percentile).replaceAll("\\.0$", "") + "%",
                            isEnd || isWhole && decades < LAST_TICK));
        }
        return places;
    }

    private static void put(
            Map<String, double[]> points, String name, int place, int places, Measured number) {
        if (number.isPresent() && !name.isEmpty()) {
            points.computeIfAbsent(name, _ -> new double[places])[place] = number.value();
        }
    }

    private void writeCaption(String unit, List<Entry> entries) {
        String better = Standing.isMoreBetter(unit) ? "More is better." : "Less is better.";
        tell(
                "<figcaption><p>%s, medians; the thin line is the range of all samples. %s</p>",
                escaped(unit), better);
        Set<RecordedRun> runs = new LinkedHashSet<>();
        entries.forEach(entry -> runs.add(entry.run()));
        for (RecordedRun run : runs) {
            tell(
                    "<p>Measured with <code>%s</code>%s on %s, commit %s, on %s, %s; load at the"
                            + " start %s. Made again with the same command.</p>",
                    escaped(run.command()),
                    run.isQuick() ? " (a quick run)" : "",
                    run.date().toLocalDate(),
                    escaped(run.commit()),
                    escaped(run.machine()),
                    escaped(run.jvm()),
                    escaped(run.loadAtStart()));
        }
        writeNotes(entries);
        html.append("</figcaption>\n");
    }

    private void writeNotes(List<Entry> entries) {
        Map<String, List<String>> notes = new LinkedHashMap<>();
        for (Entry entry : entries) {
            if (!entry.row().note().isEmpty()) {
                List<String> names =
                        notes.computeIfAbsent(entry.row().note(), _ -> new ArrayList<>());
                if (!names.contains(entry.row().name())) {
                    names.add(entry.row().name());
                }
            }
        }
        if (!notes.isEmpty()) {
            html.append("<details><summary>How each was measured</summary><ul>\n");
            notes.forEach(
                    (note, names) ->
                            tell(
                                    "<li>%s: %s</li>",
                                    escaped(String.join(", ", names)), escaped(note)));
            html.append("</ul></details>\n");
        }
        String missing = missing(entries, row -> !row.ours().isPresent());
        if (!missing.isEmpty()) {
            tell("<p class='loss'>No number of ours: %s.</p>", escaped(missing));
        }
    }

    private static String missing(List<Entry> entries, Predicate<RecordedRow> isMissing) {
        return String.join(
                ", ",
                entries.stream()
                        .map(Entry::row)
                        .filter(isMissing)
                        .map(RecordedRow::name)
                        .distinct()
                        .toList());
    }

    private void tell(String format, Object... values) {
        html.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
