// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

/// The two steps in which the collector moves one object.
public interface Relocation {

    /// Copies it to its new place.
    void copy();

    /// Lets its handle name the new place.
    void publish();
}
