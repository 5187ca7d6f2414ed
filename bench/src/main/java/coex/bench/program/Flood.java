package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.bench.subject.FloodKeys;
import coex.collections.json.JsonParser;
import coex.collections.json.JsonType;
import coex.collections.map.MapType;
import coex.collections.map.SetType;
import coex.collections.text.Strings;
import coex.collections.value.Primitive;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;

/// Times work with keys whose hashes are equal, with random ones, and the work of `java.util` with
/// keys whose hashes are equal there, in turn in one JVM. Each round makes the collection by single
/// updates and looks every key up.
///
/// Reports `WORK-flooded`, `WORK-random` and `WORK-java` in milliseconds, a sample for each round.
public final class Flood implements AutoCloseable {

    private static final int WARM_UP_ROUNDS = 3;
    private static final long MAXIMUM_BYTES = 2L << 30;

    private final Heap heap = Heap.open(HeapOptions.builder().maximumBytes(MAXIMUM_BYTES).build());
    private final Mutator mutator = heap.attach();
    private final MutatorContext context = ConcurrentHeap.contextOf(mutator);
    private final Frame frame = mutator.frame(2);
    private final Strings strings = Strings.of(heap);
    private final SetType sets = SetType.of(heap, strings);
    private final MapType maps = MapType.of(heap, Primitive.LONG, Primitive.LONG);
    private final JsonType json = JsonType.of(heap);
    private final JsonParser parser = new JsonParser(json);
    private final int rounds;

    private Flood(int rounds) {
        this.rounds = rounds;
    }

    /// Arguments: how many keys, and how many rounds are measured.
    static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        try (Flood flood = new Flood(Integer.parseInt(args[1]))) {
            List<String> texts = FloodKeys.texts(count);
            List<String> randomTexts = FloodKeys.randomTexts(count);
            List<String> javaTexts = FloodKeys.javaTexts(count);
            flood.measure(
                    "set-of-strings",
                    count,
                    () -> flood.setOf(texts),
                    () -> flood.setOf(randomTexts),
                    () -> javaSetOf(javaTexts));
            long[] words = FloodKeys.words(count);
            long[] randomWords = FloodKeys.randomWords(count);
            long[] javaWords = FloodKeys.javaWords(count);
            flood.measure(
                    "map-of-longs",
                    count,
                    () -> flood.mapOf(words),
                    () -> flood.mapOf(randomWords),
                    () -> javaMapOf(javaWords));
            byte[] text = objectOf(texts);
            byte[] randomText = objectOf(randomTexts);
            flood.measure(
                    "json",
                    count,
                    () -> flood.fieldsOf(text),
                    () -> flood.fieldsOf(randomText),
                    () -> javaSetOf(javaTexts));
        }
    }

    /// @param count what each must return
    private void measure(
            String work, int count, IntSupplier flooded, IntSupplier random, IntSupplier java) {
        double[][] samples = new double[3][rounds];
        IntSupplier[] all = {flooded, random, java};
        for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
            for (int i = 0; i < all.length; i++) {
                long began = System.nanoTime();
                int found = all[i].getAsInt();
                double millis = (System.nanoTime() - began) / 1e6;
                if (found != count) {
                    throw new IllegalStateException(
                            "wrong result: work=%s expected=%d found=%d"
                                    .formatted(work, count, found));
                }
                if (round >= 0) {
                    samples[i][round] = millis;
                }
            }
        }
        Figures.print(work + "-flooded", samples[0]);
        Figures.print(work + "-random", samples[1]);
        Figures.print(work + "-java", samples[2]);
    }

    private int setOf(List<String> texts) {
        frame.set(0, 0);
        for (String text : texts) {
            frame.set(0, sets.add(context, frame.get(0), strings.of(context, text)));
        }
        int found = 0;
        for (String text : texts) {
            found += sets.has(context, frame.get(0), strings.of(context, text)) ? 1 : 0;
        }
        return found;
    }

    private static int javaSetOf(List<String> texts) {
        Set<String> set = new HashSet<>();
        for (String text : texts) {
            set.add(new String(text.toCharArray())); // knows no hash yet
        }
        int found = 0;
        for (String text : texts) {
            found += set.contains(new String(text.toCharArray())) ? 1 : 0;
        }
        return found;
    }

    private int mapOf(long[] words) {
        frame.set(0, 0);
        for (long word : words) {
            frame.set(0, maps.set(context, frame.get(0), word, 1));
        }
        int found = 0;
        for (long word : words) {
            found += (int) maps.get(context, frame.get(0), word, 0);
        }
        return found;
    }

    private static int javaMapOf(long[] words) {
        Map<Long, Integer> map = new HashMap<>();
        for (long word : words) {
            map.put(word, 1);
        }
        int found = 0;
        for (long word : words) {
            found += map.get(word);
        }
        return found;
    }

    private static byte[] objectOf(List<String> names) {
        StringBuilder text = new StringBuilder("{");
        for (String name : names) {
            text.append(text.length() == 1 ? "\"" : ",\"").append(name).append("\":1");
        }
        return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    private int fieldsOf(byte[] text) {
        return json.length(context, parser.parse(context, text));
    }

    @Override
    public void close() {
        mutator.close();
        heap.close();
    }
}
