package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.WindowKeyQuery;
import org.apache.kafka.streams.query.WindowRangeQuery;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// Random operations on our window store and on Kafka's own in memory give the same answers, while
/// time goes on and windows expire.
class WindowStoreModelTest {

    private static final int STEPS = 2000;
    private static final Duration RETENTION = Duration.ofMinutes(5);
    private static final Duration SIZE = Duration.ofMinutes(1);

    @TempDir Path folder;

    private final RandomBytes random = new RandomBytes();
    private long now = 1_000_000;

    private static StoreBuilder<WindowStore<Bytes, byte[]>> builder(
            WindowBytesStoreSupplier supplier) {
        return Stores.windowStoreBuilder(supplier, Serdes.Bytes(), Serdes.ByteArray());
    }

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void answersAreThoseOfKafkasStore(boolean duplicates, boolean byTime) {
        try (Driver driver =
                new Driver(
                        folder,
                        builder(
                                CoexStores.window(
                                        DslStoreFormat.PLAIN,
                                        "ours",
                                        RETENTION,
                                        SIZE,
                                        duplicates,
                                        byTime)),
                        builder(
                                Stores.inMemoryWindowStore(
                                        "kafkas", RETENTION, SIZE, duplicates)))) {
            WindowStore<Bytes, byte[]> ours = driver.store("ours");
            WindowStore<Bytes, byte[]> kafkas = driver.store("kafkas");
            for (int step = 0; step < STEPS; step++) {
                now += random.below(500);
                Bytes key = random.key();
                byte[] value = random.valueOrNull();
                long start = time();
                ours.put(key, value, start);
                kafkas.put(key, value, start);
                if (step % 10 == 0) {
                    look(ours, kafkas, duplicates);
                }
                if (random.below(300) == 0) {
                    driver.commit();
                }
            }
        }
    }

    /// Within the last seven minutes, in steps so that windows meet; sometimes too late.
    private long time() {
        return (now - random.below(Duration.ofMinutes(7).toMillis())) / 10_000 * 10_000;
    }

    private void look(
            WindowStore<Bytes, byte[]> ours,
            WindowStore<Bytes, byte[]> kafkas,
            boolean duplicates) {
        Bytes key = random.key();
        long from = time();
        long to = from + random.below(300_000L);
        if (!duplicates) { // with them, Kafka's store does not tell where a key ends
            assertThat(ours.fetch(key, from))
                    .as(random.replay())
                    .isEqualTo(kafkas.fetch(key, from));
            Bytes other = random.keyOrNull();
            same(ours.fetch(key, other, from, to), kafkas.fetch(key, other, from, to));
            same(ours.fetch(null, key, from, to), kafkas.fetch(null, key, from, to));
            same(
                    ours.backwardFetch(key, other, from, to),
                    kafkas.backwardFetch(key, other, from, to));
        }
        ordered(ours.fetch(key, from, to), kafkas.fetch(key, from, to));
        ordered(ours.backwardFetch(key, from, to), kafkas.backwardFetch(key, from, to));
        Instant first = Instant.ofEpochMilli(from);
        Instant last = Instant.ofEpochMilli(to);
        ordered(
                query(ours, WindowKeyQuery.withKeyAndWindowStartRange(key, first, last)),
                query(kafkas, WindowKeyQuery.withKeyAndWindowStartRange(key, first, last)));
        same(ours.fetchAll(from, to), kafkas.fetchAll(from, to));
        same(ours.backwardFetchAll(from, to), kafkas.backwardFetchAll(from, to));
        same(ours.all(), kafkas.all());
        same(ours.backwardAll(), kafkas.backwardAll());
        same(
                query(ours, WindowRangeQuery.<Bytes, byte[]>withWindowStartRange(first, last)),
                query(kafkas, WindowRangeQuery.<Bytes, byte[]>withWindowStartRange(first, last)));
    }

    private static <R> R query(WindowStore<Bytes, byte[]> store, Query<R> query) {
        return store.query(query, PositionBound.unbounded(), new QueryConfig(false)).getResult();
    }

    private void ordered(
            KeyValueIterator<Long, byte[]> ours, KeyValueIterator<Long, byte[]> kafkas) {
        assertThat(Found.all(ours)).as(random.replay()).isEqualTo(Found.all(kafkas));
    }

    private void same(
            KeyValueIterator<Windowed<Bytes>, byte[]> ours,
            KeyValueIterator<Windowed<Bytes>, byte[]> kafkas) {
        assertThat(Found.byKey(ours)).as(random.replay()).isEqualTo(Found.byKey(kafkas));
    }
}
