// SPDX-License-Identifier: Apache-2.0
package coex.gc.layout;

import java.nio.ByteOrder;

/// The word at the start of every object. Written before the object's address is published. Two
/// bits change after that:
///
/// - [#SEALED] of an immutable shape: set once by the owner, whom nobody else can have the object
///   from yet. A release store, so that the collector, which reads the header first, sees what was
///   written before; no atomic operation, because no other bit of an unsealed object changes
/// - [#LOGGED], of objects that are sealed or of a mutable shape: atomically, by anyone
///   (`WriteBarrier` has the rules)
///
///      63      56 55          32 31                  0
///     +----------+--------------+---------------------+
///     |  flags   |  shape       |  handle             |
///     +----------+--------------+---------------------+
///
/// The size of an object follows from its shape, for arrays together with the length word.
public final class ObjectHeader {

    private static final int HANDLE_BITS = 32;

    /// The bits of a handle in a word, and of one that was read as an `int`. A constant for javac
    /// too.
    public static final long HANDLE_MASK = (1L << HANDLE_BITS) - 1;

    public static final BitField HANDLE = new BitField(0, HANDLE_BITS);
    public static final BitField SHAPE = HANDLE.followedBy(24);
    public static final BitField FLAGS = SHAPE.followedBy(8);

    /// The object's construction has ended; if its shape is immutable it will not change again.
    public static final long SEALED = FLAGS.with(1);

    /// The object is of a mutable shape and lives in a block that is never emptied by moving.
    public static final long MUTABLE = FLAGS.with(2);

    /// The object has blocks of its own.
    public static final long LARGE = FLAGS.with(8);

    /// The object is in the log of some mutator, which has written it since the last cycle began,
    /// or in the collector's own, which is to read it again in the next.
    public static final long LOGGED = FLAGS.with(16);

    public static final long KNOWN_FLAGS = SEALED | MUTABLE | LARGE | LOGGED;

    /// The most shapes a heap can have.
    public static final int MOST_SHAPES = (int) SHAPE.maximum();

    private static final int SHAPE_SHIFT = SHAPE.shift();
    private static final int SHAPE_MASK = (int) SHAPE.maximum();

    /// Where in the header its upper half lies, without the handle: shape and flags.
    public static final int UPPER_HALF = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 4 : 0;

    /// In [#shapeAndSealedOfHalf], the bit above the shape.
    private static final int SEALED_BIT = (int) (SEALED >>> SHAPE_SHIFT);

    private ObjectHeader() {}

    /// A header; `flags` are constants of this class.
    public static long of(long handle, int shape, long flags) {
        return handle | (long) shape << SHAPE_SHIFT | flags;
    }

    public static long handle(long header) {
        return header & HANDLE_MASK;
    }

    public static int shape(long header) {
        return (int) (header >>> SHAPE_SHIFT) & SHAPE_MASK;
    }

    /// The shape, of the half that lies at [#UPPER_HALF].
    public static int shapeOfHalf(int half) {
        return half & SHAPE_MASK;
    }

    /// The same, and above its bits one that says whether the object is sealed: equal to the shape
    /// if the object can be written for sure.
    public static int shapeAndSealedOfHalf(int half) {
        return half & (SHAPE_MASK | SEALED_BIT);
    }

    /// Whether the object is under construction: of an immutable shape, and not sealed.
    public static boolean isUnsealed(long header) {
        return (header & (SEALED | MUTABLE)) == 0;
    }

    /// Whether other objects may refer to this one.
    public static boolean isPublishable(long header) {
        return !isUnsealed(header);
    }
}
