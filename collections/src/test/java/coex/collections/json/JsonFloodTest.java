package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.CollidingKeys;
import coex.collections.list.TestHeaps;
import coex.collections.value.Pause;
import coex.collections.value.ValueStack;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// JSON texts whose names were chosen to do harm.
class JsonFloodTest {

    private static final int COUNT = 3_000;

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final Mutator checked = heap.attach();
    private final MutatorContext mutator = ConcurrentHeap.contextOf(checked);
    private final Frame frame = checked.frame(3);
    private final JsonType json = JsonType.of(heap);
    private final JsonParser parser = new JsonParser(json);
    private final JsonWriter writer = new JsonWriter(json);

    @AfterEach
    void close() {
        heap.close();
    }

    private long parsed(String text) {
        return parser.parse(mutator, text.getBytes(StandardCharsets.UTF_8));
    }

    private String written(long value) {
        return json.strings().toJava(mutator, writer.compact(mutator, value));
    }

    private static String object(List<String> names) {
        StringBuilder text = new StringBuilder("{");
        for (String name : names) {
            text.append(text.length() == 1 ? "\"" : ",\"").append(name).append("\":");
            text.append(name.hashCode());
        }
        return text.append('}').toString();
    }

    @Test
    void anObjectOfNamesWithEqualHashesKeepsItsFieldsInOrder() {
        List<String> names = CollidingKeys.texts(COUNT);
        String text = object(names);
        frame.set(0, parsed(text));
        assertThat(written(frame.get(0))).isEqualTo(text);
        for (String name : names) {
            long handle = json.strings().of(mutator, name);
            assertThat(written(json.field(mutator, frame.get(0), handle)))
                    .isEqualTo("" + name.hashCode());
        }
        List<String> mixed = new ArrayList<>(names);
        Collections.shuffle(mixed, new Random(5));
        frame.set(1, parsed(object(mixed)));
        assertThat(json.equal(mutator, frame.get(0), frame.get(1))).isTrue();
        assertThat(json.compare(mutator, frame.get(0), frame.get(1), Pause.POLL)).isZero();
        for (String name : mixed.subList(0, COUNT / 2)) {
            frame.set(2, json.strings().of(mutator, name));
            frame.set(1, json.withoutField(mutator, frame.get(1), frame.get(2)));
        }
        assertThat(written(frame.get(1))).isEqualTo(object(mixed.subList(COUNT / 2, COUNT)));
        String twice = text.substring(0, text.length() - 1) + "," + text.substring(1);
        frame.set(1, parsed(twice));
        assertThat(written(frame.get(1))).isEqualTo(text);
    }

    /// Names that the cache of the parser cannot tell apart by their hashes: `Aa` and `BB` count
    /// the same.
    private static List<String> namesOfTheCache(int bits) {
        List<String> names = List.of("");
        for (int i = 0; i < bits; i++) {
            List<String> longer = new ArrayList<>();
            for (String name : names) {
                longer.add(name + "Aa");
                longer.add(name + "BB");
            }
            names = longer;
        }
        return names;
    }

    @Test
    void namesThatCollideInTheCacheAreReadAsOthersAre() {
        List<String> names = namesOfTheCache(9);
        int hash = hash(names.getFirst());
        assertThat(names).hasSize(512).allMatch(name -> hash(name) == hash);
        StringBuilder text = new StringBuilder("[");
        for (int size : new int[] {3, 31, 32, 33, 34, 60, 200, 512}) {
            text.append(object(names.subList(0, size))).append(',');
            text.append(object(names.subList(512 - size, 512))).append(',');
        }
        text.append("null]");
        frame.set(0, parsed(text.toString()));
        assertThat(written(frame.get(0))).isEqualTo(text.toString());
        frame.set(0, parsed("[{\"%s\":1,\"%1$s\":2}]".formatted(names.get(100))));
        assertThat(written(frame.get(0))).isEqualTo("[{\"%s\":2}]".formatted(names.get(100)));
    }

    private static int hash(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return ParseCache.hash(bytes, 0, bytes.length);
    }

    @Test
    void theCacheHasNoRoomForNamesThatWouldBeLookedForLong() {
        ParseCache cache = new ParseCache(heap);
        ValueStack stack = new ValueStack();
        stack.open(mutator);
        stack.push(0);
        List<String> names = namesOfTheCache(6);
        int added = 0;
        for (String name : names) {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            if (cache.hasRoomFor(bytes.length, hash(name))) {
                long string = json.strings().of(mutator, name);
                cache.add(mutator, stack, bytes, 0, bytes.length, hash(name), string);
                added++;
            }
        }
        assertThat(added).isEqualTo(ParseCache.MOST_PROBES);
        for (int i = 0; i < names.size(); i++) {
            byte[] bytes = names.get(i).getBytes(StandardCharsets.UTF_8);
            int found = cache.find(bytes, 0, bytes.length, hash(names.get(i)));
            assertThat(found).isEqualTo(i < added ? i : ParseCache.NONE);
        }
        stack.close();
    }
}
