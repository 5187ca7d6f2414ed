package coex.runtime.type;

import coex.collections.convert.SetConversions;
import coex.collections.json.JsonKind;
import coex.collections.list.ListBuilder;
import coex.collections.map.SetType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// `Set<T>`.
public final class SetValueType extends DelegatingType {

    private final RuntimeType of;
    private final SetType sets;
    private final SetConversions conversions;

    SetValueType(Values values, RuntimeType of) {
        super(values, "Set<" + of.spelling() + ">", SetType.of(values.heap(), of.element()));
        this.of = of;
        this.sets = (SetType) element();
        this.conversions = SetConversions.of(values.heap(), of.element());
    }

    public SetType sets() {
        return sets;
    }

    public SetConversions conversions() {
        return conversions;
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        int start = out.append('{').count();
        sets.forEach(
                mutator,
                bits,
                (element, _) -> {
                    if (out.count() > start) {
                        out.append(", ");
                    }
                    of.write(mutator, element, out, true);
                    out.pause(mutator);
                });
        out.append('}');
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        try (ListBuilder builder = values().json().lists().builder()) {
            builder.start(mutator);
            sets.forEach(mutator, bits, (element, _) -> builder.add(of.toJson(mutator, element)));
            return values().json().ofList(mutator, builder.finish());
        }
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        if (values().json().kind(mutator, json) != JsonKind.ARRAY) {
            throw cannotBe(mutator, json);
        }
        long elements = values().json().toList(mutator, json);
        long[] set = {0};
        try (RootFrame kept = RootFrame.slots(mutator, 1)) {
            values().json()
                    .lists()
                    .forEach(
                            mutator,
                            elements,
                            element -> {
                                set[0] = sets.add(mutator, set[0], of.fromJson(mutator, element));
                                kept.set(0, set[0]);
                                mutator.poll(); // equal elements make no objects
                            });
        }
        return set[0];
    }
}
