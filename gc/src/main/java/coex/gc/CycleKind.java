// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// What a collection looks at.
public enum CycleKind {
    /// What was born since the last cycle, and what survived that without having been traced. It
    /// costs as much as there is of it that lives; older objects that have died are not found.
    YOUNG,
    /// Everything.
    FULL
}
