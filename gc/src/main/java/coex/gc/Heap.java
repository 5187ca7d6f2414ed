// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import coex.gc.collect.ConcurrentHeap;

import java.util.function.IntFunction;

/// A garbage-collected heap outside the JVM's own, with a lifetime of its own.
///
/// Any number of heaps may be open at once; they share nothing. Every object is named by a
/// *handle*, a positive `long` that stays the same while the object lives; 0 is null. A thread
/// works in a heap through the [Mutator] that [#attach] gives it. One collector marks and sweeps
/// while mutators run.
///
/// A mutator waits for a collection if it asks to, and near the limit of the heap, where only a
/// collection makes room: a little at a time while there is some left, to the end of the collection
/// when there is none. A collection waits for every mutator to come to a safepoint. One that blocks
/// without a [Mutator#safeRegion] therefore stalls, near the limit, all that allocate.
///
/// ```java
/// try (Heap heap = Heap.open()) {
///     Shape pair = heap.shape("Pair").reference("left").longField("weight").build();
///     Mutator mutator = heap.attach();
///     try (Frame frame = mutator.frame(1)) {
///         frame.set(0, mutator.allocate(pair));
///         mutator.setLong(frame.get(0), pair.field("weight"), 42);
///         mutator.seal(frame.get(0));
///         heap.collect();               // the frame keeps the object alive
///         System.out.println(mutator.getLong(frame.get(0), pair.field("weight"))); // prints 42
///     }
/// }
/// ```
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `id`, `options`, `isClosed` | any thread | no |
/// | `shape`, `attach`, `current`, `stats`, `newRoot`, `newCleanerQueue` | any thread | a short lock |
/// | `addListener`, `removeListener`, `trace` | any thread | a short lock; `addListener` calls the listener once |
/// | `requestCollection` | any thread | no |
/// | `awaitCollection`, `collect`, `compact`, `validate` | any thread but a listener's while it is told by the collector | yes, in a safe region if attached |
/// | `close` | any thread | until every mutator has noticed, at most about a second |
public abstract sealed class Heap implements AutoCloseable permits ConcurrentHeap {

    /// Only [#open] makes heaps.
    protected Heap() {}

    /// Opens a heap with default options.
    ///
    /// @return the heap
    public static Heap open() {
        return open(HeapOptions.builder().build());
    }

    /// Opens a heap.
    ///
    /// @param options how the heap is sized, paced and watched
    /// @return the heap
    /// @throws MemoryRefusedException if the system cannot reserve the address space asked for, or
    ///     the system or the JVM cannot supply the memory to begin with
    public static Heap open(HeapOptions options) {
        return ConcurrentHeap.open(options);
    }

    /// {@return what tells this heap apart from others}
    public abstract HeapId id();

    /// {@return the options this heap was opened with}
    public abstract HeapOptions options();

    /// Starts the definition of a shape. Its name must be new to this heap.
    ///
    /// @param name a name that is new to this heap
    /// @return a builder
    public final ShapeBuilder shape(String name) {
        return new ShapeBuilder(this, name);
    }

    /// The shape registered under `id`, which is what object headers hold.
    ///
    /// @param id the shape's number
    /// @return the shape
    /// @throws HeapUsageException if no shape has that id
    public abstract Shape shape(int id);

    /// Gives the next free shape id to `shapeWithId` and records what it returns.
    ///
    /// @param name the shape's name
    /// @param shapeWithId makes the shape with the id it is given
    /// @return the shape
    protected abstract Shape register(String name, IntFunction<Shape> shapeWithId);

    /// Makes the calling thread, platform or virtual, a mutator of this heap. A thread that is one
    /// already gets the same mutator again.
    ///
    /// @return the thread's mutator
    /// @throws HeapExhaustedException if the JVM cannot supply the thread's shadow stack
    /// @throws CollectorFailedException if the collector has failed and the thread is not attached
    /// @throws InvariantViolation instead, if that is how it failed
    public abstract Mutator attach();

    /// {@return the calling thread's mutator, or null if it is not attached}
    public abstract Mutator current();

    /// Makes a root cell that no frame owns. It keeps its object alive until it is closed.
    ///
    /// @return the cell
    public abstract GlobalRoot newRoot();

    /// Makes a queue that announces objects of this heap once they are unreachable.
    ///
    /// @param <T> the type of the attachments
    /// @return the queue
    public abstract <T> CleanerQueue<T> newCleanerQueue();

    /// Asks for a collection, young or full as the heap finds best, and returns at once. Requests
    /// made before it begins are one request; none begins after the collector has failed.
    public abstract void requestCollection();

    /// Waits until the running or requested collection has ended; returns at once if there is none.
    ///
    /// @throws CollectorFailedException if the collector has failed, before or meanwhile
    /// @throws InvariantViolation instead, if that is how it failed
    public abstract void awaitCollection();

    /// Waits for a full collection that began after this call.
    ///
    /// @throws CollectorFailedException if the collector has failed, before or meanwhile
    /// @throws InvariantViolation instead, if that is how it failed
    public abstract void collect();

    /// Moves objects together, so that free memory is in long runs, and gives what is then free
    /// back to the system. Waits until that is done; mutators run meanwhile. Takes at least two
    /// full collections. Mutable objects and those of more than half a block stay where they are.
    ///
    /// @throws CollectorFailedException if the collector has failed, before or meanwhile
    /// @throws InvariantViolation instead, if that is how it failed
    public abstract void compact();

    /// Tells `listener` of everything from here on, as well as those who listen already.
    ///
    /// @param listener the listener
    public abstract void addListener(HeapListener listener);

    /// Tells `listener` no more. Does nothing if it was not listening.
    ///
    /// @param listener the listener
    public abstract void removeListener(HeapListener listener);

    /// Tells `tracer` of every single operation from here on, instead of the one before; nobody if
    /// it is null. May be called at any time; an operation under way may still be told as before.
    ///
    /// @param tracer the tracer, or null
    public abstract void trace(HeapTracer tracer);

    /// {@return what the heap has done and holds, as of now} Counts of running mutators may lag
    /// slightly.
    public abstract HeapStats stats();

    /// Checks the structure of the whole heap while mutators run, and lists every error found.
    ///
    /// @return what was found
    /// @throws CollectorFailedException if the collector has failed
    /// @throws InvariantViolation instead, if that is how it failed
    public abstract ValidationReport validate();

    /// {@return whether [#close] has been called}
    public abstract boolean isClosed();

    /// Ends the heap: completes whoever waits for a collection, stops the collector, gives the
    /// memory back. Closing again does nothing. A thread that uses the heap afterwards gets a
    /// [HeapClosedException].
    ///
    /// If the JVM is out of memory or of stack, `close` may throw its error. The heap is closed
    /// then, and nobody waits for a collection any more; to close again does what was not done. If
    /// nobody does, it is done once the JVM has found that nobody has the heap any more.
    ///
    /// A heap that is not closed is released once the JVM has found that nobody has it any more,
    /// nor a mutator, a root, a queue or a collection of it, and a warning says where it was
    /// opened. When that is depends on the JVM's collector, which does not see how much memory is
    /// behind a heap. An attached thread that runs on without its mutator does not keep it; whoever
    /// listens does not either.
    ///
    /// A running mutator notices at its next safepoint. Should one not come to any, `close` returns
    /// after about a second all the same, and the memory is released when that thread next touches
    /// the heap, detaches or ends.
    @Override
    public abstract void close();
}
