package coex.examples;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.observe.HeapBeans;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/// A hash table from words to counts whose buckets, entries and letters live in a Coex heap: the
/// JVM's collector sees a handful of Java objects, however many words there are.
///
/// For one thread. The table itself is reached through a global root; everything else from there.
public final class WordIndex implements AutoCloseable {

    private static final int FIRST_BUCKETS = 16;

    private final Heap heap;
    private final Mutator mutator;
    private final GlobalRoot table;
    private final Shape buckets;
    private final Shape letters;
    private final Shape entry;
    private final Field next;
    private final Field word;
    private final Field count;
    private int size;

    public WordIndex(Heap heap) {
        this.heap = heap;
        mutator = heap.attach();
        buckets = heap.shape("Buckets").arrayOf(Kind.REFERENCE).mutable().build();
        letters = heap.shape("Letters").arrayOf(Kind.BYTE).build();
        entry =
                heap.shape("Entry")
                        .reference("next")
                        .reference("word")
                        .longField("count")
                        .mutable()
                        .build();
        next = entry.field("next");
        word = entry.field("word");
        count = entry.field("count");
        table = heap.newRoot();
        table.set(mutator, mutator.allocateArray(buckets, FIRST_BUCKETS));
    }

    /// Counts one occurrence of a word.
    public void add(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        long found = find(utf8);
        if (found != 0) {
            mutator.setLong(found, count, mutator.getLong(found, count) + 1);
            return;
        }
        if (size == mutator.length(table.get(mutator))) {
            doubleBuckets();
        }
        // Two allocations: the first result is in a frame while the second may collect.
        try (Frame frame = mutator.frame(1)) {
            long bytes = mutator.allocateArray(letters, utf8.length);
            mutator.setBytes(bytes, 0, utf8, 0, utf8.length);
            mutator.seal(bytes);
            frame.set(0, bytes);
            long added = mutator.allocate(entry);
            mutator.setReference(added, word, bytes);
            mutator.setLong(added, count, 1);
            link(table.get(mutator), added, bucketOf(utf8));
        }
        size++;
    }

    /// How often a word was counted.
    public long count(String text) {
        long found = find(text.getBytes(StandardCharsets.UTF_8));
        return found == 0 ? 0 : mutator.getLong(found, count);
    }

    public int size() {
        return size;
    }

    /// Calls `action` with each word and its count.
    public void forEach(ObjLongConsumer<String> action) {
        long array = table.get(mutator);
        for (int i = 0; i < mutator.length(array); i++) {
            for (long e = mutator.getReference(array, i);
                    e != 0;
                    e = mutator.getReference(e, next)) {
                action.accept(
                        new String(lettersOf(e), StandardCharsets.UTF_8),
                        mutator.getLong(e, count));
            }
        }
    }

    private long find(byte[] utf8) {
        long e = mutator.getReference(table.get(mutator), bucketOf(utf8));
        while (e != 0 && !Arrays.equals(lettersOf(e), utf8)) {
            e = mutator.getReference(e, next);
        }
        return e;
    }

    private byte[] lettersOf(long entryHandle) {
        long bytes = mutator.getReference(entryHandle, word);
        byte[] copy = new byte[mutator.length(bytes)];
        mutator.getBytes(bytes, 0, copy, 0, copy.length);
        return copy;
    }

    private int bucketOf(byte[] utf8) {
        int hash = Arrays.hashCode(utf8);
        return (hash ^ hash >>> 16) & mutator.length(table.get(mutator)) - 1;
    }

    private void link(long array, long added, int bucket) {
        mutator.setReference(added, next, mutator.getReference(array, bucket));
        mutator.setReference(array, bucket, added);
    }

    /// The old array becomes garbage with the last line; nobody has to free it.
    private void doubleBuckets() {
        long old = table.get(mutator);
        int length = mutator.length(old);
        long doubled = mutator.allocateArray(buckets, length * 2); // the root keeps `old` alive
        table.set(mutator, doubled);
        for (int i = 0; i < length; i++) {
            long e = mutator.getReference(old, i);
            while (e != 0) {
                long rest = mutator.getReference(e, next);
                link(doubled, e, bucketOf(lettersOf(e)));
                e = rest;
            }
        }
    }

    @Override
    public void close() {
        table.close();
        mutator.close();
    }

    /// Counts the words of standard input and prints the most frequent. Meanwhile `./coex heap top`
    /// shows the heap to whoever is curious.
    public static void main(String[] arguments) {
        try (Heap heap = Heap.open();
                var _ = HeapBeans.register(heap);
                WordIndex index = new WordIndex(heap)) {
            var input = new InputStreamReader(System.in, StandardCharsets.UTF_8);
            new BufferedReader(input)
                    .lines()
                    .flatMap(line -> Arrays.stream(line.split("\\W+")))
                    .filter(text -> !text.isEmpty())
                    .forEach(index::add);
            var lines = new TreeMap<String, String>();
            index.forEach(
                    (text, times) ->
                            lines.put(
                                    "%019d %s".formatted(Long.MAX_VALUE - times, text),
                                    times + " " + text));
            lines.values().stream().limit(10).forEach(System.out::println);
        }
    }
}
