package coex.collections.list;

import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

/// Elements of a test: small numbers as values of some type. Objects are boxes, equal by their
/// contents.
public final class TestElements {

    public enum Kind {
        LONG,
        DOUBLE,
        BYTE,
        BOOLEAN,
        BOX,
        LIST
    }

    private static final int KEPT = 64;

    private final Kind kind;
    private final Mutator checked;
    private final MutatorContext mutator;
    private final Shape box;
    private final Field value;
    private final Frame kept;
    private final ListType inner;

    public TestElements(Heap heap, Mutator checked, Kind kind) {
        this.kind = kind;
        this.checked = checked;
        this.mutator = ConcurrentHeap.contextOf(checked);
        this.box = heap.shape("Box").longField("value").build();
        this.value = box.field("value");
        this.inner = ListType.of(heap, Primitive.BYTE);
        this.kept = checked.frame(KEPT);
        if (isObject()) {
            for (int i = 0; i < KEPT; i++) {
                kept.set(i, fresh(i));
            }
        }
    }

    private TestElements(TestElements other, Mutator checked) {
        this.kind = other.kind;
        this.checked = checked;
        this.mutator = ConcurrentHeap.contextOf(checked);
        this.box = other.box;
        this.value = other.value;
        this.inner = other.inner;
        this.kept = null;
    }

    /// The same elements for another thread, which has no kept ones.
    public TestElements on(Mutator other) {
        return new TestElements(this, other);
    }

    public ValueType type() {
        return switch (kind) {
            case LONG -> Primitive.LONG;
            case DOUBLE -> Primitive.DOUBLE;
            case BYTE -> Primitive.BYTE;
            case BOOLEAN -> Primitive.BOOLEAN;
            case BOX -> new BoxType();
            case LIST -> inner;
        };
    }

    private boolean isObject() {
        return kind == Kind.BOX || kind == Kind.LIST;
    }

    /// The value that stands for a number: those of few bits have few.
    public int normal(int number) {
        return switch (kind) {
            case LONG, DOUBLE -> number;
            case BYTE -> number & 0xFF;
            case BOOLEAN -> number & 1;
            case BOX, LIST -> number % KEPT;
        };
    }

    /// Bits of a number: if that is an object a new one, which nobody keeps. A safepoint.
    public long fresh(int number) {
        int normal = normal(number);
        return switch (kind) {
            case LONG -> normal * 0x1_2345_6789_ABCDL;
            case DOUBLE -> Double.doubleToRawLongBits(normal / 3.0);
            case BYTE, BOOLEAN -> normal;
            case BOX -> {
                long handle = checked.allocate(box);
                checked.setLong(handle, value, normal);
                checked.seal(handle);
                yield handle;
            }
            case LIST -> inner.append(mutator, 0, normal);
        };
    }

    /// Bits of a number, kept alive.
    public long kept(int number) {
        return isObject() ? kept.get(normal(number)) : fresh(number);
    }

    public int number(long bits) {
        return switch (kind) {
            case LONG -> (int) (bits / 0x1_2345_6789_ABCDL);
            case DOUBLE -> (int) Math.round(Double.longBitsToDouble(bits) * 3);
            case BYTE, BOOLEAN -> (int) bits;
            case BOX -> (int) checked.getLong(bits, value);
            case LIST -> (int) inner.get(mutator, bits, 0);
        };
    }

    private final class BoxType implements ValueType {

        @Override
        public Storage storage() {
            return Storage.REFERENCE;
        }

        @Override
        public int hash(MutatorContext by, long bits) {
            return Hashing.ofWord(checked.getLong(bits, value));
        }

        @Override
        public boolean equal(MutatorContext by, long first, long second) {
            return checked.getLong(first, value) == checked.getLong(second, value);
        }

        @Override
        public int compare(MutatorContext by, long first, long second, Pause pause) {
            return Long.compare(checked.getLong(first, value), checked.getLong(second, value));
        }
    }
}
