package coex.collections.map;

import coex.collections.CollidingKeys;
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
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.util.function.IntUnaryOperator;

/// Numbered values of one type, with the hashes a test wants: words made to have them, or objects
/// that say what their hash is.
abstract class TestKeys {

    /// How hashes are spread over the keys.
    enum Spread {
        EVEN(Hashing::ofWord),
        /// Alike in the first 20 bits.
        LATE(number -> 0x9ABCD000 | number * 7 & 0xFFF),
        /// Different only in the two bits of the last digit, or not at all.
        LAST(number -> 0x7654_3210 | number & 3),
        /// Five hashes in all.
        FEW(number -> Hashing.ofWord(number % 5)),
        /// All alike.
        ONE(_ -> 0xF0F0_F0F0);

        private final IntUnaryOperator hash;

        Spread(IntUnaryOperator hash) {
            this.hash = hash;
        }
    }

    /// The bits of a key. Equal keys need not have the same bits.
    abstract long bits(int number);

    abstract ValueType type();

    /// The number of the key with these bits.
    abstract int number(MutatorContext mutator, long bits);

    static TestKeys words(Spread spread) {
        return new TestKeys() {
            @Override
            long bits(int number) {
                return CollidingKeys.wordWithHash(spread.hash.applyAsInt(number), number);
            }

            @Override
            ValueType type() {
                return Primitive.LONG;
            }

            @Override
            int number(MutatorContext mutator, long bits) {
                long mixed = (bits ^ (bits >>> 32)) * 0x9E37_79B9_7F4A_7C15L;
                return (int) ((mixed ^ (mixed >>> 29)) * 0xBF58_476D_1CE4_E5B9L);
            }
        };
    }

    /// Objects, two for each number, kept by `frame`, which has twice `count` slots.
    static TestKeys objects(Heap heap, Mutator mutator, Frame frame, Spread spread, int count) {
        String name = "Key-" + spread + "-" + count;
        Shape shape = heap.shape(name).longField("number").intField("hash").build();
        Field numberField = shape.field("number");
        Field hashField = shape.field("hash");
        for (int i = 0; i < 2 * count; i++) {
            long handle = mutator.allocate(shape);
            mutator.setLong(handle, numberField, i / 2);
            mutator.setInt(handle, hashField, spread.hash.applyAsInt(i / 2));
            mutator.seal(handle);
            frame.set(i, handle);
        }
        return new TestKeys() {
            private int toggle;

            @Override
            long bits(int number) {
                return frame.get(2 * number + (toggle++ & 1));
            }

            @Override
            ValueType type() {
                return new ObjectType(numberField.offset(), hashField.offset());
            }

            @Override
            int number(MutatorContext context, long bits) {
                return (int) Memory.getLong(context.address(bits) + numberField.offset());
            }
        };
    }

    private record ObjectType(int numberOffset, int hashOffset) implements ValueType {

        @Override
        public Storage storage() {
            return Storage.REFERENCE;
        }

        @Override
        public int hash(MutatorContext mutator, long bits) {
            return Memory.getInt(mutator.address(bits) + hashOffset);
        }

        @Override
        public boolean equal(MutatorContext mutator, long first, long second) {
            return Memory.getLong(mutator.address(first) + numberOffset)
                    == Memory.getLong(mutator.address(second) + numberOffset);
        }

        @Override
        public int compare(MutatorContext mutator, long first, long second, Pause pause) {
            return Long.compare(
                    Memory.getLong(mutator.address(first) + numberOffset),
                    Memory.getLong(mutator.address(second) + numberOffset));
        }
    }
}
