package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapStats;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A JSON report is one document, and says the same as the text report.
class JsonReportsTest {

    private final SampleHeap sample = new SampleHeap();
    private final HeapReports reports = sample.reports();

    @AfterEach
    void closeHeap() {
        sample.close();
    }

    @Test
    void statisticsHoldEveryFigureOfTheHeap() {
        HeapStats stats = sample.heap.stats();
        JsonNode read = Written.json(reports.stats());
        Map<String, Long> figures = new HashMap<>();
        for (JsonNode group : read) {
            if (group.isObject() && group != read.get("detached")) {
                group.properties()
                        .forEach(
                                figure -> figures.put(figure.getKey(), figure.getValue().asLong()));
            }
        }
        assertThat(figures).isEqualTo(ExpectedFigures.of(stats));
        assertThat(read.get("report").asString()).isEqualTo("stats");
        assertThat(read.get("heap").asString()).isEqualTo("sample");
        assertThat(read.get("last_cycle_cause").asString()).isEqualTo("REQUEST");
        assertThat(read.get("by_thread")).hasSize(2);
        assertThat(read.at("/by_thread/0/thread").asString()).isEqualTo("main");
        assertThat(read.at("/by_thread/0/allocations").asLong())
                .isEqualTo(stats.mutators().getFirst().allocations());
    }

    @Test
    void theHeapListsTheSameObjectsAsTheText() {
        for (int verbosity = 0; verbosity <= 2; verbosity++) {
            Report report = reports.heap(verbosity);
            ParsedReports.HeapDump text = ParsedReports.heap(Written.text(report), verbosity);
            JsonNode read = Written.json(report);
            assertThat(read.get("heap_size").asLong()).isEqualTo(text.size());
            assertThat(read.get("heap_used").asLong()).isEqualTo(text.used());
            assertThat(read.get("free_blocks").asLong()).isEqualTo(text.freeBlocks());
            assertThat(read.get("largest_free").asLong()).isEqualTo(text.largestFree());
            assertThat(read.path("objects")).hasSize(text.objects().size());
            for (int i = 0; i < text.objects().size(); i++) {
                ParsedReports.Listed object = text.objects().get(i);
                JsonNode found = read.at("/objects/" + i);
                assertThat(found.get("handle").asLong()).isEqualTo(object.handle());
                assertThat(found.get("type").asString()).isEqualTo(object.type());
                assertThat(found.get("size").asLong()).isEqualTo(object.size());
                assertThat(found.get("address").asString())
                        .isEqualTo("0x" + Long.toHexString(object.address()));
                assertThat(found.path("contents").asString("").length())
                        .isEqualTo(2 * object.bytes().length);
                assertThat(found.path("more_bytes").asLong(0)).isEqualTo(object.moreBytes());
            }
        }
    }

    @Test
    void theHandleTableSaysTheSameAsTheText() {
        ParsedReports.Table text = ParsedReports.table(Written.text(reports.handleTable(2)), 2);
        JsonNode read = Written.json(reports.handleTable(2));
        assertThat(read.get("table_size").asLong()).isEqualTo(text.figures().get("size"));
        assertThat(read.get("handles_in_use").asLong()).isEqualTo(text.figures().get("in use"));
        assertThat(read.get("handles_free").asLong()).isEqualTo(text.figures().get("free"));
        assertThat(read.get("handles_retired").asLong()).isEqualTo(text.figures().get("retired"));
        assertThat(read.get("handles_set_aside").asLong())
                .isEqualTo(text.figures().get("set aside"));
        assertThat(read.get("next_bump_alloc").asLong()).isEqualTo(text.figures().get("next"));
        assertThat(read.get("in_use")).hasSize(7);
        assertThat(read.at("/free/entries").asLong())
                .isEqualTo(text.chains().get("Free").entries());
        assertThat(read.at("/retired/first_runs/0/first").asLong())
                .isEqualTo(text.chains().get("Retired").head());
        assertThat(read.at("/set_aside/runs").asLong())
                .isEqualTo(text.chains().get("Set-aside").runCount());
    }

    @Test
    void shadowStacksSayTheSameAsTheText() {
        ParsedReports.Stacks text = ParsedReports.stacks(Written.text(reports.shadowStacks()));
        JsonNode read = Written.json(reports.shadowStacks());
        assertThat(read.get("registered_threads").asLong()).isEqualTo(2);
        for (int i = 0; i < 2; i++) {
            ParsedReports.Stack stack = text.stacks().get(i);
            JsonNode found = read.at("/threads/" + i);
            assertThat(found.get("thread").asString()).isEqualTo(stack.thread());
            assertThat(found.get("stack_depth").asLong()).isEqualTo(stack.depth());
            assertThat(found.get("watermark").asLong()).isEqualTo(stack.watermark());
            assertThat(found.get("frames")).hasSize(stack.frames().size());
            for (int frame = 0; frame < stack.frames().size(); frame++) {
                List<Long> handles =
                        found.at("/frames/" + frame + "/handles")
                                .valueStream()
                                .map(JsonNode::asLong)
                                .toList();
                assertThat(handles).isEqualTo(stack.frames().get(frame));
            }
        }
    }

