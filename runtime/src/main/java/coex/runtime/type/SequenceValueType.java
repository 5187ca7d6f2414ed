package coex.runtime.type;

import coex.collections.list.ArrayType;
import coex.collections.list.BitsVisitor;
import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.list.SequenceType;
import coex.gc.mutator.MutatorContext;

/// `List<T>` and `Array<T>`.
public final class SequenceValueType extends ElementsType {

    private final ListType lists;
    private final SequenceType sequences;

    private SequenceValueType(
            Values values, String name, RuntimeType of, SequenceType sequences, ListType lists) {
        super(values, name, of, sequences, "[]");
        this.lists = lists;
        this.sequences = sequences;
    }

    static SequenceValueType ofLists(Values values, RuntimeType element) {
        ListType lists = ListType.of(values.heap(), element.element());
        return new SequenceValueType(values, "List", element, lists, lists);
    }

    static SequenceValueType ofArrays(Values values, RuntimeType element) {
        ListType lists = ListType.of(values.heap(), element.element());
        ArrayType arrays = ArrayType.of(values.heap(), element.element());
        return new SequenceValueType(values, "Array", element, arrays, lists);
    }

    int length(MutatorContext mutator, long bits) {
        return sequences.length(mutator, bits);
    }

    long get(MutatorContext mutator, long bits, int index) {
        return sequences.get(mutator, bits, index);
    }

    /// Copies the elements from `index` on to the beginning of a Java array.
    void copyOut(MutatorContext mutator, long bits, int index, long[] target, int count) {
        sequences.copyOut(mutator, bits, index, target, 0, count);
    }

    /// What values are made with, which are lists first.
    ListType lists() {
        return lists;
    }

    /// The value that has the elements of a list. A safepoint; it keeps the list.
    long ofList(MutatorContext mutator, long list) {
        return sequences instanceof ArrayType arrays ? arrays.ofList(mutator, lists, list) : list;
    }

    @Override
    void forEach(MutatorContext mutator, long bits, BitsVisitor visitor) {
        sequences.forEach(mutator, bits, visitor);
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        long elements = elementsOf(mutator, json);
        int[] index = {0};
        try (ListBuilder builder = lists.builder()) {
            builder.start(mutator);
            values().json()
                    .lists()
                    .forEach(
                            mutator,
                            elements,
                            element -> {
                                builder.add(
                                        of().partFromJson(
                                                        mutator,
                                                        element,
                                                        () -> "[" + index[0] + "]"));
                                index[0]++;
                            });
            return ofList(mutator, builder.finish());
        }
    }
}
