package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.JvmGarbage;
import coex.collections.list.TestHeaps;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Operations on json make nothing in the JVM, and objects share what they can.
class JsonAllocationTest {

    private static final int ROUNDS = 20_000;

    @Tag(JvmGarbage.TAG)
    @Test
    void operationsAllocateNothingInTheJvm() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options());
                Frame frame = heap.attach().frame(3)) {
            MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
            JsonType type = JsonType.of(heap);
            JsonWriter writer = new JsonWriter(type);
            JsonParser parser = new JsonParser(type);
            byte[] text =
                    "{\"a\":1,\"b\":[1,2,3],\"c\":\"text\",\"d\":{\"a\":2.5,\"b\":true}}"
                            .getBytes(StandardCharsets.UTF_8);
            frame.set(0, parser.parse(mutator, text));
            frame.set(1, type.strings().of(mutator, "b"));
            frame.set(2, parser.parse(mutator, text));
            long json = frame.get(0);
            long name = frame.get(1);
            long again = frame.get(2);
            long array = type.field(mutator, json, name);
            List<JvmGarbage.Operation> looking =
                    List.of(
                            () -> type.field(mutator, json, name),
                            () -> type.hasField(mutator, json, name) ? 1 : 0,
                            () -> type.toLong(mutator, type.element(mutator, array, 1)),
                            () -> type.length(mutator, json),
                            () -> type.kind(mutator, array).ordinal(),
                            () -> type.equal(mutator, json, again) ? 1 : 0,
                            () -> type.hash(mutator, json),
                            () -> writer.write(mutator, json));
            for (int i = 0; i < looking.size(); i++) {
                assertThat(JvmGarbage.ofEach(ROUNDS, 1, looking.get(i)))
                        .as("looking %d", i)
                        .isLessThan(1);
            }
            List<JvmGarbage.Operation> making =
                    List.of(
                            () -> type.ofLong(mutator, 5),
                            () -> type.withField(mutator, json, name, 0),
                            () -> type.withoutField(mutator, json, name),
                            () -> type.append(mutator, array, 0),
                            () -> type.withElement(mutator, array, 0, 0),
                            () -> parser.parse(mutator, text));
            for (int i = 0; i < making.size(); i++) {
                // What the collector makes now and then is counted too.
                assertThat(JvmGarbage.ofEach(ROUNDS, 16, making.get(i)))
                        .as("making %d", i)
                        .isLessThan(16);
            }
        }
    }

    @Test
    void aRecordTakesLittleMoreThanItsValues() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
            JsonParser parser = new JsonParser(JsonType.of(heap));
            int records = 10_000;
            StringBuilder text = new StringBuilder("[");
            for (int i = 0; i < records; i++) {
                text.append("{\"name\":null,\"size\":").append(i).append(",\"used\":true},");
            }
            byte[] utf8 = text.append("0]").toString().getBytes(StandardCharsets.UTF_8);
            parser.parse(mutator, utf8);
            long before = mutator.allocator().bytes();
            parser.parse(mutator, utf8);
            long each = (mutator.allocator().bytes() - before) / records;
            assertThat(each).isLessThanOrEqualTo(32 + 16 + 4 + 2); // object, int, place in the list
        }
    }
}
