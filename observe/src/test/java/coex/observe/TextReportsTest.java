package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.HeapStats;
import coex.gc.Kind;
import coex.gc.MutatorStats;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;
import coex.gc.mutator.MutatorContext;
import coex.observe.ParsedReports.Chain;
import coex.observe.ParsedReports.Listed;
import coex.observe.ParsedReports.Slot;
import coex.observe.ParsedReports.ValueLine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/// A tool that reads a text report finds in it what the heap says of itself.
class TextReportsTest {

    private final SampleHeap sample = new SampleHeap();
    private final HeapReports reports = sample.reports();

    @AfterEach
    void closeHeap() {
        sample.close();
    }

    @Test
    void statisticsHoldEveryFigureOfTheHeap() {
        HeapStats stats = sample.heap.stats();
        ParsedReports.Stats read = ParsedReports.stats(Written.text(reports.stats()));
        assertThat(read.heap()).isEqualTo("sample");
        assertThat(read.kind()).isEqualTo("FULL");
        assertThat(read.cause()).isEqualTo(stats.collection().lastCause().name());
        assertThat(read.figures()).isEqualTo(ExpectedFigures.of(stats));
        assertThat(read.threads())
                .extracting(ParsedReports.Thread::name)
                .containsExactly("main", "worker");
        for (int i = 0; i < 2; i++) {
            MutatorStats mutator = stats.mutators().get(i);
            assertThat(read.threads().get(i).figures())
                    .containsEntry("allocations", mutator.allocations())
                    .containsEntry("bytes", mutator.bytesAllocated())
                    .containsEntry("stack_depth", mutator.stackDepth())
                    .containsEntry("max_stack_depth", mutator.maximumStackDepth());
        }
    }

    @Test
    void statisticsSayWhichKindTheLastCycleWas() {
        try (Heap heap = Heap.open(TracedHeaps.mostlyYoung().build())) {
            Report stats = HeapReports.of(heap).stats();
            assertThat(ParsedReports.stats(Written.text(stats)).kind()).isEqualTo("none");
            TracedHeaps.fill(heap, 4, 1 << 10, heap::collect);
            long old = heap.stats().collection().bytesMarked();
            TracedHeaps.fill(heap, 6, 1 << 10, ConcurrentHeap.of(heap)::collectAsBest);
            ParsedReports.Stats read = ParsedReports.stats(Written.text(stats));
            assertThat(read.kind()).isEqualTo("YOUNG");
            assertThat(read.figures())
                    .containsEntry("collections_completed", 2L)
                    .containsEntry("young_collections_completed", 1L)
                    .containsEntry("objects_marked_last_cycle", 3L)
                    .containsEntry("bytes_old", old + old / 2 * 3);
            assertThat(Written.json(stats).get("last_cycle_kind").asString()).isEqualTo("YOUNG");
        }
    }

    @Test
    void theHeapListsEveryObject() {
        HeapStats stats = sample.heap.stats();
        for (int verbosity = 0; verbosity <= 2; verbosity++) {
            ParsedReports.HeapDump read =
                    ParsedReports.heap(Written.text(reports.heap(verbosity)), verbosity);
            assertThat(read.size()).isEqualTo(stats.now().heapBytes());
            assertThat(read.used()).isEqualTo(stats.now().heapUsed());
            assertThat(read.freeBlocks()).isEqualTo(stats.fragmentation().freeRuns());
            assertThat(read.largestFree()).isEqualTo(stats.fragmentation().largestFreeBytes());
            if (verbosity > 0) {
                assertThat(read.total()).isEqualTo(7);
                assertThat(read.listed()).isEqualTo(7);
                assertThat(read.listedBytes()).isEqualTo(stats.now().heapUsed());
                assertThat(read.objects())
                        .extracting(Listed::handle)
                        .containsExactly(
                                sample.greeting,
                                sample.longText,
                                sample.some,
                                sample.ada,
                                sample.grace,
                                sample.people,
                                sample.strange);
                assertThat(read.objects())
                        .extracting(Listed::type)
                        .containsExactly(
                                "String",
                                "String",
                                "Numbers",
                                "Person",
                                "Person",
                                "List",
                                "odd, \"name\"");
            }
        }
    }

