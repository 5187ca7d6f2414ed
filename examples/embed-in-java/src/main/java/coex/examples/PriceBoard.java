package coex.examples;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;
import coex.gc.Heap;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/// Prices that one thread changes and thousands of threads read, without a lock and without
/// waiting.
///
/// The writer makes a new version of the map for each change and publishes it; a reader works with
/// the version it finds, for as long as it likes, and sees all prices as of one moment. Old
/// versions go when the last reader has dropped them. Entries lie in a Coex heap: the JVM's
/// collector sees one small object for each version.
public final class PriceBoard {

    private final AtomicReference<PersistentMap<String, Long>> published;

    public PriceBoard(Heap heap) {
        published =
                new AtomicReference<>(PersistentCollections.in(heap).map(Codec.STRING, Codec.LONG));
    }

    /// Sets the price of an article. One thread at a time.
    public void set(String article, long cents) {
        published.set(published.get().with(article, cents));
    }

    /// All prices as of this moment; they never change.
    public PersistentMap<String, Long> now() {
        return published.get();
    }

    /// One writer and many readers for a while. Every version has the same sum, which readers
    /// check.
    ///
    /// @return how many versions were checked
    static long run(Heap heap, int articles, int changes, int readers) throws InterruptedException {
        PriceBoard board = new PriceBoard(heap);
        PersistentMap.Builder<String, Long> first = board.now().builder();
        for (int i = 0; i < articles; i++) {
            first.put("article " + i, 100L);
        }
        board.published.set(first.build());
        LongAdder checked = new LongAdder();
        CountDownLatch done = new CountDownLatch(readers);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < readers; i++) {
                threads.submit(
                        () -> {
                            PersistentMap<String, Long> prices = board.now();
                            long sum = prices.stream().mapToLong(price -> price.getValue()).sum();
                            if (sum == 100L * articles) {
                                checked.increment();
                            }
                            done.countDown();
                        });
            }
            for (int i = 0; i < changes || done.getCount() > 0; i++) {
                board.move(articles);
            }
        }
        return checked.sum();
    }

    /// Makes one article dearer and another cheaper in one version.
    private void move(int articles) {
        String dearer = "article " + ThreadLocalRandom.current().nextInt(articles);
        String cheaper = "article " + ThreadLocalRandom.current().nextInt(articles);
        PersistentMap<String, Long> prices = published.get();
        try (PersistentMap<String, Long> between = prices.updated(dearer, price -> price + 1)) {
            published.set(between.updated(cheaper, price -> price - 1));
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        try (Heap heap = Heap.open()) {
            long checked = run(heap, 200, 20_000, 10_000);
            System.out.println(checked + " of 10000 readers saw prices of one moment");
        }
    }
}
