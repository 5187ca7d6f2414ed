package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.bench.subject.OurHeap;
import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;
import coex.collections.SavedVersions;
import coex.collections.Versioned;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/// A large map is saved while a thread goes on replacing values of it: how fast, beside writing as
/// many bytes that are there already, and what the writer notices.
public final class SavingBesideWriter {

    private static final int PIECE = 1 << 16;
    private static final int ALONE_MILLIS = 2000;

    private final Versioned<PersistentMap<Long, Long>> map;
    private final long[] keys;

    /// Written by the writer, read by the one that measures; both as they are.
    private final AtomicLong writes = new AtomicLong();

    /// The longest write since it was last set to 0, in nanoseconds; written by both, read by both.
    private final AtomicLong longest = new AtomicLong();

    private volatile boolean ended;

    private SavingBesideWriter(int entries) {
        keys = new Random(16).longs(entries).toArray();
        var builder = PersistentCollections.in(OurHeap.HEAP).mapBuilder(Codec.LONG, Codec.LONG);
        for (int i = 0; i < keys.length; i++) {
            builder.put(keys[i], (long) i);
        }
        map = Versioned.of(builder.build());
    }

    /// Arguments: entries, rounds.
    static void main(String[] args) throws Exception {
        new SavingBesideWriter(Integer.parseInt(args[0])).run(Integer.parseInt(args[1]));
    }

    private void run(int rounds) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("coex-saving");
        Path file = folder.resolve("map");
        Path plain = folder.resolve("plain");
        Thread writer = Thread.ofPlatform().daemon().start(this::write);
        double[] saved = new double[rounds];
        double[] written = new double[rounds];
        double[] during = new double[rounds];
        double[] longests = new double[rounds];
        try {
            double alone = writesAlone();
            for (int i = -1; i < rounds; i++) { // once to warm up
                long before = writes.get();
                longest.set(0);
                long began = System.nanoTime();
                try (PersistentMap<Long, Long> version = map.snapshot()) {
                    SavedVersions.save(file, new byte[0], version);
                }
                long took = System.nanoTime() - began;
                long count = writes.get() - before;
                long bytes = Files.size(file);
                long plainTook = writePlain(plain, bytes);
                if (i >= 0) {
                    saved[i] = bytes * 1e3 / took;
                    written[i] = bytes * 1e3 / plainTook;
                    during[i] = count * 1e9 / took;
                    longests[i] = longest.get() / 1e6;
                }
            }
            Figures.print("save", saved);
            Figures.print("plain", written);
            Figures.print("during", during);
            Figures.print("alone", alone);
            Figures.print("longest", longests);
        } finally {
            ended = true;
            writer.join();
            Files.deleteIfExists(file);
            Files.deleteIfExists(plain);
            Files.delete(folder);
        }
    }

    private double writesAlone() throws InterruptedException {
        Thread.sleep(ALONE_MILLIS / 2);
        long before = writes.get();
        long began = System.nanoTime();
        Thread.sleep(ALONE_MILLIS);
        return (writes.get() - before) * 1e9 / (System.nanoTime() - began);
    }

    private void write() {
        Random random = new Random(17);
        long last = System.nanoTime();
        while (!ended) {
            long key = keys[random.nextInt(keys.length)];
            long value = random.nextLong();
            map.update(now -> now.with(key, value));
            long now = System.nanoTime();
            longest.accumulateAndGet(now - last, Math::max);
            last = now;
            writes.incrementAndGet();
        }
    }

    /// Writes as many bytes in pieces as large as those of a save, to the disk.
    private static long writePlain(Path file, long bytes) throws IOException {
        Files.deleteIfExists(file);
        byte[] content = new byte[PIECE];
        new Random(18).nextBytes(content);
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE).put(content);
        long began = System.nanoTime();
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (long done = 0; done < bytes; ) {
                piece.clear().limit((int) Math.min(PIECE, bytes - done));
                done += channel.write(piece);
            }
            channel.force(true);
        }
        return System.nanoTime() - began;
    }
}