    @Test
    void theBytesOfAnObjectAreItsContents() {
        ParsedReports.HeapDump read = ParsedReports.heap(Written.text(reports.heap(2)), 2);
        Listed numbers = read.objects().get(2);
        assertThat(numbers.size()).isEqualTo(sample.numbers.arrayBytes(150));
        assertThat(numbers.bytes()).hasSize(256);
        assertThat(numbers.moreBytes()).isEqualTo(numbers.size() - 256);
        ByteBuffer bytes = ByteBuffer.wrap(numbers.bytes()).order(ByteOrder.nativeOrder());
        assertThat(bytes.getInt(8)).isEqualTo(150);
        assertThat(bytes.getLong(sample.numbers.fixedBytes() + 8 * 7))
                .isEqualTo(SampleHeap.number(7));
    }

    @Test
    void theHandleTableListsWhatIsInUseAndWhatIsNot() {
        HeapStats.Now now = sample.heap.stats().now();
        for (int verbosity = 0; verbosity <= 2; verbosity++) {
            ParsedReports.Table read =
                    ParsedReports.table(Written.text(reports.handleTable(verbosity)), verbosity);
            assertThat(read.figures())
                    .isEqualTo(
                            Map.of(
                                    "size", now.tableHandles(),
                                    "in use", now.handlesInUse(),
                                    "set aside", now.handlesInUse() - 7,
                                    "free", now.handlesFree(),
                                    "retired", now.handlesRetired(),
                                    "next", 64L));
            assertThat(read.slots()).hasSize(verbosity == 0 ? 0 : 7);
            assertThat(read.chains()).hasSize(verbosity == 2 ? 3 : 0);
        }
    }

    @Test
    void theHandleTableAndTheHeapAgreeOnAddresses() {
        ParsedReports.Table table = ParsedReports.table(Written.text(reports.handleTable(1)), 1);
        ParsedReports.HeapDump heap = ParsedReports.heap(Written.text(reports.heap(1)), 1);
        assertThat(table.slots())
                .extracting(Slot::handle, Slot::address, Slot::type)
                .containsExactlyElementsOf(
                        heap.objects().stream()
                                .map(
                                        o ->
                                                org.assertj.core.groups.Tuple.tuple(
                                                        o.handle(), o.address(), o.type()))
                                .toList());
    }

    @Test
    void runsOfHandlesCoverTheWholeTable() {
        HeapStats.Now now = sample.heap.stats().now();
        Map<String, Chain> chains =
                ParsedReports.table(Written.text(reports.handleTable(2)), 2).chains();
        assertThat(chains.get("Free").entries()).isEqualTo(now.handlesFree());
        assertThat(chains.get("Retired").entries()).isEqualTo(now.handlesRetired()).isEqualTo(2);
        assertThat(chains.get("Set-aside").entries()).isEqualTo(now.handlesInUse() - 7);
        assertThat(chains.get("Free").runs()).last().asString().endsWith("-1023");
        for (Chain chain : chains.values()) {
            assertThat(chain.runs().getFirst()).startsWith(Long.toString(chain.head()));
            assertThat(chain.cut()).isEqualTo(chain.runs().size() < chain.runCount());
        }
    }

    @Test
    void aLongChainOfRunsIsCut() {
        try (var frame = sample.mutator.frame(40)) {
            for (int i = 0; i < 80; i++) { // every other one dies
                long handle = sample.mutator.allocate(sample.odd);
                sample.mutator.seal(handle);
                if (i % 2 == 0) {
                    frame.set(i / 2, handle);
                }
            }
            sample.heap.collect();
            Chain retired =
                    ParsedReports.table(Written.text(reports.handleTable(2)), 2)
                            .chains()
                            .get("Retired");
            assertThat(retired.runs()).hasSize(8);
            assertThat(retired.cut()).isTrue();
            assertThat(retired.runCount()).isGreaterThan(30);
            assertThat(retired.entries()).isEqualTo(40);
        }
    }

