package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.json.JsonSamples.Jackson;
import coex.collections.json.JsonSamples.Sample;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// The parser agrees with Jackson, set to be strict, on what is JSON and on what it means; but for
/// what [JsonSamples] names, and ints beyond 64 bits, which are floats here.
class JsonJacksonTest {

    private final JsonMapper jackson =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(JsonParser.DEEPEST)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private Heap heap;
    private MutatorContext mutator;
    private JsonType type;
    private JsonParser parser;
    private JsonValues values;

    @BeforeEach
    void openHeap() {
        heap = Heap.open(HeapOptions.builder().hugePages(false).maximumBytes(256 << 20).build());
        mutator = ConcurrentHeap.contextOf(heap.attach());
        type = JsonType.of(heap);
        parser = new JsonParser(type);
        values = new JsonValues(mutator, type);
    }

    @AfterEach
    void closeHeap() {
        heap.close();
    }

    static List<Sample> samples() {
        return JsonSamples.all();
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("samples")
    void aTextIsJsonHereAndThereOrAsTheSampleSays(Sample sample) {
        assertThat(isJson(sample.bytes())).as(sample.toString()).isEqualTo(sample.isJson());
        assertThat(isJsonToJackson(sample.bytes()))
                .as(sample.toString())
                .isEqualTo(sample.isJson() || sample.jackson() == Jackson.ACCEPTS);
        if (sample.isJson()) {
            compare(sample.bytes());
        }
    }

    private boolean isJson(byte[] text) {
        boolean isJson = parser.isJson(mutator, type.strings().of(mutator, text, 0, text.length));
        try {
            parser.parse(mutator, text);
            assertThat(isJson).isTrue();
        } catch (JsonSyntaxException e) {
            assertThat(isJson).isFalse();
        }
        return isJson;
    }

    private boolean isJsonToJackson(byte[] text) {
        try {
            return !jackson.readTree(text).isMissingNode();
        } catch (JacksonException e) {
            return false;
        }
    }

    @Test
    void randomTextsMeanTheSame() {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        JsonTexts texts = new JsonTexts(new Random(seed));
        try {
            for (int i = 0; i < 400; i++) {
                compare(texts.loosely(texts.value(4)).getBytes(StandardCharsets.UTF_8));
            }
        } catch (AssertionError e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed, e);
        }
    }

    private void compare(byte[] text) {
        Object ours = values.toJava(parser.parse(mutator, text));
        Object theirs = toJava(jackson.readTree(text));
        assertThat(ours).isEqualTo(theirs);
        assertThat(JsonTexts.compact(ours)).isEqualTo(JsonTexts.compact(theirs)); // the order too
    }

    private static Object toJava(JsonNode node) {
        return switch (node.getNodeType()) {
            case NULL -> null;
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> {
                boolean whole = node.isIntegralNumber() && node.canConvertToLong();
                yield whole ? (Object) node.longValue() : (Object) node.doubleValue();
            }
            case STRING -> node.stringValue();
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                node.forEach(element -> list.add(toJava(element)));
                yield list;
            }
            case OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                node.properties()
                        .forEach(field -> map.put(field.getKey(), toJava(field.getValue())));
                yield map;
            }
            default -> throw new AssertionError("a node of another kind: node=" + node);
        };
    }
}
