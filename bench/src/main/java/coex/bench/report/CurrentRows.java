package coex.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Which of many runs counts for which row.
///
/// The newest run that has a row counts for it, but a quick run never counts before a full one of
/// the same commit, and one that was kept to compare with counts for nothing. All rows of one name
/// come from one run, so that ours stands beside peers of the same hour.
final class CurrentRows {

    /// A row and the run it is of.
    ///
    /// @param before the row beside the same peer in the run before, quick or full as this one;
    ///     null if there is none
    record Entry(RecordedRow row, RecordedRun run, RecordedRow before) {}

    private static final Comparator<RecordedRun> BY_AGE =
            Comparator.comparing(RecordedRun::date).thenComparing(run -> run.file().toString());

    /// Of one suite, the oldest first.
    private final List<RecordedRun> runs;

    CurrentRows(List<RecordedRun> all, String suite) {
        runs =
                all.stream()
                        .filter(run -> run.suite().equals(suite))
                        .filter(run -> !run.isKeptToCompare())
                        .sorted(BY_AGE)
                        .toList();
    }

    /// The rows that count, by name.
    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (String name : names()) {
            List<RecordedRun> having = having(name);
            RecordedRun current = current(having);
            Optional<RecordedRun> before =
                    having.reversed().stream()
                            .filter(run -> run != current && run.isQuick() == current.isQuick())
                            .findFirst();
            for (RecordedRow row : current.rowsNamed(name)) {
                entries.add(
                        new Entry(
                                row,
                                current,
                                before.flatMap(run -> run.row(name, row.peerName())).orElse(null)));
            }
        }
        return entries;
    }

    /// Rows of the newest full run where a quick run of a newer commit counts. They were measured
    /// with more work, so they are not just older.
    List<Entry> fullButOlder() {
        List<Entry> entries = new ArrayList<>();
        for (String name : names()) {
            List<RecordedRun> having = having(name);
            List<RecordedRun> full = having.stream().filter(run -> !run.isQuick()).toList();
            if (current(having).isQuick() && !full.isEmpty()) {
                RecordedRun newest = full.getLast();
                newest.rowsNamed(name).forEach(row -> entries.add(new Entry(row, newest, null)));
            }
        }
        return entries;
    }

    private TreeSet<String> names() {
        TreeSet<String> names = new TreeSet<>(NaturalOrder.OF_STRINGS);
        runs.forEach(run -> run.rows().forEach(row -> names.add(row.name())));
        return names;
    }

    private List<RecordedRun> having(String name) {
        return runs.stream().filter(run -> run.has(name)).toList();
    }

    private static RecordedRun current(List<RecordedRun> having) {
        RecordedRun newest = having.getLast();
        if (!newest.isQuick()) {
            return newest;
        }
        return having.reversed().stream()
                .filter(run -> !run.isQuick() && run.commit().equals(newest.commit()))
                .findFirst()
                .orElse(newest);
    }
}
