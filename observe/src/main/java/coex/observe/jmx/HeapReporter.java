// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import java.io.IOException;
import java.util.List;

/// Writes what a heap can tell about itself.
interface HeapReporter {

    /// The names of the reports there are, but for that of a single object.
    List<String> names();

    /// Writes a report.
    ///
    /// @throws IllegalArgumentException if there is none of that name
    void write(Request request, Appendable out) throws IOException;

    /// @param report its name; null for the report of one object
    /// @param handle the object's
    /// @param rows how many rows at most; 0 for all
    /// @param path the shape to which the path is asked for; null for another report
    record Request(
            String report, long handle, int verbosity, long rows, boolean json, String path) {

        static Request of(String report, int verbosity, long rows, String format) {
            if (rows < 0) {
                throw new IllegalArgumentException("rows out of range: rows=" + rows);
            }
            return new Request(report, 0, verbosity, rows, isJson(format), null);
        }

        static Request ofObject(long handle, String format) {
            return new Request(null, handle, 0, 0, isJson(format), null);
        }

        static Request ofPath(String shape, String format) {
            return new Request(null, 0, 0, 0, isJson(format), shape);
        }

        private static boolean isJson(String format) {
            return switch (format) {
                case "json" -> true;
                case "text" -> false;
                default ->
                        throw new IllegalArgumentException(
                                "no such format: format=%s known=text,json".formatted(format));
            };
        }
    }
}
