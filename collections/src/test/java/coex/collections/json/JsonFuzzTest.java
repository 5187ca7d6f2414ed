package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/// Whatever is done to a text, the parser gives a value or its own error, and leaves nothing
/// behind. A value it gives can be written, and what is written means the same.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class JsonFuzzTest {

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void brokenTextsGiveNothingButSyntaxErrors(TestHeaps given) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        Random random = new Random(seed);
        try (Heap heap = Heap.open(given.options())) {
            MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
            JsonType type = JsonType.of(heap);
            JsonParser parser = new JsonParser(type);
            JsonWriter writer = new JsonWriter(type);
            JsonTexts texts = new JsonTexts(random);
            int accepted = 0;
            int rounds = given == TestHeaps.PLAIN ? 15_000 : 500;
            byte[] text = {};
            for (int i = 0; i < rounds; i++) {
                if (i % 10 == 0) {
                    text = texts.loosely(texts.value(3)).getBytes(StandardCharsets.UTF_8);
                }
                byte[] broken = broken(random, text);
                try {
                    long json = parser.parse(mutator, broken);
                    checkRoundTrip(mutator, parser, writer, json);
                    accepted++;
                } catch (JsonSyntaxException e) {
                    assertThat(e.line()).isPositive();
                    assertThat(e.column()).isBetween(1, broken.length + 1);
                }
                assertThat(mutator.stack().depth()).isZero();
            }
            assertThat(accepted).isBetween(rounds / 100, rounds - rounds / 100);
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed + " case=" + given, e);
        }
    }

    /// What was written is read back as the same. The exception is -0.0, which is written as `-0`
    /// and read as the integer 0.
    private static void checkRoundTrip(
            MutatorContext mutator, JsonParser parser, JsonWriter writer, long json) {
        int frame = mutator.stack().push(1);
        mutator.stack().setTop(mutator.stack().base(frame), json);
        byte[] written = written(mutator, writer, json);
        byte[] twice = written(mutator, writer, parser.parse(mutator, written));
        if (!Arrays.equals(twice, written)) {
            assertThat(new String(written, StandardCharsets.UTF_8)).contains("-0");
            byte[] again = written(mutator, writer, parser.parse(mutator, twice));
            assertThat(again).isEqualTo(twice);
        }
        mutator.popTo(frame);
    }

    private static byte[] written(MutatorContext mutator, JsonWriter writer, long json) {
        int bytes = writer.write(mutator, json);
        return Arrays.copyOf(writer.bytes(), bytes);
    }

    private static byte[] broken(Random random, byte[] text) {
        byte[] broken = text.clone();
        for (int times = random.nextInt(3); times >= 0 && broken.length > 0; times--) {
            int at = random.nextInt(broken.length);
            switch (random.nextInt(6)) {
                case 0 -> broken[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> broken = Arrays.copyOf(broken, at);
                case 2 -> broken = Arrays.copyOfRange(broken, at, broken.length);
                case 3 -> broken = splice(random, broken, at, text);
                case 4 -> broken[at] = (byte) "[]{}:,\"\\0eE.-+tfn \n".charAt(random.nextInt(19));
                default -> {
                    int to = random.nextInt(broken.length);
                    byte kept = broken[at];
                    broken[at] = broken[to];
                    broken[to] = kept;
                }
            }
        }
        return broken;
    }

    /// Puts a piece of one text into another.
    private static byte[] splice(Random random, byte[] into, int at, byte[] from) {
        int first = random.nextInt(from.length);
        int end = first + random.nextInt(Math.min(40, from.length - first));
        byte[] spliced = Arrays.copyOf(into, into.length + end - first);
        System.arraycopy(from, first, spliced, at, end - first);
        System.arraycopy(into, at, spliced, at + end - first, into.length - at);
        return spliced;
    }
}
