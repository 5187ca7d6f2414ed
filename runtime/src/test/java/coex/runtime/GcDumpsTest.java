package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
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
