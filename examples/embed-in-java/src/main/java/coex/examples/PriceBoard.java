package coex.examples;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;
import coex.collections.Versioned;
import coex.gc.Heap;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/// Prices that some threads change and thousands of threads read. Readers wait for nobody; who
/// changes a price waits for others that do.
///
/// Each change makes a new version of the map. A reader works with the version it finds, for as
/// long as it likes, and sees all prices as of one moment. An old version goes when its last reader
/// has left. Entries lie in a Coex heap: the JVM's collector sees one small object for each
/// version.
public final class PriceBoard {

    private final Versioned<PersistentMap<String, Long>> prices;

    public PriceBoard(Heap heap) {
        prices = Versioned.of(PersistentCollections.in(heap).map(Codec.STRING, Codec.LONG));
    }

    /// Sets the price of an article.
    public void set(String article, long cents) {
        prices.update(map -> map.with(article, cents));
    }

    /// The price of an article, or null.
    public Long get(String article) {
        return prices.read(map -> map.get(article));
    }

    /// All prices as of this moment; they never change. To be closed, or dropped.
    public PersistentMap<String, Long> now() {
        return prices.snapshot();
    }

    /// The sum of all prices as of this moment.
    public long sum() {
        return prices.read(map -> map.stream().mapToLong(price -> price.getValue()).sum());
    }

    /// One writer and many readers for a while. Every version has the same sum, which readers
    /// check.
    ///
    /// @return how many versions were checked
    static long run(Heap heap, int articles, int changes, int readers) throws InterruptedException {
        PriceBoard board = new PriceBoard(heap);
        board.prices.update(map -> withArticles(map, articles));
        LongAdder checked = new LongAdder();
        CountDownLatch done = new CountDownLatch(readers);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < readers; i++) {
                threads.submit(
                        () -> {
                            if (board.sum() == 100L * articles) {
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

    private static PersistentMap<String, Long> withArticles(
            PersistentMap<String, Long> map, int articles) {
        PersistentMap.Builder<String, Long> more = map.builder();
        for (int i = 0; i < articles; i++) {
            more.put("article " + i, 100L);
        }
        return more.build();
    }

    /// Makes one article dearer and another cheaper in one version.
    private void move(int articles) {
        String dearer = "article " + ThreadLocalRandom.current().nextInt(articles);
        String cheaper = "article " + ThreadLocalRandom.current().nextInt(articles);
        prices.update(
                map -> {
                    try (var between = map.updated(dearer, price -> price + 1)) {
                        return between.updated(cheaper, price -> price - 1);
                    }
                });
    }

    public static void main(String[] arguments) throws InterruptedException {
        try (Heap heap = Heap.open()) {
            long checked = run(heap, 200, 20_000, 10_000);
            System.out.println(checked + " of 10000 readers saw prices of one moment");
        }
    }
}
