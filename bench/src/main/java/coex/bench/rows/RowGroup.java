package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.List;

/// Rows that are measured together.
public interface RowGroup {

    /// What the rows have in common, as `--only` names it.
    String name();

    /// About how many seconds [#measure] takes.
    int seconds(Effort effort);

    /// Measures the rows.
    ///
    /// @throws IOException if a child JVM cannot be started or fails
    List<Row> measure(Effort effort) throws IOException, InterruptedException;
}
