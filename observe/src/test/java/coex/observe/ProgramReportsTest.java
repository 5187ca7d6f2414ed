package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

class ProgramReportsTest {

    private interface Reporting {
        void write(ProgramReports reports) throws IOException;
    }

    /// What came at once.
    private static final class Pieces implements Appendable {
        private final List<String> pieces = new ArrayList<>();

        @Override
        public Appendable append(CharSequence text) {
            pieces.add(text.toString());
            return this;
        }

        @Override
        public Appendable append(CharSequence text, int start, int end) {
            return append(text.subSequence(start, end));
        }

        @Override
        public Appendable append(char character) {
            return append(String.valueOf(character));
        }

        int longest() {
            return pieces.stream().mapToInt(String::length).max().orElse(0);
        }

        List<String> lines() {
            return String.join("", pieces).lines().toList();
        }
    }

    private static Pieces pieces(Heap heap, Reporting reporting) throws IOException {
        var pieces = new Pieces();
        try (SafeRegion _ = heap.current().safeRegion()) {
            reporting.write(new ProgramReports(heap, pieces));
        }
        return pieces;
    }

    private static List<String> lines(Heap heap, Reporting reporting) throws IOException {
        return pieces(heap, reporting).lines();
    }

    private static void chain(Mutator mutator, Frame frame, Shape node, int length) {
        for (int i = 0; i < length; i++) {
            long cell = mutator.allocate(node);
            mutator.setReference(cell, node.field("next"), frame.get(0));
            mutator.seal(cell);
            frame.set(0, cell);
        }
    }

    private static Shape node(Heap heap) {
        return heap.shape("Node").reference("next").longField("value").build();
    }

    @Test
    void nothingIsHeldThatGrowsWithTheHeap() throws IOException {
        try (Heap heap = Heap.open(SmallHeaps.calm().build());
                Mutator mutator = heap.attach();
                Frame frame = mutator.frame(1)) {
            chain(mutator, frame, node(heap), 20_000);
            for (Reporting each :
                    List.<Reporting>of(
                            ProgramReports::heap,
                            reports -> reports.heap(2),
                            reports -> reports.handleTable(2))) {
                Pieces written = pieces(heap, each);
                assertThat(written.lines()).hasSizeGreaterThan(20_000);
                assertThat(written.longest()).isLessThan(64 << 10);
            }
        }
    }

    @Test
    void nothingIsHeldThatGrowsWithAStack() throws IOException {
        try (Heap heap = Heap.open(SmallHeaps.calm().build());
                Mutator mutator = heap.attach();
                Frame bottom = mutator.frame(1)) {
            chain(mutator, bottom, node(heap), 1);
            for (int i = 0; i < 20_000; i++) {
                mutator.frame(2).set(1, bottom.get(0));
            }
            Pieces written = pieces(heap, ProgramReports::shadowStacks);
            assertThat(written.lines()).hasSizeGreaterThan(20_000);
            assertThat(written.longest()).isLessThan(64 << 10);
            assertThat(written.lines().get(6)).startsWith("[GC:SHADOW]   Frame 20001: 2 handles");
            assertThat(written.lines().getLast()).startsWith("[GC:SHADOW]   Frame 1: 1 handles");
        }
    }

    @Test
    void noHeapIsRefused() {
        assertThatThrownBy(() -> new ProgramReports(null, new StringBuilder()))
                .isInstanceOf(HeapUsageException.class)
                .hasMessage("no heap to report on: heap=null");
    }

    @Test
    void theThreadThatAsksRuns() throws IOException {
        try (Heap heap = Heap.open(SmallHeaps.calm().build());
                Mutator _ = heap.attach()) {
            assertThat(lines(heap, ProgramReports::shadowStacks))
                    .contains("[GC:SHADOW]   State: running")
                    .doesNotContain("[GC:SHADOW]   State: blocked");
        }
    }

