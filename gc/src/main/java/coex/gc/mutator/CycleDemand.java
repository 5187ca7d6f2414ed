// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

/// What a collection that somebody asks for must do. Each does what those before it do.
public enum CycleDemand {
    /// Young or full, as the heap finds best.
    ANY,
    /// Find everything that is dead.
    FULL,
    /// Also move objects out of sparse blocks.
    COMPACTING,
    /// Also make the heap as small as it can be, and give the rest back to the system.
    SHRINKING;

    public CycleDemand orMore(CycleDemand other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
