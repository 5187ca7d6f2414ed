// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

/// Looks at objects one after the other.
public interface ObjectVisitor {

    /// Looks at an object; false to end the visit. Must not wait for anyone: the collector may be
    /// waiting for the calling thread.
    boolean visit(ObjectView object);

    /// Called now and then between two objects, and at the end. May take as long as it likes, for
    /// instance to write what was seen: nobody waits for it.
    default void rest() {}
}
