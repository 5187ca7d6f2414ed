// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import java.util.concurrent.ThreadFactory;

/// A thread's membership in a heap: its allocation buffers, its share of the handle table, its
/// shadow stack of roots.
///
/// All methods are for the owning thread. Every mistake a caller can make (a foreign thread, a
/// freed handle, a field of another shape, an index out of range, ...) is a [HeapUsageException]
/// with the numbers in it, and has no effect.
///
/// **The rooting rule.** At every safepoint each handle the thread may still use must be in a slot
/// of one of its frames, or reachable from one (`Invariant.ROOTED_AT_SAFEPOINTS`). Safepoints are:
/// [#allocate], [#allocateArray], `create`, [#safepoint], entering a [#safeRegion], [#spawn], the
/// waiting methods of [Heap], every operation on a collection in this heap, whatever it only reads,
/// and every look at the heap's objects from outside, as reports and dumps have. Nothing else is
/// one, so between two of them locals are enough.
///
/// A thread that runs for long without allocating calls [#safepoint] now and then, or works in a
/// safe region, and one that waits for anything does so in a [#safeRegion]. Otherwise it delays the
/// end of a collection, and with it every thread that waits for the room the collection will make:
/// once the heap is at its limit all that allocate stand still until this one goes on. It is
/// reported after [HeapOptions#lateAfter].
public abstract class Mutator implements AutoCloseable {

    /// Only [Heap#attach] and [#spawn] make mutators.
    protected Mutator() {}

    /// What a spawned thread runs.
    @FunctionalInterface
    public interface Task {
        /// Runs on the new thread. `arguments` holds the handles given to [Mutator#spawn].
        ///
        /// @param mutator the mutator of the new thread
        /// @param arguments the frame with the handles given to `spawn`
        void run(Mutator mutator, Frame arguments);
    }

    /// {@return the heap it belongs to}
    public abstract Heap heap();

    /// {@return the thread this mutator belongs to}
    public abstract Thread thread();

    // Roots

    /// Pushes a frame of `slots` root slots, all 0. Close it to pop it; closing an outer frame pops
    /// those above it too, as an exception that unwinds past them does. What a popped frame leaves
    /// behind as its result goes into the caller's frame before the next safepoint
    /// (`Invariant.RESULT_OUTLIVES_FRAME`).
    ///
    /// @param slots how many slots
    /// @return the frame
    /// @throws HeapExhaustedException if the JVM cannot supply a shadow stack long enough
    public abstract Frame frame(int slots);

    // Allocation

    /// Makes an object of a shape with fields; all fields are 0. A safepoint.
    ///
    /// @param shape a shape with fields
    /// @return a handle
    /// @throws HeapExhaustedException if there is no room even after full collections
    public abstract long allocate(Shape shape);

    /// Makes an array; all elements are 0. A safepoint.
    ///
    /// @param shape a shape with elements
    /// @param length how many elements
    /// @return a handle
    /// @throws HeapExhaustedException if there is no room even after full collections
    public abstract long allocateArray(Shape shape, int length);

    /// Makes an object of a shape with fields, with a value for each of them in the order of their
    /// definition, and seals it: what [#allocate], a `set` for each field and [#seal] do, in one
    /// step and for a fraction of the time.
    ///
    /// All values are longs. A reference is a handle or 0; an `int` or a `byte` is the number; a
    /// boolean is 0 or 1; a double is [Double#doubleToRawLongBits] of it.
    ///
    /// A safepoint, but the handles that are given need not be rooted: the call does that. If a
    /// value is refused nothing was made.
    ///
    /// @param shape a shape with as many fields as values are given
    /// @param first the first value
    /// @return a handle
    /// @throws HeapExhaustedException if there is no room even after full collections
    public abstract long create(Shape shape, long first);

    /// [#create(Shape, long)] of two fields.
    ///
    /// @param shape a shape with as many fields as values are given
    /// @param first the first value
    /// @param second the second value
    /// @return a handle
    public abstract long create(Shape shape, long first, long second);

