// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.HeapUsageException;
import coex.observe.Report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/// A subject as a report: gives it pages to write on and the number of rows to keep to.
///
/// @param rows the most rows to write; `Long.MAX_VALUE` for no limit
public record WrittenReport(Subject subject, long rows) implements Report {

    @Override
    public void writeText(Appendable out) throws IOException {
        Outlet outlet = new Outlet(out);
        passingOn(new TextPage(outlet, rows), subject::writeText);
    }

    @Override
    public void writeJson(Appendable out) throws IOException {
        Outlet outlet = new Outlet(out);
        passingOn(
                new JsonPage(outlet, rows),
                page -> {
                    page.begin();
                    subject.writeJson(page);
                    page.end();
                });
    }

    /// Writes on a page each of whose lines begins with `mark`.
    public static void writeMarked(String mark, Appendable out, Consumer<TextPage> writing)
            throws IOException {
        passingOn(new TextPage(new Outlet(out), Long.MAX_VALUE, mark), writing);
    }

    private static <P extends Page> void passingOn(P page, Consumer<P> writing) throws IOException {
        try {
            writing.accept(page);
            page.rest();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public Report limitedTo(long newRows) {
        if (newRows < 0) {
            throw new HeapUsageException("row limit negative: rows=" + newRows);
        }
        return new WrittenReport(subject, newRows);
    }
}
