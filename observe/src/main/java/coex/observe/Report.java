// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import java.io.IOException;

/// Something a heap can tell about itself, as text for people or as JSON for tools.
///
/// A report is a question, not an answer: each time it is written it looks at the heap anew. Any
/// thread may write one, at any time, beside mutators and collections; a slow `out` delays nobody
/// but the caller. What a report shows of a heap in use is of many moments, not of one.
///
/// What the heap throws is passed on: `HeapClosedException` if it is closed before the report is
/// complete, `HeapUsageException` if the calling thread cannot look, as a listener of the collector
/// cannot. What was written by then stays written.
public interface Report {

    /// Writes the report as lines of text, each ended by `\n`.
    ///
    /// @param out where the text goes
    /// @throws IOException what `out` throws; the report then ends
    void writeText(Appendable out) throws IOException;

    /// Writes the report as one JSON document.
    ///
    /// @param out where the text goes
    /// @throws IOException what `out` throws; the report then ends
    void writeJson(Appendable out) throws IOException;

    /// {@return the same report with at most `rows` rows; it says how many there are more} Objects,
    /// handles, threads, frames, fields, errors and shapes are rows, figures are not.
    ///
    /// @param rows how many rows at most
    Report limitedTo(long rows);
}
