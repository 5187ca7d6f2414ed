package coex.bench.report;

import coex.bench.report.CurrentRows.Entry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `bench/RESULTS.md`: the rows of all runs that were kept, in Markdown.
///
/// It says nothing that is not in the files of the runs, so it can be made again at any time. What
/// people have to say about the numbers is in `bench/README.md`.
public final class ResultsPage {

    private static final String HEAD =
            """
            # Results

            `./coex bench results` makes this page of the files in [results](results), and a test fails when it is
            not what those files say. [What each row is, what is missed and why](README.md) is written by hand.

            For each row the newest run that has it counts; a quick run does not count before a full one of the same
            commit. A full run does more work than a quick one, so where a quick run of a newer commit counts,
            the newest full run has a table of its own after it. Runs in a folder `<date>-<commit>-<word>` were kept to compare
            two commits with each other, and count for no row.

            *Ours* and *peer* are medians, the range is from the smallest to the largest sample, and the ratio is
            ours divided by the peer's: whether less or more is better depends on the unit. *Met* is `yes`, `nearly` (within the
            number in brackets) or `NO`; `no number` means that there is a goal and ours could not be measured.
            *Before* is our number and the ratio to the same peer in the run before, quick or full as this one. It shows how
            far two runs differ, by the code or by the hour.
            """;

    /// More rows than this are cut into one table for each first part of the names.
    private static final int LONG_TABLE = 40;

    private final List<String> suites;
    private final List<RecordedRun> runs;
    private final StringBuilder text = new StringBuilder();

    private ResultsPage(List<String> suites, List<RecordedRun> runs) {
        this.suites = suites;
        this.runs = runs;
    }

    /// The page of all runs in `results`, with a section for each of `suites`.
    ///
    /// @throws IOException also if a file is not what a run writes, saying which and why
    public static String of(Path results, List<String> suites) throws IOException {
        List<RecordedRun> runs = RunFile.readAll(results);
        for (RecordedRun run : runs) {
            if (!suites.contains(run.suite())) {
                throw new IOException(
                        "%s: metadata: no suite called %s; there are %s"
                                .formatted(
                                        results.resolve(run.file()),
                                        run.suite(),
                                        String.join(", ", suites)));
            }
        }
        return new ResultsPage(suites, runs).write();
    }

    private String write() {
        text.append(HEAD);
        Map<String, CurrentRows> rows = new LinkedHashMap<>();
        suites.forEach(suite -> rows.put(suite, new CurrentRows(runs, suite)));
        writeSummary(rows);
        rows.forEach(this::writeSuite);
        writeRuns(rows);
        return text.toString();
    }

    private void writeSummary(Map<String, CurrentRows> rows) {
        line("");
        writeLine("suite", "rows", "met", "nearly", "missed", "no number", "without a goal");
        writeLine("---", "---", "---", "---", "---", "---", "---");
        rows.forEach(
                (suite, current) -> {
                    List<RecordedRow> all = current.entries().stream().map(Entry::row).toList();
                    writeLine(
                            "[%s](#%s)".formatted(suite, suite),
                            "" + all.size(),
                            "" + count(all, "yes"),
                            "" + count(all, "nearly"),
                            "" + count(all, "NO"),
                            "" + all.stream().filter(RecordedRow::lacksANumber).count(),
                            "" + all.stream().filter(row -> row.goal().isEmpty()).count());
                });
    }

    private static long count(List<RecordedRow> rows, String verdict) {
        return rows.stream().filter(row -> row.verdict().equals(verdict)).count();
    }

    private void writeSuite(String suite, CurrentRows rows) {
        line("");
        line("## " + suite);
        List<Entry> entries = rows.entries();
        if (entries.size() > LONG_TABLE) {
            byFirstPart(entries).forEach((part, some) -> writeTable("### " + part, some));
        } else {
            writeTable(null, entries);
        }
        if (!rows.fullButOlder().isEmpty()) {
            writeTable("### " + suite + ", full but older", rows.fullButOlder());
        }
    }

    private static Map<String, List<Entry>> byFirstPart(List<Entry> entries) {
        Map<String, List<Entry>> parts = new LinkedHashMap<>();
        for (Entry entry : entries) {
            String part = entry.row().name().split("/", 2)[0];
            parts.computeIfAbsent(part, key -> new ArrayList<>()).add(entry);
        }
        return parts;
    }

    private void writeTable(String heading, List<Entry> entries) {
        if (heading != null) {
            line("");
            line(heading);
        }
        line("");
        writeLine(
                "row", "ours", "range", "peer", "range", "ratio", "goal", "met", "before", "run",
                "note");
        writeLine("---", "---", "---", "---", "---", "---", "---", "---", "---", "---", "---");
        entries.forEach(this::writeEntry);
    }

    private void writeEntry(Entry entry) {
        RecordedRow row = entry.row();
        writeLine(
                row.name(),
                row.oursText(),
                Table.range(row.ours()),
                row.peerText(),
                Table.range(row.peer()),
                row.ratioText(),
                row.goal(),
                row.lacksANumber() ? "no number" : row.verdict(),
                before(entry.before()),
                link(entry.run()),
                row.note());
    }

    private static String before(RecordedRow row) {
        if (row == null) {
            return "";
        }
        String ratio = row.ratioText();
        return row.oursText() + (ratio.isEmpty() ? "" : "; " + ratio);
    }

    private void writeRuns(Map<String, CurrentRows> rows) {
        line("");
        line("## Runs");
        line("");
        line("The newest first. *Rows* says for how many rows above a run counts.");
        line("");
        writeLine("run", "date", "command", "rows", "load at start", "machine", "JVM", "failures");
        writeLine("---", "---", "---", "---", "---", "---", "---", "---");
        runs.stream()
                .sorted(
                        Comparator.comparing(RecordedRun::date)
                                .reversed()
                                .thenComparing(run -> run.file().toString()))
                .forEach(run -> writeRun(run, rows.get(run.suite())));
    }

    private void writeRun(RecordedRun run, CurrentRows rows) {
        long counting = rows.entries().stream().filter(entry -> entry.run() == run).count();
        writeLine(
                link(run),
                run.date().toString(),
                "`" + run.command() + "`",
                "" + counting,
                run.loadAtStart(),
                run.machine(),
                run.jvm(),
                String.join("; ", run.failures()));
    }

    private static String link(RecordedRun run) {
        String file = run.file().toString().replace('\\', '/');
        String commit = run.isKeptToCompare() ? run.commit() + ", to compare" : run.commit();
        return "[%s](results/%s)".formatted(commit, file);
    }

    private void writeLine(String... cells) {
        text.append('|');
        for (String cell : cells) {
            text.append(' ').append(cell.replace("|", "\\|").replace('\n', ' ')).append(" |");
        }
        text.append('\n');
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
