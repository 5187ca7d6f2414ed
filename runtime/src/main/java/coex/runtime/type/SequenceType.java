package coex.runtime.type;

import coex.collections.json.JsonKind;
import coex.collections.list.ArrayType;
import coex.collections.list.BitsVisitor;
import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.value.Pause;
import coex.collections.value.ValueType;
import coex.gc.Kind;
import coex.gc.mutator.MutatorContext;

/// `List<T>` and `Array<T>`.
public final class SequenceType extends RuntimeType {

    private final RuntimeType of;
    private final ListType lists;
    private final ArrayType arrays;
    private final boolean isList;

    private SequenceType(Values values, RuntimeType of, boolean isList) {
        super(values, (isList ? "List<" : "Array<") + of.spelling() + ">");
        this.of = of;
        this.lists = ListType.of(values.heap(), of.element());
        this.arrays = ArrayType.of(values.heap(), of.element());
        this.isList = isList;
    }

    static SequenceType ofLists(Values values, RuntimeType element) {
        return new SequenceType(values, element, true);
    }

    static SequenceType ofArrays(Values values, RuntimeType element) {
        return new SequenceType(values, element, false);
    }

    public RuntimeType of() {
        return of;
    }

    @Override
    public Kind kind() {
        return Kind.REFERENCE;
    }

    /// The operations: a [ListType] or an [ArrayType].
    @Override
    public ValueType element() {
        return isList ? lists : arrays;
    }

    @Override
    public int hash(MutatorContext mutator, long bits) {
        return element().hash(mutator, bits);
    }

    @Override
    public int hash(MutatorContext mutator, long bits, int parts) {
        return element().hash(mutator, bits, parts);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        return element().equal(mutator, first, second);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return element().equal(mutator, first, second, pause);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return element().compare(mutator, first, second, pause);
    }

    private void forEach(MutatorContext mutator, long sequence, BitsVisitor visitor) {
        if (isList) {
            lists.forEach(mutator, sequence, visitor);
        } else {
            arrays.forEach(mutator, sequence, visitor);
        }
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        int start = out.append('[').count();
        forEach(
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
            forEach(mutator, bits, element -> builder.add(of.toJson(mutator, element)));
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
            return isList ? list : arrays.ofList(mutator, lists, list);
        }
    }
}