    @Test
    void anObjectsFieldsKeepTheirTypes() {
        JsonNode read = Written.json(reports.object(sample.grace));
        assertThat(read.get("type").asString()).isEqualTo("Person");
        assertThat(read.get("size").asLong()).isEqualTo(sample.person.fixedBytes());
        assertThat(read.at("/header/flag_names/0").asString()).isEqualTo("mutable");
        Map<String, JsonNode> fields = new HashMap<>();
        read.get("fields").forEach(field -> fields.put(field.get("name").asString(), field));
        assertThat(fields.get("name").get("value").asLong()).isEqualTo(sample.longText);
        assertThat(fields.get("name").at("/target/text").asString()).isEqualTo("x".repeat(64));
        assertThat(fields.get("friend").at("/target/type").asString()).isEqualTo("Person");
        assertThat(fields.get("id").get("value").asLong()).isEqualTo(Long.MIN_VALUE + 85);
        assertThat(fields.get("height").get("value").asString()).isEqualTo("NaN");
        assertThat(fields.get("rank").get("value").asInt()).isEqualTo(-1);
        assertThat(fields.get("active").get("value").asBoolean()).isTrue();
        JsonNode ada = Written.json(reports.object(sample.ada));
        assertThat(ada.at("/fields/5/value").asDouble()).isEqualTo(1.65);
    }

    @Test
    void textsKeepEveryCharacter() {
        JsonNode read = Written.json(reports.object(sample.greeting));
        assertThat(read.get("text").asString()).isEqualTo(SampleHeap.GREETING);
        assertThat(read.get("more_bytes").asLong()).isZero();
    }

    @Test
    void validationListsTheErrors() {
        assertThat(Written.json(reports.validation()).get("valid").asBoolean()).isTrue();
        try (var _ = new Corruption(sample)) {
            JsonNode read = Written.json(reports.validation());
            assertThat(read.get("valid").asBoolean()).isFalse();
            assertThat(read.get("error_count").asLong()).isEqualTo(4);
            assertThat(read.at("/errors/0/check").asString()).isEqualTo("HEADER_SHAPE");
            assertThat(read.at("/errors/0/handle").asLong()).isEqualTo(sample.grace);
        }
    }

    @Test
    void anObjectOfNoKnownShapeIsListedWithoutAType() {
        try (var _ = new Corruption(sample)) {
            JsonNode read = Written.json(reports.heap(1)).at("/objects/4");
            assertThat(read.get("type").isNull()).isTrue();
            assertThat(read.get("type_id").asInt()).isEqualTo(Corruption.NO_SHAPE);
            ParsedReports.HeapDump text = ParsedReports.heap(Written.text(reports.heap(1)), 1);
            assertThat(text.objects().get(4).type()).isEqualTo("invalid(999)");
            ParsedReports.ObjectDump dump =
                    ParsedReports.object(Written.text(reports.object(sample.grace)));
            assertThat(dump.head()).containsEntry("Type", "invalid(999) (id=999)");
            assertThat(dump.fields()).isEmpty();
        }
    }

    @Test
    void fragmentationAndCensusSayTheSameAsTheText() {
        JsonNode free = Written.json(reports.fragmentation());
        ParsedReports.Fragmentation text =
                ParsedReports.fragmentation(Written.text(reports.fragmentation()));
        assertThat(free.get("free").asLong()).isEqualTo(text.free());
        assertThat(free.get("largest_allocation").asLong()).isEqualTo(text.largest());
        assertThat(free.get("largest_allocation_after_growth").asLong())
                .isEqualTo(text.afterGrowth());
        assertThat(free.get("recommendation").asString()).isEqualTo(text.recommendation());
        assertThat(free.get("distribution").valueStream().map(b -> b.get("blocks").asLong()))
                .isEqualTo(text.blocks());
        JsonNode census = Written.json(reports.census());
        ParsedReports.Census kinds = ParsedReports.census(Written.text(reports.census()));
        assertThat(census.get("object_count").asLong()).isEqualTo(kinds.objects());
        assertThat(census.get("byte_count").asLong()).isEqualTo(kinds.bytes());
        assertThat(census.get("shapes").valueStream().map(k -> k.get("type").asString()))
                .isEqualTo(kinds.kinds().stream().map(ParsedReports.Kind::type).toList());
    }

    @Test
    void aDocumentEndsWithItsLine() throws IOException {
        StringBuilder out = new StringBuilder();
        reports.heap(2).writeJson(out);
        assertThat(out.toString()).startsWith("{").endsWith("}\n");
    }
}
