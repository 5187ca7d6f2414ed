package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.memory.Memory;
import coex.runtime.io.StandardStreams;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

class GcDumpsTest {

    private static TestPrograms.Outcome run(String body) throws InterruptedException {
        String text =
                "func main() -> int\n    keep = [1, 2, 3]\n"
                        + body
                        + "\n    print(keep.len())\n    return 0\n~\n";
        Program program = TestPrograms.compile("dump.coex", text);
        return TestPrograms.run(program, TestPrograms.plain(), "", List.of("dump"));
    }

    @Test
    void statisticsNameAllocationsBytesAndCollections() throws InterruptedException {
        String out = run("    gc()\n    gc_dump_stats()").out();
        assertThat(out).contains("[GC:STATS]").containsPattern("total_allocations: \\d+");
        assertThat(out).containsPattern("total_bytes: \\d+").endsWith("3\n");
    }

    @Test
    void theHeapIsShownObjectByObject() throws InterruptedException {
        String out = run("    gc_dump_heap()").out();
        assertThat(out).startsWith("[GC:HEAP]");
        assertThat(out).containsPattern("obj=\\S+").containsPattern("type=").contains("size=");
        assertThat(out).containsPattern("\\[GC:HEAP] Total objects: \\d+");
    }

    @Test
    void rootsAreShownFrameByFrame() throws InterruptedException {
        String out = run("    gc_dump_roots()").out();
        assertThat(out).containsPattern("\\[GC:ROOTS].*depth=[1-9]").contains("handle=");
    }

    @Test
    void theOtherReportsHaveTheirMarks() throws InterruptedException {
        String out =
                run("    gc_dump_shadow_stacks()\n"
                                + "    gc_dump_handle_table()\n"
                                + "    gc_fragmentation_report()")
                        .out();
        assertThat(out).contains("[GC:SHADOW]").contains("[GC:HANDLES]").contains("[GC:FRAG]");
    }

    /// The number in the first line that has `form` in it, whose group it is.
    private static long number(String out, String form) {
        var matcher = Pattern.compile(form).matcher(out);
        assertThat(matcher.find()).as("%s in %s", form, out).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void statisticsHaveEveryFigureAndTimes() throws InterruptedException {
        String out = run("    gc()\n    gc()\n    gc_dump_stats()").out();
        assertThat(out.lines().limit(3))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("[GC:STATS] total_allocations: "),
                        line -> assertThat(line).startsWith("[GC:STATS] collections: 2 marked"),
                        line -> assertThat(line).startsWith("[GC:STATS] heap_bytes: "));
        assertThat(number(out, "last_gc_duration_ns: (\\d+)")).isPositive();
        assertThat(number(out, "total_gc_time_ns: (\\d+)"))
                .isGreaterThanOrEqualTo(number(out, "last_gc_duration_ns: (\\d+)"));
        assertThat(out).contains("[GC:STATS] last_cycle_kind: FULL\n");
        assertThat(number(out, "registered_thread_count: (\\d+)")).isPositive();
        for (String figure : FIGURES) {
            assertThat(out).containsPattern("\\[GC:STATS]   " + figure + ": \\d+");
        }
    }

    private static final List<String> FIGURES =
            List.of(
                    "total_allocations",
                    "total_bytes_allocated",
                    "total_handles_allocated",
                    "collections_completed",
                    "young_collections_completed",
                    "bytes_old",
                    "objects_marked_last_cycle",
                    "objects_swept_last_cycle",
                    "bytes_reclaimed_last_cycle",
                    "handles_retired_last_cycle",
                    "handles_recycled_last_cycle",
                    "handle_table_growths",
                    "heap_growths",
                    "current_heap_size",
                    "current_heap_used",
                    "current_handle_table_size",
                    "current_handles_in_use",
                    "current_handles_free",
                    "largest_free_block",
                    "total_free_blocks",
                    "fragmentation_ratio_percent",
                    "last_gc_duration_ns",
                    "last_mark_duration_ns",
                    "last_sweep_duration_ns",
                    "total_gc_time_ns",
                    "registered_thread_count",
                    "max_shadow_stack_depth_seen");