    @Test
    void handlesAreToldApart() throws IOException {
        try (Heap heap = Heap.open(SmallHeaps.calm().initialHandles(4096).runHandles(64).build());
                Mutator mutator = heap.attach();
                Frame frame = mutator.frame(1)) {
            Shape node = node(heap);
            chain(mutator, frame, node, 10);
            mutator.allocate(node); // dies, and its handle rests
            heap.collect();
            assertThat(lines(heap, reports -> reports.handleTable(0)))
                    .containsExactly(
                            "[GC:HANDLES] size: 4096 allocated: 63 free: 4031 retired: 1",
                            "[GC:HANDLES] === HANDLE TABLE ===",
                            "[GC:HANDLES] Table size: 4096 slots",
                            "[GC:HANDLES] Handles in use: 63",
                            "[GC:HANDLES] Handles set aside: 53",
                            "[GC:HANDLES] Handles free: 4031",
                            "[GC:HANDLES] Handles retired: 1",
                            "[GC:HANDLES] Next bump alloc: 128");
            List<String> everything = lines(heap, reports -> reports.handleTable(2));
            assertThat(everything)
                    .contains("[GC:HANDLES] Listed: 10 handles")
                    .contains("[GC:HANDLES] Retired list: 11 (1 entries in 1 runs)")
                    .contains("[GC:HANDLES] Set-aside list: 12-64 (53 entries in 1 runs)")
                    .contains("[GC:HANDLES] Free list: 65-4095 (4031 entries in 1 runs)");
            assertThat(everything.stream().filter(line -> line.contains("] -> 0x"))).hasSize(10);
        }
    }

    @Test
    void fragmentationIsReportedInFull() throws IOException {
        try (Heap heap = Heap.open(SmallHeaps.calm().build());
                Mutator mutator = heap.attach();
                Frame frame = mutator.frame(2)) {
            Shape node = node(heap);
            chain(mutator, frame, node, 10);
            Shape bytes = heap.shape("Bytes").arrayOf(coex.gc.Kind.BYTE).build();
            frame.set(1, mutator.allocateArray(bytes, 500));
            List<String> lines = lines(heap, ProgramReports::fragmentation);
            long expected = 10L * node.fixedBytes() + 512;
            assertThat(lines.get(0)).isEqualTo("[GC:FRAG] objects: 11 bytes: " + expected);
            assertThat(lines.get(1))
                    .isEqualTo("[GC:FRAG] small(<=64): 10 medium(<=1024): 1 large: 0");
            assertThat(lines.get(2)).matches("\\[GC:FRAG] free_handles: \\d+ retired_handles: 0");
            assertThat(lines.get(3))
                    .matches("\\[GC:FRAG] free_bytes: \\d+ largest_free: \\d+ free_runs: \\d+");
            assertThat(lines)
                    .contains("[GC:FRAG] Free block distribution:")
                    .contains(
                            "[GC:FRAG] Recommendation: Fragmentation is low, compaction not"
                                    + " needed");
            assertThat(lines.stream().filter(line -> line.endsWith("of free space)"))).hasSize(7);
            assertThat(lines)
                    .anyMatch(
                            line -> line.matches("\\[GC:FRAG] Fragmentation index: 0\\.\\d\\d .*"));
        }
    }

    @Test
    void anObjectIsShownWithItsFieldsAndOneThatIsNotThereIsNamed() throws IOException {
        try (Heap heap = Heap.open(SmallHeaps.calm().build());
                Mutator mutator = heap.attach();
                Frame frame = mutator.frame(1)) {
            chain(mutator, frame, node(heap), 1);
            long handle = frame.get(0);
            assertThat(lines(heap, reports -> reports.object(handle)))
                    .startsWith("[GC:OBJECT] === OBJECT DUMP ===", "[GC:OBJECT] Handle: " + handle)
                    .anyMatch(line -> line.endsWith("(next): handle = 0 (null)"))
                    .anyMatch(line -> line.endsWith("(value): i64 = 0"));
            assertThat(lines(heap, reports -> reports.object(99_999)))
                    .containsExactly("[GC:OBJECT] no object: handle=99999");
            assertThat(lines(heap, reports -> reports.object(-1)))
                    .containsExactly("[GC:OBJECT] no object: handle=-1");
        }
    }

    @Test
    void whatIsWrongWithAHeapIsNamedAndASoundOneIsPassedOver() throws IOException {
        try (SampleHeap sample = new SampleHeap()) {
            Heap heap = sample.heap;
            assertThat(lines(heap, reports -> reports.errors(heap.validate()))).isEmpty();
            try (var _ = new Corruption(sample)) {
                assertThat(lines(heap, reports -> reports.errors(heap.validate())))
                        .startsWith("[GC:VALIDATE] === HEAP VALIDATION FAILED ===")
                        .anyMatch(line -> line.contains("Error: ") && line.contains("999"))
                        .allMatch(line -> line.startsWith("[GC:VALIDATE] "))
                        .last()
                        .asString()
                        .matches("\\[GC:VALIDATE] Validation found [1-9]\\d* errors");
            }
        }
    }
}
