// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.Shape;

import java.util.List;

/// Why an object is alive: a chain of references that leads to it from a root.
///
/// @param root what the first object is held by; null if no object was found
/// @param steps the objects of the chain; the first is held by the root, the last was looked for
/// @param looked how many objects were looked at
/// @param complete whether everything was looked at that roots led to
/// @param changed whether a reference of the chain had gone when it was looked at again
public record RootPath(
        Root root, List<Step> steps, long looked, boolean complete, boolean changed) {

    public RootPath {
        steps = List.copyOf(steps);
    }

    /// @param thread whose frame it is; null for a global root
    /// @param frame which frame, counted from 0 at the bottom
    public record Root(String thread, int frame) {}

    /// @param shape of the object; null if its header names none
    /// @param bytes its size
    /// @param offset where the next object of the chain is named in this one; -1 in the last
    public record Step(long handle, Shape shape, long bytes, int offset) {}
}
