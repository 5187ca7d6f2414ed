package coex.collections.list;

import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

/// What lists and arrays have in common, so that one test fits both.
interface Sequences {

    ValueType type();

    int length(long sequence);

    long get(long sequence, long index);

    long set(long sequence, long index, long bits);

    long append(long sequence, long bits);

    long slice(long sequence, long from, long to);

    long setSlice(long sequence, long from, long to, long source);

    long of(long[] bits);

    /// To the other kind and back.
    long converted(long sequence);

    void copyOut(long sequence, int index, long[] target, int from, int count);

    void forEach(long sequence, BitsVisitor visitor);

    void assertInvariants(long sequence);

    static Sequences lists(MutatorContext mutator, ListType type, ArrayType arrays) {
        return new Sequences() {
            @Override
            public ValueType type() {
                return type;
            }

            @Override
            public int length(long list) {
                return type.length(mutator, list);
            }

            @Override
            public long get(long list, long index) {
                return type.get(mutator, list, index);
            }

            @Override
            public long set(long list, long index, long bits) {
                return type.set(mutator, list, index, bits);
            }

            @Override
            public long append(long list, long bits) {
                return type.append(mutator, list, bits);
            }

            @Override
            public long slice(long list, long from, long to) {
                return type.slice(mutator, list, from, to);
            }

            @Override
            public long setSlice(long list, long from, long to, long source) {
                return type.setSlice(mutator, list, from, to, source);
            }

            @Override
            public long of(long[] bits) {
                return type.of(mutator, bits, 0, bits.length);
            }

            @Override
            public long converted(long list) {
                return arrays.toList(mutator, type, arrays.ofList(mutator, type, list));
            }

            @Override
            public void copyOut(long list, int index, long[] target, int from, int count) {
                type.copyOut(mutator, list, index, target, from, count);
            }

            @Override
            public void forEach(long list, BitsVisitor visitor) {
                type.forEach(mutator, list, visitor);
            }

            @Override
            public void assertInvariants(long list) {
                ListChecks.assertInvariants(mutator, type, list);
            }
        };
    }

    static Sequences arrays(MutatorContext mutator, ArrayType type, ListType lists) {
        return new Sequences() {
            @Override
            public ValueType type() {
                return type;
            }

            @Override
            public int length(long array) {
                return type.length(mutator, array);
            }

            @Override
            public long get(long array, long index) {
                return type.get(mutator, array, index);
            }

            @Override
            public long set(long array, long index, long bits) {
                return type.set(mutator, array, index, bits);
            }

            @Override
            public long append(long array, long bits) {
                return type.append(mutator, array, bits);
            }

            @Override
            public long slice(long array, long from, long to) {
                return type.slice(mutator, array, from, to);
            }

            @Override
            public long setSlice(long array, long from, long to, long source) {
                return type.setSlice(mutator, array, from, to, source);
            }

            @Override
            public long of(long[] bits) {
                return type.of(mutator, bits, 0, bits.length);
            }

            @Override
            public long converted(long array) {
                return type.ofList(mutator, lists, type.toList(mutator, lists, array));
            }

            @Override
            public void copyOut(long array, int index, long[] target, int from, int count) {
                type.copyOut(mutator, array, index, target, from, count);
            }

            @Override
            public void forEach(long array, BitsVisitor visitor) {
                type.forEach(mutator, array, visitor);
            }

            @Override
            public void assertInvariants(long array) {
                ListChecks.assertArrayInvariants(mutator, type, array);
            }
        };
    }
}
