package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.observe.HprofDump;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Times HPROF dumps of a heap in which one thread allocates now and then.
///
/// Of ten objects nine are nodes in a list, with 24 bytes of payload, and one is a short text.
public final class HandleHeapDump {

    private HandleHeapDump() {}

    /// Arguments: the number of objects, and of dumps.
    static void main(String[] args) throws IOException {
        int objects = Integer.parseInt(args[0]);
        int dumps = Integer.parseInt(args[1]);
        HeapOptions options = HeapOptions.builder().maximumBytes(4L << 30).build();
        Path folder = Files.createTempDirectory("coex-bench");
        try (Heap heap = Heap.open(options)) {
            Mutator mutator = heap.attach();
            Frame frame = mutator.frame(2);
            fill(heap, mutator, frame, objects);
            measure(heap, folder, dumps);
        } finally {
            Files.delete(folder);
        }
    }

    private static void fill(Heap heap, Mutator mutator, Frame frame, int objects) {
        Shape node =
                heap.shape("Node")
                        .reference("next")
                        .reference("text")
                        .longField("a")
                        .longField("b")
                        .build();
        Shape text = heap.shape("Text").text().build();
        Field next = node.field("next");
        Field name = node.field("text");
        Field a = node.field("a");
        for (int i = 0; i < objects; i++) {
            if (i % 10 == 0) {
                byte[] bytes = ("object " + i).getBytes(StandardCharsets.UTF_8);
                frame.set(1, mutator.allocateArray(text, bytes.length));
                mutator.setBytes(frame.get(1), 0, bytes, 0, bytes.length);
                mutator.seal(frame.get(1));
            } else {
                long made = mutator.allocate(node);
                mutator.setReference(made, next, frame.get(0));
                mutator.setReference(made, name, frame.get(1));
                mutator.setLong(made, a, i);
                mutator.seal(made);
                frame.set(0, made);
            }
        }
    }

    private static void measure(Heap heap, Path folder, int dumps) throws IOException {
        Shape small = heap.shape("Small").longField("value").build();
        double[] seconds = new double[dumps];
        double[] held = new double[dumps];
        double[] worked = new double[dumps];
        Path file = folder.resolve("heap.hprof");
        long fileBytes = 0;
        forgetPeak();
        try (HeldThread thread =
                new HeldThread(
                        heap::attach,
                        () -> heap.current().allocate(small),
                        () -> heap.current().close())) {
            for (int i = -1; i < dumps; i++) { // the first is to warm up
                thread.restart();
                long before = thread.pieces();
                HprofDump.Summary summary = HprofDump.write(heap, file, null);
                Files.delete(file);
                if (i >= 0) {
                    seconds[i] = summary.elapsed().toNanos() / 1e9;
                    held[i] = thread.longestMillis();
                    worked[i] = thread.pieces() - before;
                }
                fileBytes = summary.fileBytes();
            }
        }
        Figures.print("seconds", seconds);
        Figures.print("held-milliseconds", held);
        Figures.print("allocations-meanwhile", worked);
        Figures.print("file-mebibytes", fileBytes / 1048576.0);
        Figures.print("java-heap-peak-mebibytes", peakBytes() / 1048576.0);
    }

    private static void forgetPeak() {
        System.gc();
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    }

    private static long peakBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}
