package coex.runtime.type;

import coex.gc.Shape;
import coex.gc.ShapeBuilder;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.invoke.VarHandle;

/// `atomic_int`, `atomic_float`, `atomic_bool` and `atomic_ref<T>`: cells that all who have the
/// handle share.
///
/// A cell is a mutable object with one word, or one reference to an optional. Any thread reads and
/// writes it at any time; operations are sequentially consistent, being compare-and-sets or
/// followed by a full fence.
public final class AtomicType extends IdentityType {

    private static final int CELL_BYTES = 16;

    /// What a reference cell holds; null if it holds a word.
    private final OptionalType content;

    private final int shape;
    private final long offset;

    AtomicType(Values values, String spelling, OptionalType content) {
        super(values, spelling);
        this.content = content;
        ShapeBuilder builder = values.heap().shape(values.shapeName(spelling)).mutable();
        Shape built =
                (content == null ? builder.longField("value") : builder.reference("value")).build();
        this.shape = built.id();
        this.offset = built.field("value").offset();
    }

    public boolean holdsReference() {
        return content != null;
    }

    /// A new cell. A safepoint; it keeps the content.
    public long create(MutatorContext mutator, long bits) {
        try (RootFrame kept = RootFrame.slots(mutator, 1)) {
            kept.set(0, content == null ? 0 : bits);
            long cell = mutator.allocator().allocate(shape, CELL_BYTES, ObjectHeader.MUTABLE);
            store(mutator, cell, bits);
            return cell;
        }
    }

    /// The value. The fence keeps the read behind this thread's earlier stores to other cells,
    /// which compare-and-set and acquire alone do not.
    public long load(MutatorContext mutator, long cell) {
        VarHandle.fullFence();
        return peek(mutator, cell);
    }

    private long peek(MutatorContext mutator, long cell) {
        long address = mutator.address(cell) + offset;
        return content == null
                ? Memory.getLongAcquire(address)
                : Integer.toUnsignedLong(Memory.getIntAcquire(address));
    }

    public void store(MutatorContext mutator, long cell, long bits) {
        swap(mutator, cell, bits);
    }

    /// Stores a value and returns the one before.
    public long swap(MutatorContext mutator, long cell, long bits) {
        while (true) {
            long old = peek(mutator, cell);
            if (replace(mutator, cell, old, bits)) {
                return old;
            }
        }
    }

    private boolean replace(MutatorContext mutator, long cell, long old, long bits) {
        long object = mutator.address(cell);
        return content == null
                ? Memory.compareAndSetLong(object + offset, old, bits)
                : mutator.compareAndSetReference(object, object + offset, old, bits);
    }

    /// Stores a value if the cell has an expected one. References are the same if they are the same
    /// object; numbers in boxes if they are equal.
    public boolean compareAndSwap(MutatorContext mutator, long cell, long expected, long bits) {
        while (true) {
            long old = peek(mutator, cell);
            if (!isSame(mutator, old, expected)) {
                return false;
            }
            if (replace(mutator, cell, old, bits)) {
                return true;
            }
        }
    }

    private boolean isSame(MutatorContext mutator, long old, long expected) {
        return old == expected
                || content != null
                        && !content.value().isReference()
                        && content.equal(mutator, old, expected);
    }

    /// Adds to an int and returns what it was.
    public static long fetchAdd(MutatorContext mutator, long cell, long change) {
        long address = mutator.address(cell) + Shape.HEADER_BYTES;
        while (true) {
            long old = Memory.getLongAcquire(address);
            if (Memory.compareAndSetLong(address, old, old + change)) {
                return old;
            }
        }
    }
}
