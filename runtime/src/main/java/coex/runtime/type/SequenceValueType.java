package coex.runtime.type;

import coex.collections.json.JsonKind;
import coex.collections.list.ArrayType;
import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.list.SequenceType;
import coex.gc.mutator.MutatorContext;

/// `List<T>` and `Array<T>`.
public final class SequenceValueType extends DelegatingType {

    private final RuntimeType of;
    private final ListType lists;
    private final SequenceType sequences;

    private SequenceValueType(
            Values values, String name, RuntimeType of, SequenceType sequences, ListType lists) {
        super(values, name + "<" + of.spelling() + ">", sequences);
        this.of = of;
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

    public RuntimeType of() {
        return of;
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        int start = out.append('[').count();
        sequences.forEach(
                mutator,
                bits,
                element -> {
                    if (out.count() > start) {
                        out.append(", ");
                    }
                    of.write(mutator, element, out, true);
                    out.pause(mutator);
                });
        out.append(']');
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        try (ListBuilder builder = values().json().lists().builder()) {
            builder.start(mutator);
            sequences.forEach(mutator, bits, element -> builder.add(of.toJson(mutator, element)));
            return values().json().ofList(mutator, builder.finish());
        }
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        if (values().json().kind(mutator, json) != JsonKind.ARRAY) {
            throw cannotBe(mutator, json);
        }
        long elements = values().json().toList(mutator, json);
        try (ListBuilder builder = lists.builder()) {
            builder.start(mutator);
            values().json()
                    .lists()
                    .forEach(
                            mutator,
                            elements,
                            element -> builder.add(of.fromJson(mutator, element)));
            long list = builder.finish();
            return sequences instanceof ArrayType arrays
                    ? arrays.ofList(mutator, lists, list)
                    : list;
        }
    }
}