    /// [#create(Shape, long)] of three fields.
    ///
    /// @param shape a shape with as many fields as values are given
    /// @param first the first value
    /// @param second the second value
    /// @param third the third value
    /// @return a handle
    public abstract long create(Shape shape, long first, long second, long third);

    /// [#create(Shape, long)] of four fields.
    ///
    /// @param shape a shape with as many fields as values are given
    /// @param first the first value
    /// @param second the second value
    /// @param third the third value
    /// @param fourth the fourth value
    /// @return a handle
    public abstract long create(Shape shape, long first, long second, long third, long fourth);

    /// [#create(Shape, long)] of any number of fields. Nothing keeps the array, so a caller that
    /// makes many objects can use it again.
    ///
    /// @param shape a shape with as many fields as values are given
    /// @param values a value for each field, in their order
    /// @return a handle
    public abstract long create(Shape shape, long... values);

    /// Ends the construction of an object of an immutable shape: from here on it can be referred to
    /// by other objects and cannot be written. Sealing twice, or sealing a mutable one, does
    /// nothing.
    ///
    /// @param handle the object
    public abstract void seal(long handle);

    // Looking at objects

    /// {@return whether the handle names an object at this moment}
    ///
    /// @param handle any number
    public abstract boolean isLive(long handle);

    /// {@return the shape of an object}
    ///
    /// @param handle an object of this heap
    public abstract Shape shapeOf(long handle);

    /// {@return the number of elements of an array}
    ///
    /// @param handle an array of this heap
    public abstract int length(long handle);

    // Fields. Immutable objects can be written until they are sealed, and each reference once.
    // Fields of mutable shapes are read with acquire and written with release semantics.

    /// {@return the `int` in a field}
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    public abstract int getInt(long handle, Field field);

    /// {@return the `long` in a field}
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    public abstract long getLong(long handle, Field field);

    /// {@return the `double` in a field}
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    public abstract double getDouble(long handle, Field field);

    /// {@return the `byte` in a field}
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    public abstract byte getByte(long handle, Field field);

    /// {@return the `boolean` in a field}
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    public abstract boolean getBoolean(long handle, Field field);

    /// {@return the handle in a field, or 0}
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    public abstract long getReference(long handle, Field field);

    /// Writes an `int` into a field.
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    /// @param value the value
    public abstract void setInt(long handle, Field field, int value);

    /// Writes a `long` into a field.
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    /// @param value the value
    public abstract void setLong(long handle, Field field, long value);

    /// Writes a `double` into a field.
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    /// @param value the value
    public abstract void setDouble(long handle, Field field, double value);

    /// Writes a `byte` into a field.
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    /// @param value the value
    public abstract void setByte(long handle, Field field, byte value);

    /// Writes a `boolean` into a field.
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    /// @param value the value
    public abstract void setBoolean(long handle, Field field, boolean value);

    /// Writes a reference into a field.
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    /// @param value the value
    public abstract void setReference(long handle, Field field, long value);

    // Elements, under the same rules.

    /// {@return the `int` in a element}
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    public abstract int getInt(long handle, int index);

    /// {@return the `long` in a element}
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    public abstract long getLong(long handle, int index);

    /// {@return the `double` in a element}
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    public abstract double getDouble(long handle, int index);

    /// {@return the `byte` in a element}
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    public abstract byte getByte(long handle, int index);

    /// {@return the `boolean` in a element}
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    public abstract boolean getBoolean(long handle, int index);

    /// {@return the handle in a element, or 0}
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    public abstract long getReference(long handle, int index);

    /// Writes an `int` into a element.
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    /// @param value the value
    public abstract void setInt(long handle, int index, int value);

    /// Writes a `long` into a element.
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    /// @param value the value
    public abstract void setLong(long handle, int index, long value);