    @Test
    void shadowStacksHoldTheFramesOfEveryThread() {
        ParsedReports.Stacks read = ParsedReports.stacks(Written.text(reports.shadowStacks()));
        assertThat(read.threads()).isEqualTo(2);
        ParsedReports.Stack main = read.stacks().getFirst();
        assertThat(main.thread()).isEqualTo("main");
        assertThat(main.depth()).isEqualTo(3);
        assertThat(main.watermark()).isZero();
        assertThat(main.markedFrame()).isZero();
        assertThat(main.frames())
                .containsExactly(
                        List.of(sample.people, 0L),
                        List.of(),
                        List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 0L));
        ParsedReports.Stack worker = read.stacks().get(1);
        assertThat(worker.thread()).isEqualTo("worker");
        assertThat(worker.blocked()).isTrue();
        assertThat(worker.frames()).containsExactly(List.of(sample.ada, 0L));
    }

    @Test
    void anObjectsFieldsAreDecodedByItsShape() {
        ParsedReports.ObjectDump read =
                ParsedReports.object(Written.text(reports.object(sample.grace)));
        assertThat(read.head())
                .containsEntry("Handle", Long.toString(sample.grace))
                .containsEntry("Type", "Person (id=" + sample.person.id() + ")")
                .containsEntry("Size", sample.person.fixedBytes() + " bytes")
                .containsEntry("Forwarded", "no");
        assertThat(read.header())
                .containsEntry("type_id", Integer.toString(sample.person.id()))
                .containsEntry("flags", "0x02 (mutable)");
        String name = "\"" + "x".repeat(64) + "\"... (" + (3000 - 64) + " more bytes)";
        assertThat(read.fields())
                .containsExactly(
                        new ValueLine("8 (name)", "handle", "2", "String " + name),
                        new ValueLine("12 (friend)", "handle", "4", "Person"),
                        new ValueLine("16 (mentor)", "weak", "4", "Person"),
                        new ValueLine("20 (age)", "i32", "85", null),
                        new ValueLine("24 (id)", "i64", "" + (Long.MIN_VALUE + 85), null),
                        new ValueLine("32 (height)", "f64", "NaN", null),
                        new ValueLine("40 (rank)", "i8", "-1", null),
                        new ValueLine("41 (active)", "bool", "true", null));
    }

    @Test
    void textsAreShownAsTextAndCutBetweenCharacters() {
        ParsedReports.ObjectDump greeting =
                ParsedReports.object(Written.text(reports.object(sample.greeting)));
        assertThat(greeting.text()).isEqualTo(SampleHeap.GREETING);
        assertThat(greeting.moreBytes()).isZero();
        ParsedReports.ObjectDump cut =
                ParsedReports.object(Written.text(reports.object(sample.longText)));
        assertThat(cut.text()).isEqualTo("x".repeat(1023));
        assertThat(cut.moreBytes()).isEqualTo(3000 - 1023);
    }

    @Test
    void arraysShowTheirFirstElements() {
        ParsedReports.ObjectDump read =
                ParsedReports.object(Written.text(reports.object(sample.some)));
        assertThat(read.elements()).hasSize(100);
        assertThat(read.moreElements()).isEqualTo(50);
        assertThat(read.elements().get(99))
                .isEqualTo(new ValueLine("99", "i64", "" + SampleHeap.number(99), null));
        ParsedReports.ObjectDump all =
                ParsedReports.object(Written.text(reports.object(sample.some).limitedTo(150)));
        assertThat(all.elements()).hasSize(150);
        assertThat(all.moreElements()).isZero();
        ParsedReports.ObjectDump list =
                ParsedReports.object(Written.text(reports.object(sample.people)));
        assertThat(list.elements())
                .containsExactly(
                        new ValueLine("0", "handle", "4", "Person"),
                        new ValueLine("1", "handle", "0", "null"),
                        new ValueLine("2", "handle", "5", "Person"));
    }

    @Test
    void anArraysFieldsAreShownBeforeItsElements() {
        Shape chunk =
                sample.heap
                        .shape("Chunk")
                        .longField("hash")
                        .byteField("shift")
                        .arrayOf(Kind.INT)
                        .build();
        long handle = sample.mutator.allocateArray(chunk, 4);
        sample.mutator.setLong(handle, chunk.field("hash"), 99);
        sample.mutator.setInt(handle, 3, -1);
        ParsedReports.ObjectDump read = ParsedReports.object(Written.text(reports.object(handle)));
        assertThat(read.fields())
                .containsExactly(
                        new ValueLine("16 (hash)", "i64", "99", null),
                        new ValueLine("24 (shift)", "i8", "0", null));
        assertThat(read.elements()).hasSize(4).endsWith(new ValueLine("3", "i32", "-1", null));
        ParsedReports.ObjectDump cut =
                ParsedReports.object(Written.text(reports.object(handle).limitedTo(3)));
        assertThat(cut.fields()).hasSize(2);
        assertThat(cut.elements()).hasSize(1);
        assertThat(cut.moreElements()).isEqualTo(3);
        assertThat(Written.json(reports.object(handle)).at("/fields/0/value").asLong())
                .isEqualTo(99);
        assertThat(Written.json(reports.object(handle)).at("/elements/3/value").asLong())
                .isEqualTo(-1);
    }

    @Test
    void aTrieNodeIsDecodedByItsBitmaps() {
        NodeShape shape = ConcurrentHeap.of(sample.heap).nodeShape("Node", new NodeForm(1, 1, 0));
        MutatorContext context = ConcurrentHeap.contextOf(sample.mutator);
        long sealed = 1L << 56;
        int bytes = shape.form().bytesOf(0b101, 0b10);
        long address = context.allocator().take(bytes, sealed);
        int[] words = {0b101, 0b10, (int) sample.people, (int) sample.ada, 0, 0, 7, 0, -1, -1};
        for (int i = 0; i < words.length; i++) {
            context.storeRoot(address + 8 + 4L * i, words[i]);
        }
        long handle = context.allocator().publish(address, shape.id(), sealed);
        ParsedReports.ObjectDump read = ParsedReports.object(Written.text(reports.object(handle)));
        assertThat(read.head()).containsEntry("Size", bytes + " bytes");
        assertThat(read.fields())
                .containsExactly(
                        new ValueLine("8 (entry_bits)", "i32", "5", null),
                        new ValueLine("12 (child_bits)", "i32", "2", null),
                        new ValueLine("16 (child[0])", "handle", "6", "List (length 3)"),
                        new ValueLine("20 (entry[0].reference[0])", "handle", "4", "Person"),
                        new ValueLine("24 (entry[1].reference[0])", "handle", "0", "null"),
                        new ValueLine("32 (entry[0].word[0])", "i64", "7", null),
                        new ValueLine("40 (entry[1].word[0])", "i64", "-1", null));
    }

    @Test
    void validationSaysWhatTheHeapSays() {
        ParsedReports.Validation passed =
                ParsedReports.validation(Written.text(reports.validation()));
        assertThat(passed.valid()).isTrue();
        assertThat(passed.objects()).isEqualTo(sample.heap.validate().objects()).isEqualTo(7);
        try (var _ = new Corruption(sample)) {
            ParsedReports.Validation failed =
                    ParsedReports.validation(Written.text(reports.validation()));
            assertThat(failed.valid()).isFalse();
            assertThat(failed.count()).isEqualTo(sample.heap.validate().errors().size());
            assertThat(failed.errors()).hasSize(4).anyMatch(e -> e.contains("999"));
        }
        assertThat(sample.heap.validate().isValid()).isTrue();
    }

    @Test
    void fragmentationHoldsTheFiguresOfTheHeap() {
        HeapStats stats = sample.heap.stats();
        ParsedReports.Fragmentation read =
                ParsedReports.fragmentation(Written.text(reports.fragmentation()));
        assertThat(read.size()).isEqualTo(stats.now().heapBytes());
        assertThat(read.free()).isEqualTo(stats.fragmentation().freeBytes());
        assertThat(read.allocated() + read.free()).isEqualTo(read.size());
        assertThat(read.blocks())
                .isEqualTo(
                        stats.fragmentation().bySize().stream()
                                .map(HeapStats.Fragmentation.Runs::count)
                                .toList());
        assertThat(read.largest()).isEqualTo(stats.fragmentation().largestObjectBytes());
        assertThat(read.index()).isBetween(0.0, 1.0);
    }

    @Test
    void theCensusCountsEveryObject() {
        ParsedReports.Census read = ParsedReports.census(Written.text(reports.census()));
        assertThat(read.objects()).isEqualTo(7);
        assertThat(read.bytes()).isEqualTo(sample.heap.stats().now().heapUsed());
        assertThat(read.shapes()).isEqualTo(5);
        assertThat(read.kinds())
                .extracting(ParsedReports.Kind::type)
                .containsExactly("String", "Numbers", "Person", "List", "odd, \"name\"");
        assertThat(read.kinds())
                .extracting(ParsedReports.Kind::bytes)
                .isSortedAccordingTo((a, b) -> Long.compare(b, a));
        assertThat(read.kinds().getFirst().objects()).isEqualTo(2);
    }
}
