// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

/// What a report is about. Looks at the heap anew each time it is written.
public interface Subject {

    void writeText(TextPage page);

    /// Writes the members of the one object that the document is.
    void writeJson(JsonPage page);
}
