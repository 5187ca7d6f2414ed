package coex.cli.heap;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapException;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.observe.HeapBeans;
import coex.observe.HeapReports;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A program to look into: one heap for each argument, with a list of 1000 cells that live. A
/// thread makes garbage in each. What it is told on stdin it does, and answers with a line.
///
/// Runs on the class path, so it may reach what the modules hide.
public final class HeapProgram {
    static final int CELLS = 1000;

    private static final long WRONG_HANDLE = 0x40;

    private static final Map<String, Heap> HEAPS = new ConcurrentHashMap<>();

    private HeapProgram() {}

    public static void main(String[] names) throws Exception {
        for (String name : names) {
            open(name);
        }
        System.out.println("ready");
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "open" -> open(words[1]);
                case "close" -> HEAPS.remove(words[1]).close();
                case "damage" -> damage(HEAPS.get(words[1]));
                default -> throw new IllegalArgumentException(line);
            }
            System.out.println("done");
        }
    }

    private static void open(String name) throws InterruptedException {
        HeapOptions options =
                HeapOptions.builder()
                        .name(name)
                        .initialBytes(1 << 20)
                        .maximumBytes(1 << 22)
                        .build();
        Heap heap = Heap.open(options);
        HEAPS.put(name, heap);
        Shape cell = heap.shape("Cell").reference("next").longField("value").build();
        Shape text = heap.shape("Text").arrayOf(Kind.BYTE).build();
        CountDownLatch listed = new CountDownLatch(1);
        Thread.ofPlatform()
                .daemon()
                .name("maker of " + name)
                .start(() -> work(heap, cell, text, listed));
        listed.await();
        HeapBeans.register(heap);
    }

    private static void work(Heap heap, Shape cell, Shape text, CountDownLatch listed) {
        Mutator mutator = heap.attach();
        Field next = cell.field("next");
        try (Frame frame = mutator.frame(1)) {
            for (int i = 0; i < CELLS; i++) {
                long added = mutator.allocate(cell);
                mutator.setReference(added, next, frame.get(0));
                mutator.seal(added);
                frame.set(0, added);
            }
            listed.countDown();
            while (!heap.isClosed()) {
                mutator.seal(mutator.allocateArray(text, 100));
                try (var _ = mutator.safeRegion()) {
                    Thread.sleep(1);
                }
            }
        } catch (InterruptedException | HeapException _) {
            // the heap is closed
        }
    }

    /// Has the header of the first object name another handle.
    private static void damage(Heap heap) throws Exception {
        StringBuilder dump = new StringBuilder();
        HeapReports.of(heap).heap(1).limitedTo(1).writeText(dump);
        Matcher matcher = Pattern.compile("addr=0x(\\p{XDigit}+)").matcher(dump);
        if (!matcher.find()) {
            throw new IllegalStateException("no object: " + dump);
        }
        long address = Long.parseLong(matcher.group(1), 16);
        Class<?> memory = Class.forName("coex.gc.memory.Memory");
        long header = (long) memory.getMethod("getLong", long.class).invoke(null, address);
        memory.getMethod("putLong", long.class, long.class)
                .invoke(null, address, header ^ WRONG_HANDLE);
    }
}
