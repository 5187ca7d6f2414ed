package coex.runtime.type;

import coex.collections.convert.MapConversions;
import coex.collections.json.JsonKind;
import coex.collections.json.JsonObjectBuilder;
import coex.collections.json.JsonType;
import coex.collections.map.MapType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.util.List;

/// `Map<K, V>`.
public final class MapValueType extends DelegatingType {

    private final RuntimeType key;
    private final RuntimeType value;
    private final MapType maps;
    private final MapConversions conversions;

    MapValueType(Values values, RuntimeType key, RuntimeType value) {
        super(
                values,
                "Map<" + key.spelling() + ", " + value.spelling() + ">",
                MapType.of(values.heap(), key.element(), value.element()));
        this.key = key;
        this.value = value;
        this.maps = (MapType) element();
        this.conversions = MapConversions.of(values.heap(), key.element(), value.element());
    }

    public MapType maps() {
        return maps;
    }

    public MapConversions conversions() {
        return conversions;
    }

    @Override
    List<RuntimeType> parts() {
        return List.of(key, value);
    }

    @Override
    boolean holdsNan(NanSearch search, long bits) {
        boolean[] found = {false};
        maps.forEach(
                search.mutator(),
                bits,
                (keyBits, valueBits) -> {
                    found[0] =
                            found[0]
                                    || key.holdsNan(search, keyBits)
                                    || value.holdsNan(search, valueBits);
                    search.rest();
                });
        return found[0];
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        int start = out.append('{').count();
        maps.forEach(
                mutator,
                bits,
                (keyBits, valueBits) -> {
                    if (out.count() > start) {
                        out.append(", ");
                    }
                    key.write(mutator, keyBits, out, true);
                    out.append(": ");
                    value.write(mutator, valueBits, out, true);
                    out.pause(mutator);
                });
        out.append('}');
    }

    private boolean hasNames() {
        return key instanceof StringType;
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        if (!hasNames()) {
            throw notJson();
        }
        try (JsonObjectBuilder builder = new JsonObjectBuilder(values().json())) {
            builder.start(mutator);
            maps.forEach(
                    mutator,
                    bits,
                    (name, valueBits) -> builder.put(name, value.toJson(mutator, valueBits)));
            return builder.finish();
        }
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        JsonType jsons = values().json();
        if (!hasNames() || jsons.kind(mutator, json) != JsonKind.OBJECT) {
            throw cannotBe(mutator, json);
        }
        try (RootFrame kept = RootFrame.slots(mutator, 2)) {
            long names = jsons.keys(mutator, json);
            kept.set(0, names);
            long map = 0;
            int count = jsons.nameLists().length(mutator, names);
            for (int i = 0; i < count; i++) {
                long name = jsons.nameLists().get(mutator, names, i);
                long part = jsons.field(mutator, json, name);
                long bits =
                        value.partFromJson(
                                mutator,
                                part,
                                () ->
                                        "[\"%s\"]"
                                                .formatted(
                                                        values().strings().toJava(mutator, name)));
                map = maps.set(mutator, map, name, bits);
                kept.set(1, map);
            }
            return map;
        }
    }
}
