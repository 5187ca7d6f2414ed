package coex.runtime.type;

import coex.collections.json.JsonKind;
import coex.collections.list.BitsVisitor;
import coex.collections.list.ListBuilder;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

import java.util.List;

/// Lists, arrays and sets: values made of elements of one type. As json, an array.
abstract class ElementsType extends DelegatingType {

    private final RuntimeType of;
    private final char opening;
    private final char closing;

    /// @param of the type of the elements
    /// @param brackets around them in texts
    ElementsType(Values values, String name, RuntimeType of, ValueType element, String brackets) {
        super(values, name + "<" + of.spelling() + ">", element);
        this.of = of;
        this.opening = brackets.charAt(0);
        this.closing = brackets.charAt(1);
    }

    public final RuntimeType of() {
        return of;
    }

    /// Gives all elements to `visitor`, which may come to safepoints if the value is rooted.
    abstract void forEach(MutatorContext mutator, long bits, BitsVisitor visitor);

    @Override
    final List<RuntimeType> parts() {
        return List.of(of);
    }

    @Override
    final boolean holdsNan(NanSearch search, long bits) {
        boolean[] found = {false};
        forEach(
                search.mutator(),
                bits,
                element -> {
                    found[0] = found[0] || of.holdsNan(search, element);
                    search.rest();
                });
        return found[0];
    }

    @Override
    public final void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        int start = out.append(opening).count();
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
        out.append(closing);
    }

    @Override
    public final long toJson(MutatorContext mutator, long bits) {
        try (ListBuilder builder = values().json().lists().builder()) {
            builder.start(mutator);
            forEach(mutator, bits, element -> builder.add(of.toJson(mutator, element)));
            return values().json().ofList(mutator, builder.finish());
        }
    }

    /// The elements of a json array, as a list of json.
    final long elementsOf(MutatorContext mutator, long json) {
        if (values().json().kind(mutator, json) != JsonKind.ARRAY) {
            throw cannotBe(mutator, json);
        }
        return values().json().toList(mutator, json);
    }
}
