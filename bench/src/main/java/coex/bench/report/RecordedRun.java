package coex.bench.report;

import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/// A run whose results were kept, as its file tells it.
///
/// @param file within the folder of all results: `<date>-<commit>/<name>.json`, or
///     `<date>-<commit>-<word>/<name>.json`
/// @param commit what was measured
/// @param isKeptToCompare whether it is of a commit that was measured beside another, as that
///     before a change: however new the run is, its code is not
/// @param suite the word after `coex bench`
/// @param isQuick whether it was a quick run, with less work and fewer samples than a full one
/// @param machine processor, cores and memory
record RecordedRun(
        Path file,
        String commit,
        boolean isKeptToCompare,
        OffsetDateTime date,
        String command,
        String suite,
        boolean isQuick,
        String jvm,
        String machine,
        String loadAtStart,
        List<RecordedRow> rows,
        List<String> failures) {

    RecordedRun {
        rows = List.copyOf(rows);
        failures = List.copyOf(failures);
    }

    boolean has(String rowName) {
        return rows.stream().anyMatch(row -> row.name().equals(rowName));
    }

    /// The rows of that name, which differ in their peer.
    List<RecordedRow> rowsNamed(String rowName) {
        return rows.stream().filter(row -> row.name().equals(rowName)).toList();
    }

    Optional<RecordedRow> row(String rowName, String peerName) {
        return rowsNamed(rowName).stream()
                .filter(row -> row.peerName().equals(peerName))
                .findFirst();
    }
}
