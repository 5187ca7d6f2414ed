package coex.bench.program;

import coex.bench.jvm.Figures;

import com.sun.management.HotSpotDiagnosticMXBean;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/// Times HotSpot's own HPROF dumps of as many Java objects, with a thread that allocates meanwhile.
///
/// The texts are strings, which are two objects each.
public final class PlainHeapDump {

    /// So that nothing is left out as unused.
    private static Object kept;

    private static Object last;

    private PlainHeapDump() {}

    private record Node(Node next, String text, long a, long b) {}

    /// Arguments: the number of objects, and of dumps.
    static void main(String[] args) throws IOException {
        int objects = Integer.parseInt(args[0]);
        int dumps = Integer.parseInt(args[1]);
        Node list = null;
        String text = "";
        for (int i = 0; i < objects; i++) {
            if (i % 10 == 0) {
                text = "object " + i;
            } else {
                list = new Node(list, text, i, 0);
            }
        }
        kept = list;
        Path folder = Files.createTempDirectory("coex-bench");
        try {
            measure(folder.resolve("heap.hprof"), dumps);
        } finally {
            Files.delete(folder);
        }
        if (kept == last) {
            throw new AssertionError("never");
        }
    }

    private static void measure(Path file, int dumps) throws IOException {
        var diagnostics = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        double[] seconds = new double[dumps];
        double[] held = new double[dumps];
        long fileBytes = 0;
        try (HeldThread thread =
                new HeldThread(() -> {}, () -> last = new long[1], () -> last = null)) {
            for (int i = -1; i < dumps; i++) { // the first is to warm up
                thread.restart();
                long start = System.nanoTime();
                diagnostics.dumpHeap(file.toString(), true);
                if (i >= 0) {
                    seconds[i] = (System.nanoTime() - start) / 1e9;
                    held[i] = thread.longestMillis();
                }
                fileBytes = Files.size(file);
                Files.delete(file);
            }
        }
        Figures.print("seconds", seconds);
        Figures.print("held-milliseconds", held);
        Figures.print("file-mebibytes", fileBytes / 1048576.0);
    }
}
