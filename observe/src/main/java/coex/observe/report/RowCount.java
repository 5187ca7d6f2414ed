// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

/// Counts rows, and says which of them to write.
final class RowCount {

    private final long most;
    private long seen;

    RowCount(long most) {
        this.most = most;
    }

    /// Counts a row; true if it is to be written.
    boolean admitsNext() {
        return ++seen <= most;
    }

    /// How many rows were counted.
    long seen() {
        return seen;
    }

    /// How many of them were not written.
    long leftOut() {
        return Math.max(0, seen - most);
    }
}
