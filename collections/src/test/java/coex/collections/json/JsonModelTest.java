package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.ValidationReport;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/// Random programs on json agree with `java.util` models, all versions kept stay what they were,
/// text made of a value gives the value back, and equal values are equal however they came about.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class JsonModelTest {

    private static final int VERSIONS = 12;

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void everyVersionAgreesWithItsModel(TestHeaps given) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        try (Heap heap = Heap.open(given.options())) {
            new Run(heap, seed).steps(given == TestHeaps.PLAIN ? 600 : 150);
            ValidationReport report = heap.validate();
            assertThat(report.isValid()).as(report.toString()).isTrue();
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed + " case=" + given, e);
        }
    }

    /// One random program.
    private static final class Run {
        private final Random random;
        private final JsonTexts texts;
        private final JsonType type;
        private final JsonValues values;
        private final JsonParser parser;
        private final JsonWriter writer;
        private final MutatorContext mutator;
        private final Frame versions;
        private final List<Object> models = new ArrayList<>();

        Run(Heap heap, long seed) {
            random = new Random(seed);
            texts = new JsonTexts(random);
            Mutator checked = heap.attach();
            mutator = ConcurrentHeap.contextOf(checked);
            type = JsonType.of(heap);
            values = new JsonValues(mutator, type);
            parser = new JsonParser(type);
            writer = new JsonWriter(type);
            versions = checked.frame(VERSIONS);
            for (int i = 0; i < VERSIONS; i++) {
                models.add(null);
            }
        }

        void steps(int count) {
            for (int step = 0; step < count; step++) {
                int to = random.nextInt(VERSIONS);
                step(random.nextInt(VERSIONS), to);
                check(to);
                for (int version = 0; version < VERSIONS; version++) {
                    Object found = values.toJava(versions.get(version));
                    assertThat(Objects.equals(found, models.get(version)))
                            .as("step=%d version=%d", step, version)
                            .isTrue();
                }
            }
        }

        private void put(int slot, long json, Object model) {
            versions.set(slot, json);
            models.set(slot, model);
        }

        private void step(int from, int to) {
            switch (random.nextInt(10)) {
                case 0 -> parse(to, fresh(3));
                case 1 -> {
                    Object model = fresh(2);
                    put(to, values.of(model), model);
                }
                case 2 -> parse(to, models.get(from));
                case 3 -> nested(from, to);
                case 4 -> element(from, random.nextInt(VERSIONS), to);
                case 5, 6 -> remove(from, to);
                default -> fields(from, random.nextInt(VERSIONS), to);
            }
        }

        /// A value, most often one that can change.
        private Object fresh(int depth) {
            return switch (random.nextInt(6)) {
                case 0 -> texts.value(depth);
                case 1, 2 -> texts.array(depth);
                default -> texts.object(depth);
            };
        }

        private void parse(int to, Object model) {
            byte[] text = texts.loosely(model).getBytes(StandardCharsets.UTF_8);
            if (random.nextBoolean()) {
                put(to, parser.parse(mutator, text), model);
            } else {
                long string = type.strings().of(mutator, text, 0, text.length);
                put(to, parser.parse(mutator, string), model);
            }
        }

        /// Takes a part of a value out.
        private void nested(int from, int to) {
            long json = versions.get(from);
            if (models.get(from) instanceof List<?> list && !list.isEmpty()) {
                int at = random.nextInt(list.size());
                put(to, type.element(mutator, json, at), list.get(at));
            } else if (models.get(from) instanceof Map<?, ?> map && !map.isEmpty()) {
                String name = (String) any(map);
                long part = type.field(mutator, json, type.strings().of(mutator, name));
                put(to, part, map.get(name));
            }
        }

        private Object any(Map<?, ?> map) {
            return map.keySet().stream().skip(random.nextInt(map.size())).findFirst().orElseThrow();
        }

        private static boolean isLarge(Object model) {
            return JsonTexts.compact(model).length() > 20_000;
        }

        private void element(int from, int source, int to) {
            long json = versions.get(from);
            Object part = isLarge(models.get(source)) ? null : models.get(source);
            long bits = part == null ? 0 : versions.get(source);
            if (models.get(from) instanceof List<?> list) {
                List<Object> changed = new ArrayList<>(list);
                int at = random.nextInt(list.size() + 2) - 1;
                if (random.nextBoolean()) {
                    changed.add(part);
                    put(to, type.append(mutator, json, bits), changed);
                } else if (at >= 0 && at < list.size()) {
                    changed.set(at, part);
                    put(to, type.withElement(mutator, json, at, bits), changed);
                } else {
                    assertThat(type.withElement(mutator, json, at, bits)).isEqualTo(json);
                }
            } else {
                assertThat(type.append(mutator, json, bits)).isEqualTo(json);
                assertThat(type.withElement(mutator, json, 0, bits)).isEqualTo(json);
            }
        }

        /// Sets one field, or several that make an object grow over its borders.
        private void fields(int from, int source, int to) {
            Object part = isLarge(models.get(source)) ? null : models.get(source);
            put(source, part == null ? 0 : versions.get(source), part);
            long json = versions.get(from);
            if (!(models.get(from) instanceof Map<?, ?> map)) {
                long name = type.strings().of(mutator, "n1");
                assertThat(type.withField(mutator, json, name, 0)).isEqualTo(json);
                return;
            }
            Map<String, Object> changed = copy(map);
            put(to, json, changed);
            for (int i = random.nextInt(3) == 0 ? random.nextInt(40) : 0; i >= 0; i--) {
                String name = texts.name(map.size());
                Object value = i == 0 && source != to ? part : (Object) (long) i;
                changed.put(name, value);
                long string = type.strings().of(mutator, name);
                int frame = mutator.stack().push(1);
                mutator.stack().setTop(mutator.stack().base(frame), string);
                long bits = i == 0 && source != to ? versions.get(source) : type.ofLong(mutator, i);
                mutator.popTo(frame);
                versions.set(to, type.withField(mutator, versions.get(to), string, bits));
            }
        }

        private static Map<String, Object> copy(Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, value) -> copy.put((String) name, value));
            return copy;
        }

        private void remove(int from, int to) {
            if (!(models.get(from) instanceof Map<?, ?> map)) {
                long name = type.strings().of(mutator, "n1");
                long json = versions.get(from);
                assertThat(type.withoutField(mutator, json, name)).isEqualTo(json);
                return;
            }
            Map<String, Object> changed = copy(map);
            put(to, versions.get(from), changed);
            for (int i = random.nextInt(3) == 0 ? random.nextInt(60) : 0; i >= 0; i--) {
                String name = changed.isEmpty() || i % 5 == 4 ? "none" : (String) any(changed);
                changed.remove(name);
                long string = type.strings().of(mutator, name);
                versions.set(to, type.withoutField(mutator, versions.get(to), string));
            }
        }

        // Checking

        private void check(int version) {
            Object model = models.get(version);
            long json = versions.get(version);
            Object found = values.toJava(json);
            assertThat(found).isEqualTo(model);
            String text = JsonTexts.compact(model);
            assertThat(JsonTexts.compact(found)).isEqualTo(text); // the order too
            int bytes = writer.write(mutator, json);
            assertThat(new String(writer.bytes(), 0, bytes, StandardCharsets.UTF_8))
                    .isEqualTo(text);
            int spaces = random.nextInt(5);
            bytes = writer.write(mutator, json, spaces);
            assertThat(new String(writer.bytes(), 0, bytes, StandardCharsets.UTF_8))
                    .isEqualTo(JsonTexts.pretty(model, spaces));
            checkLists(json, model);
            checkEqual(json, model, random.nextInt(VERSIONS));
        }

        private void checkLists(long json, Object model) {
            List<String> names = new ArrayList<>();
            List<Object> parts = new ArrayList<>();
            if (model instanceof Map<?, ?> map) {
                map.forEach((name, part) -> names.add((String) name));
                parts.addAll(map.values());
            }
            int slots = mutator.stack().push(2);
            int base = mutator.stack().base(slots);
            mutator.stack().set(base, type.keys(mutator, json));
            mutator.stack().set(base + 1, type.values(mutator, json));
            List<String> foundNames = new ArrayList<>();
            long keys = mutator.stack().get(base);
            type.nameLists()
                    .forEach(
                            mutator,
                            keys,
                            name -> foundNames.add(type.strings().toJava(mutator, name)));
            List<Object> foundParts = new ArrayList<>();
            long list = mutator.stack().get(base + 1);
            type.lists().forEach(mutator, list, part -> foundParts.add(values.toJava(part)));
            mutator.popTo(slots);
            assertThat(foundNames).isEqualTo(names);
            assertThat(foundParts).isEqualTo(parts);
            if (json != 0 && model instanceof Map<?, ?>) {
                assertThat(type.hasField(mutator, json, type.strings().of(mutator, "none")))
                        .isFalse();
            }
        }

        private void checkEqual(long json, Object model, int other) {
            boolean equal = type.equal(mutator, json, versions.get(other));
            assertThat(equal).isEqualTo(Objects.equals(model, models.get(other)));
            if (equal) {
                assertThat(type.hash(mutator, json))
                        .isEqualTo(type.hash(mutator, versions.get(other)));
            }
            if (!isLarge(model)) {
                long again = values.of(model);
                assertThat(type.equal(mutator, versions.get(models.indexOf(model)), again))
                        .isTrue();
                assertThat(type.hash(mutator, again))
                        .isEqualTo(type.hash(mutator, versions.get(models.indexOf(model))));
            }
        }
    }
}