    @Test
    void theHeapHasThreeVerbosities() throws InterruptedException {
        String summary = run("    gc_dump_heap(0)").out();
        assertThat(summary.lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("[GC:HEAP] heap_bytes: "),
                        line -> assertThat(line).matches("\\[GC:HEAP] Total objects: [1-9]\\d*"),
                        line ->
                                assertThat(line)
                                        .matches(
                                                "\\[GC:HEAP] free_blocks: \\d+ largest_free: \\d+"),
                        line -> assertThat(line).isEqualTo("3"));
        String objects = run("    gc_dump_heap(1)").out();
        assertThat(objects).contains("obj=").doesNotContain("0000: ");
        String bytes = run("    gc_dump_heap(9)").out();
        assertThat(bytes).containsPattern("\\[GC:HEAP]     0000:( [0-9a-f]{2}){8}");
        assertThat(run("    gc_dump_heap()").out().lines().toList().reversed().get(1))
                .startsWith("[GC:HEAP] Total objects: ");
    }

    @Test
    void theHandleTableHasThreeVerbosities() throws InterruptedException {
        String summary = run("    gc_dump_handle_table(0)").out();
        assertThat(run("    gc_dump_handle_table()").out().lines().count())
                .isEqualTo(summary.lines().count());
        assertThat(summary).contains("Handles set aside: ").doesNotContain("] -> 0x");
        long inUse = number(summary, "allocated: (\\d+)");
        long all = number(summary, "\\[GC:HANDLES] size: (\\d+)");
        assertThat(inUse + number(summary, "free: (\\d+)") + number(summary, "retired: (\\d+)"))
                .isEqualTo(all - 1);
        String handles = run("    gc_dump_handle_table(1)").out();
        assertThat(handles).containsPattern("\\[GC:HANDLES]   \\[\\d+] -> 0x[0-9a-f]+ \\(.+\\)");
        assertThat(handles).doesNotContain("Free list");
        String lists = run("    gc_dump_handle_table(2)").out();
        assertThat(lists).contains("Free list: ", "Retired list: ", "Set-aside list: ");
    }

    @Test
    void anObjectIsShownWithTheNamesOfItsFields() throws InterruptedException {
        Program program =
                TestPrograms.compile(
                        "object.coex",
                        """
                        type Tank:
                            level: int
                            label: string
                            next: Tank?
                        ~
                        func main() -> int
                            tank = Tank(7, "south", nil)
                            gc_dump_object(tank)
                            gc_dump_object("text")
                            gc_dump_object((1, tank))
                            full = func(n: int) => n > tank.level
                            gc_dump_object(full)
                            print(full(8))
                            return 0
                        ~
                        """);
        String out = TestPrograms.run(program, TestPrograms.plain(), "", List.of("p")).out();
        assertThat(out)
                .containsPattern("\\[GC:OBJECT] Type: .*Tank.* \\(id=\\d+\\)")
                .containsPattern("\\[GC:OBJECT]   offset \\d+ \\(level\\): i64 = 7")
                .containsPattern("\\(label\\): handle = \\d+ -> ")
                .containsPattern("\\(next\\): handle = 0 \\(null\\)")
                .containsPattern("\\(0\\): i64 = 1\n")
                .containsPattern("\\(tank\\): handle = \\d+ -> .*Tank");
    }

    @Test
    void anObjectIsFoundByTheHandleThatADumpShows() throws InterruptedException {
        String shown = run("    gc_dump_object(1)").out();
        assertThat(shown).startsWith("[GC:OBJECT] === OBJECT DUMP ===\n[GC:OBJECT] Handle: 1\n");
    }

    @Test
    void theThreadThatAsksForStacksRuns() throws InterruptedException {
        assertThat(run("    gc_dump_shadow_stacks()").out())
                .contains("[GC:SHADOW]   State: running")
                .doesNotContain("State: blocked");
    }

