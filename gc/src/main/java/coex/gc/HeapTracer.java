// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// Is told of every single operation on objects, for a person who follows a program step by step.
///
/// Tracing slows a heap down by orders of magnitude; while no heap of the JVM is traced it costs
/// nothing. Methods run in the middle of the operation, on the thread that performs it, many
/// threads at once: they must not use the heap or wait for anyone who does. What they throw is
/// dropped.
public interface HeapTracer {

    /// A mutator has made an object.
    ///
    /// @param handle an object of this heap
    /// @param shape the shape
    /// @param bytes its bytes
    /// @param address where it is
    default void allocated(long handle, Shape shape, long bytes, long address) {}

    /// Someone has used a handle to get at its object.
    ///
    /// @param address 0 if the handle names no object
    /// @param handle an object of this heap
    default void dereferenced(long handle, long address) {}

    /// The collector has come upon a handle.
    ///
    /// @param already whether it was marked before
    /// @param handle an object of this heap
    default void marked(long handle, boolean already) {}

    /// The collector begins to look at the references in an object.
    ///
    /// @param handle an object of this heap
    /// @param shape the shape
    default void tracing(long handle, Shape shape) {}

    /// The collector has found a reference in the object it looks at.
    ///
    /// @param handle an object of this heap
    /// @param offset the reference's distance from the object's start
    /// @param child the object referred to
    default void referenceFound(long handle, int offset, long child) {}

    /// The collector takes a dead object's handle out of use.
    ///
    /// @param handle an object of this heap
    /// @param shape the shape
    /// @param bytes its bytes
    default void reclaimed(long handle, Shape shape, long bytes) {}
}
