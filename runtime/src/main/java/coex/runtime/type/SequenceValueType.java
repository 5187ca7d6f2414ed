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
            long list = builder.finish();
            return sequences instanceof ArrayType arrays
                    ? arrays.ofList(mutator, lists, list)
                    : list;
        }
    }
}