    @Test
    void whatIsWrongWithTheHeapIsPrinted() throws InterruptedException {
        Program program =
                TestPrograms.compile(
                        "damaged.coex",
                        "func main() -> int\n    return gc_validate_heap() > 0 ? 5 : 0\n~\n");
        var out = new ByteArrayOutputStream();
        var in = new ByteArrayInputStream(new byte[0]);
        var streams = new StandardStreams(in, out, out);
        var options = RunOptions.of(TestPrograms.plain(), streams, List.of("p"));
        int status = ProgramRunner.run(program, options.observedBy(new Damage()));
        String text = out.toString(StandardCharsets.UTF_8);
        assertThat(status).as(text).isEqualTo(5);
        assertThat(text)
                .startsWith("[GC:VALIDATE] === HEAP VALIDATION FAILED ===\n")
                .containsPattern("\\[GC:VALIDATE] Error: Object at 0x[0-9a-f]+ .*shape id 999")
                .containsPattern("\\[GC:VALIDATE] Validation found [1-9]\\d* errors?");
    }

    /// Overwrites the header of an object, and repairs it at the end.
    private static final class Damage implements RunObserver {
        private long address;
        private int before;

        @Override
        public void started(Heap heap, IntConsumer traceLevel) {
            Mutator mutator = heap.attach();
            long handle = mutator.allocate(heap.shape("Damaged").longField("value").build());
            mutator.seal(handle);
            heap.newRoot().set(mutator, handle);
            long header = ConcurrentHeap.contextOf(mutator).address(handle);
            address = Memory.untagged(header + Integer.BYTES); // kept on purpose
            before = Memory.getInt(address);
            Memory.putInt(address, 999);
        }

        @Override
        public void ended(Heap heap) {
            if (address != 0) {
                Memory.putInt(address, before);
            }
        }
    }

    @Test
    void rootsOfShadowStacksHaveTheirTargets() throws InterruptedException {
        String out = run("    gc_dump_shadow_stacks()").out();
        assertThat(out).containsPattern("\\[GC:SHADOW] +Stack depth: [1-9]");
        assertThat(out)
                .containsPattern("\\[GC:SHADOW] +Frame \\d+: .*h=\\d+ -> 0x[0-9a-f]+ coex\\.List");
    }

    @Test
    void theTraceGoesToStandardError() throws InterruptedException {
        TestPrograms.Outcome outcome =
                run("    gc_set_trace_level(1)\n    gc()\n    gc_set_trace_level(0)");
        assertThat(outcome.err()).contains("[GC]");
        assertThat(outcome.out()).isEqualTo("3\n");
    }

    private static int collections(String program) throws InterruptedException {
        Program compiled = TestPrograms.compile("count.coex", program);
        String out = TestPrograms.run(compiled, TestPrograms.plain(), "", List.of("p")).out();
        var matcher = Pattern.compile("collections: (\\d+)").matcher(out);
        assertThat(matcher.find()).as(out).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    @Test
    void aWatermarkCollectsOnceWhenACallReturns() throws InterruptedException {
        String before =
                """
                func inner() ~
                func mark()
                    gc_install_watermark()
                ~
                func main() -> int
                """;
        assertThat(collections(before + "gc_install_watermark()\ngc_dump_stats()\nreturn 0 ~"))
                .isZero();
        assertThat(
                        collections(
                                before
                                        + "gc_install_watermark()\ninner()\ninner()\n"
                                        + "gc_dump_stats()\nreturn 0 ~"))
                .isEqualTo(1);
        assertThat(collections(before + "mark()\ngc_dump_stats()\nreturn 0 ~")).isEqualTo(1);
    }

    @Test
    void theStressedHeapCollectsAllTheTime() throws InterruptedException {
        Program compiled =
                TestPrograms.compile(
                        "count.coex",
                        """
                        func main() -> int
                            xs: [string] = []
                            for i in 0..300
                                xs = xs.append(String.from(i))
                            ~
                            gc_dump_stats()
                            return 0
                        ~
                        """);
        String out = TestPrograms.run(compiled, TestPrograms.stressed(), "", List.of("p")).out();
        assertThat(out).containsPattern("collections: [1-9]\\d\\d");
    }
}
