package coex.runtime.call;

import coex.gc.Heap;
import coex.gc.HeapStats;
import coex.observe.HeapReports;
import coex.observe.Report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The reports of a heap in the form that programs get: each line begins with `[GC:` and the report's name.
final class GcText {

    /// A line of the heap's own report on its objects.
    private static final Pattern OBJECT =
            Pattern.compile("\\s*Handle (\\d+): type=(.*), size=(\\d+), addr=(\\S+).*");

    /// A root in the heap's own report on its stacks.
    private static final Pattern ROOT = Pattern.compile("h=(\\d+)");

    private static final int SMALL = 64;
    private static final int MEDIUM = 1024;

    private final Heap heap;
    private final String mark;
    private final StringBuilder text = new StringBuilder();

    private GcText(Heap heap, String name) {
        this.heap = heap;
        this.mark = "[GC:" + name + "] ";
    }

    private GcText line(String form, Object... values) {
        text.append(mark).append(form.formatted(values)).append('\n');
        return this;
    }

    private static List<String> linesOf(Report report) {
        var written = new StringBuilder();
        try {
            report.writeText(written);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return written.toString().lines().filter(line -> !line.isBlank()).toList();
    }

    private List<Matcher> objects() {
        return linesOf(HeapReports.of(heap).heap(1)).stream()
                .map(OBJECT::matcher)
                .filter(Matcher::matches)
                .toList();
    }

    static StringBuilder stats(Heap heap) {
        HeapStats stats = heap.stats();
        return new GcText(heap, "STATS")
                .line(
                        "total_allocations: %d total_bytes: %d",
                        stats.allocation().allocations(), stats.allocation().bytesAllocated())
                .line(
                        "collections: %d marked_last: %d swept_last: %d",
                        stats.collection().completed(),
                        stats.collection().objectsMarked(),
                        stats.collection().objectsSwept())
                .line(
                        "heap_bytes: %d used_bytes: %d",
                        stats.now().heapBytes(), stats.now().heapUsed())
                .text;
    }

    static StringBuilder heap(Heap heap) {
        var text = new GcText(heap, "HEAP");
        HeapStats.Now now = heap.stats().now();
        text.line("heap_bytes: %d used_bytes: %d", now.heapBytes(), now.heapUsed());
        List<Matcher> objects = text.objects();
        for (Matcher object : objects) {
            text.line(
                    "obj=%s type=%s size=%s addr=%s",
                    object.group(1), object.group(2), object.group(3), object.group(4));
        }
        return text.line("Total objects: %d", objects.size()).text;
    }

    static StringBuilder shadowStacks(Heap heap) {
        var text = new GcText(heap, "SHADOW");
        Map<String, String> targets = new HashMap<>();
        for (Matcher object : text.objects()) {
            targets.put(object.group(1), "%s %s".formatted(object.group(4), object.group(2)));
        }
        for (String line : linesOf(HeapReports.of(heap).shadowStacks())) {
            text.line("%s", line.startsWith("  Frame ") ? withTargets(line, targets) : line);
        }
        return text.text;
    }

    /// `h=5` and what is there: `h=5 -> 0x7f5289800050 coex.List`. An empty slot is `h=0`.
    private static String withTargets(String frame, Map<String, String> targets) {
        return ROOT.matcher(frame)
                .replaceAll(
                        root -> {
                            String target = targets.get(root.group(1));
                            String shown = target == null ? "" : " -> " + target;
                            return Matcher.quoteReplacement(root.group() + shown);
                        });
    }

    static StringBuilder handleTable(Heap heap) {
        HeapStats.Now now = heap.stats().now();
        return new GcText(heap, "HANDLES")
                .line(
                        "size: %d allocated: %d free: %d retired: %d",
                        now.tableHandles(),
                        now.handlesInUse(),
                        now.handlesFree(),
                        now.handlesRetired())
                .text;
    }

    static StringBuilder fragmentation(Heap heap) {
        var text = new GcText(heap, "FRAG");
        long[] counts = new long[3];
        long bytes = 0;
        for (Matcher object : text.objects()) {
            long size = Long.parseLong(object.group(3));
            counts[size <= SMALL ? 0 : size <= MEDIUM ? 1 : 2]++;
            bytes += size;
        }
        HeapStats stats = heap.stats();
        return text.line("objects: %d bytes: %d", counts[0] + counts[1] + counts[2], bytes)
                .line(
                        "small(<=%d): %d medium(<=%d): %d large: %d",
                        SMALL, counts[0], MEDIUM, counts[1], counts[2])
                .line(
                        "free_handles: %d retired_handles: %d",
                        stats.now().handlesFree(), stats.now().handlesRetired())
                .line(
                        "free_bytes: %d largest_free: %d free_runs: %d",
                        stats.fragmentation().freeBytes(),
                        stats.fragmentation().largestFreeBytes(),
                        stats.fragmentation().freeRuns())
                .text;
    }
}
