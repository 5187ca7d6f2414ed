package coex.runtime.type;

import coex.collections.json.JsonKind;
import coex.collections.json.JsonType;
import coex.collections.list.ListBuilder;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.ConversionException;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A tuple; as json, an array.
final class TupleType extends StructuredType {

    private final ObjectFields fields;

    TupleType(Values values, List<RuntimeType> elements) {
        super(
                values,
                elements.stream()
                        .map(RuntimeType::spelling)
                        .collect(Collectors.joining(", ", "(", ")")));
        this.fields =
                ObjectFields.of(
                        values,
                        spelling(),
                        IntStream.range(0, elements.size()).mapToObj(Integer::toString).toList(),
                        elements);
    }

    ObjectFields fields() {
        return fields;
    }

    ObjectLayout layout() {
        return fields.layout();
    }

    @Override
    public int estimatedBytes() {
        return fields.layout().types().stream().mapToInt(RuntimeType::estimatedBytes).sum();
    }

    @Override
    public int hash(MutatorContext mutator, long bits, int parts) {
        return bits == 0 ? 0 : fields.hash(mutator, bits, parts);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return first == second
                || first != 0 && second != 0 && fields.equal(mutator, first, second, pause);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second || first == 0 || second == 0) {
            return Long.compare(first, second); // nil is 0
        }
        return fields.compare(mutator, first, second, pause);
    }

    @Override
    List<RuntimeType> parts() {
        return fields.layout().types();
    }

    @Override
    boolean holdsNan(NanSearch search, long bits) {
        return bits != 0 && fields.holdNan(search, bits);
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        if (bits == 0) {
            out.append("nil");
            return;
        }
        out.append('(');
        fields.write(mutator, bits, out, false);
        out.append(')');
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        if (bits == 0) {
            return 0;
        }
        try (ListBuilder builder = values().json().lists().builder()) {
            builder.start(mutator);
            for (int i = 0; i < fields.count(); i++) {
                builder.add(fields.type(i).toJson(mutator, fields.get(mutator, bits, i)));
            }
            return values().json().ofList(mutator, builder.finish());
        }
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        JsonType jsons = values().json();
        requireFits(mutator, json);
        long[] bits = new long[fields.count()];
        try (RootFrame kept = RootFrame.slots(mutator, bits.length)) {
            for (int i = 0; i < bits.length; i++) {
                int index = i;
                long part = jsons.element(mutator, json, i);
                bits[i] = fields.type(i).partFromJson(mutator, part, () -> "[" + index + "]");
                if (fields.type(i).isReference()) {
                    kept.set(i, bits[i]);
                }
            }
            return fields.make(mutator, bits);
        }
    }

    /// @throws ConversionException if a json is no array of as many elements
    void requireFits(MutatorContext mutator, long json) {
        JsonType jsons = values().json();
        if (jsons.kind(mutator, json) != JsonKind.ARRAY
                || jsons.length(mutator, json) != fields.count()) {
            throw cannotBe(mutator, json);
        }
    }
}
