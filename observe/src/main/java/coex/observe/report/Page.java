// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

/// What a subject writes on. Writing never waits; [#rest] may.
public interface Page {

    /// Passes on what has been written so far, for as long as that takes.
    void rest();

    /// The most rows to write.
    long rows();
}
