package coex.runtime.type;

import coex.collections.convert.SetConversions;
import coex.collections.list.BitsVisitor;
import coex.collections.map.SetType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// `Set<T>`.
public final class SetValueType extends ElementsType {

    private final SetType sets;
    private final SetConversions conversions;

    SetValueType(Values values, RuntimeType of) {
        super(values, "Set", of, SetType.of(values.heap(), of.element()), "{}");
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
    void forEach(MutatorContext mutator, long bits, BitsVisitor visitor) {
        sets.forEach(mutator, bits, (element, _) -> visitor.visit(element));
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        long elements = elementsOf(mutator, json);
        long[] set = {0};
        try (RootFrame kept = RootFrame.slots(mutator, 1)) {
            values().json()
                    .lists()
                    .forEach(
                            mutator,
                            elements,
                            element -> {
                                set[0] = sets.add(mutator, set[0], of().fromJson(mutator, element));
                                kept.set(0, set[0]);
                                mutator.poll(); // equal elements make no objects
                            });
        }
        return set[0];
    }
}
