package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ShadowStack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Json in the heap from Java objects, and back.
final class JsonValues {

    private final MutatorContext mutator;
    private final JsonType type;

    JsonValues(MutatorContext mutator, JsonType type) {
        this.mutator = mutator;
        this.type = type;
    }

    // Making

    /// The json of a Java object, made from the inside out by builders and single steps.
    long of(Object value) {
        return switch (value) {
            case null -> 0;
            case Boolean bool -> type.ofBoolean(mutator, bool);
            case Long number -> type.ofLong(mutator, number);
            case Double number -> type.ofDouble(mutator, number);
            case String string -> type.ofString(mutator, type.strings().of(mutator, string));
            case List<?> list -> ofList(list);
            case Map<?, ?> map -> map.size() % 2 == 0 ? byBuilder(map) : bySteps(map);
            default -> throw new IllegalArgumentException("no json: value=" + value);
        };
    }

    private long ofList(List<?> list) {
        ShadowStack stack = mutator.stack();
        int frame = stack.push(1);
        int base = stack.base(frame);
        stack.set(base, type.ofList(mutator, 0));
        for (Object element : list) {
            long json = of(element);
            stack.set(base, type.append(mutator, stack.get(base), json));
        }
        long array = stack.get(base);
        mutator.popTo(frame);
        return array;
    }

    private long bySteps(Map<?, ?> map) {
        ShadowStack stack = mutator.stack();
        int frame = stack.push(2);
        int base = stack.base(frame);
        stack.set(base, type.emptyObject(mutator));
        for (var field : map.entrySet()) {
            stack.set(base + 1, of(field.getValue()));
            long name = type.strings().of(mutator, (String) field.getKey());
            long value = stack.get(base + 1);
            long before = stack.get(base);
            stack.set(base, type.withField(mutator, before, name, value));
        }
        long object = stack.get(base);
        mutator.popTo(frame);
        return object;
    }

    private long byBuilder(Map<?, ?> map) {
        try (JsonObjectBuilder builder = new JsonObjectBuilder(type)) {
            builder.start(mutator);
            for (var field : map.entrySet()) {
                int frame = mutator.stack().push(1);
                int base = mutator.stack().base(frame);
                mutator.stack().set(base, of(field.getValue()));
                long name = type.strings().of(mutator, (String) field.getKey());
                long value = mutator.stack().get(base);
                mutator.popTo(frame);
                builder.put(name, value);
            }
            return builder.finish();
        }
    }

    // Looking

    /// The Java object of a json, read with the operations of the type; its invariants hold.
    Object toJava(long json) {
        return switch (type.kind(mutator, json)) {
            case NULL -> null;
            case BOOL -> type.toBoolean(mutator, json);
            case INT -> type.toLong(mutator, json);
            case FLOAT -> type.toDouble(mutator, json);
            case STRING -> type.strings().toJava(mutator, type.toString(mutator, json));
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                for (int i = 0; i < type.length(mutator, json); i++) {
                    list.add(toJava(type.element(mutator, json, i)));
                }
                yield list;
            }
            case OBJECT -> fields(json);
        };
    }

    private Map<String, Object> fields(long json) {
        Map<String, Object> map = new LinkedHashMap<>();
        int positions = type.objects().positions(mutator, mutator.address(json));
        for (int i = 0; i < positions; i++) {
            long value = type.objects().valueAt(mutator, mutator.address(json), i);
            if (!type.objects().isHole(value)) {
                long name = type.objects().nameAt(mutator, mutator.address(json), i);
                assertThat(type.hasField(mutator, json, name)).isTrue();
                assertThat(type.field(mutator, json, name)).isEqualTo(value);
                map.put(type.strings().toJava(mutator, name), toJava(value));
            }
        }
        assertThat(type.length(mutator, json)).isEqualTo(map.size());
        assertThat(positions).isLessThanOrEqualTo(2 * Math.max(map.size(), 1));
        if (map.size() <= JsonShapes.MOST_SLIM) {
            assertThat(positions).isEqualTo(map.size());
        }
        return map;
    }
}