    /// Writes a `double` into a element.
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    /// @param value the value
    public abstract void setDouble(long handle, int index, double value);

    /// Writes a `byte` into a element.
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    /// @param value the value
    public abstract void setByte(long handle, int index, byte value);

    /// Writes a `boolean` into a element.
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    /// @param value the value
    public abstract void setBoolean(long handle, int index, boolean value);

    /// Writes a reference into a element.
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    /// @param value the value
    public abstract void setReference(long handle, int index, long value);

    /// Copies `count` elements of a byte array into `target`.
    ///
    /// @param handle an object of this heap
    /// @param index the first element
    /// @param target where the bytes go
    /// @param from where in `target` the first one goes
    /// @param count how many
    public abstract void getBytes(long handle, int index, byte[] target, int from, int count);

    /// Copies `count` bytes of `source` into a byte array.
    ///
    /// @param handle an object of this heap
    /// @param index the first element
    /// @param source where the bytes come from
    /// @param from where in `source` the first one is
    /// @param count how many
    public abstract void setBytes(long handle, int index, byte[] source, int from, int count);

    // Cells: fields and elements of mutable shapes, changed atomically.

    /// Writes a reference into a field of a mutable shape if `expected` is there.
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    /// @param expected what has to be there
    /// @param value the value
    /// @return whether it was there
    public abstract boolean compareAndSetReference(
            long handle, Field field, long expected, long value);

    /// Writes a reference into a element of a mutable shape if `expected` is there.
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    /// @param expected what has to be there
    /// @param value the value
    /// @return whether it was there
    public abstract boolean compareAndSetReference(
            long handle, int index, long expected, long value);

    /// Writes a `long` into a field of a mutable shape if `expected` is there.
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    /// @param expected what has to be there
    /// @param value the value
    /// @return whether it was there
    public abstract boolean compareAndSetLong(long handle, Field field, long expected, long value);

    /// Writes a `long` into a element of a mutable shape if `expected` is there.
    ///
    /// @param handle an object of this heap
    /// @param index which one, from 0
    /// @param expected what has to be there
    /// @param value the value
    /// @return whether it was there
    public abstract boolean compareAndSetLong(long handle, int index, long expected, long value);

    // Weak references

    /// {@return the object a weak field names, or 0 if there is none any more} Never waits.
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    public abstract long getWeak(long handle, Field field);

    /// Makes a weak field name another object, or none.
    ///
    /// @param handle an object of this heap
    /// @param field a field of the object's shape
    /// @param value the value
    public abstract void setWeak(long handle, Field field, long value);

    // Safepoints and threads

    /// Serves the collector if it has asked for something; otherwise one read and a branch.
    public abstract void safepoint();

    /// Enters a safe region: until it is closed this thread promises not to touch the heap, and the
    /// collector acts for it. Enter one before any wait (I/O, locks, joins): a thread that blocks
    /// without stalls, near the limit of the heap, all others. Regions nest.
    ///
    /// @return the region, which the thread leaves by closing it
    public abstract SafeRegion safeRegion();

    /// Starts a thread that is attached from its first instruction, with `arguments` rooted in its
    /// first frame before the collector can overlook them. The thread detaches when `task` ends.
    ///
    /// @param factory makes the thread
    /// @param task what the thread runs
    /// @param arguments handles for its first frame
    /// @return the thread, which has started
    public abstract Thread spawn(ThreadFactory factory, Task task, long... arguments);

    /// [#spawn(ThreadFactory, Task, long...)] on a new platform thread.
    ///
    /// @param task what the thread runs
    /// @param arguments handles for its first frame
    /// @return the thread, which has started
    public Thread spawn(Task task, long... arguments) {
        return spawn(Thread.ofPlatform().factory(), task, arguments);
    }

    /// Detaches the thread: its frames are popped, its buffers returned. Detaching twice does
    /// nothing. If the JVM is out of memory, the collector does the rest in its next cycle.
    @Override
    public abstract void close();
}
