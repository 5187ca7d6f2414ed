package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.query.MultiVersionedKeyQuery;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.VersionedKeyQuery;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.state.VersionedRecordIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// Random operations on our versioned store and on Kafka's, which is made of RocksDB, give the same
/// answers. Queries for several versions are compared with a plain map.
class VersionedStoreModelTest {

    private static final int STEPS = 3000;
    private static final long RETENTION = Duration.ofMinutes(5).toMillis();
    private static final Bytes[] KEYS = {
        Bytes.wrap(new byte[] {0}),
        Bytes.wrap(new byte[] {0, 0}),
        Bytes.wrap(new byte[] {'a'}),
        Bytes.wrap(new byte[] {'a', (byte) 0xFF}),
        Bytes.wrap(new byte[] {(byte) 0xFF, 1})
    };

    @TempDir Path folder;

    private final RandomBytes random = new RandomBytes();
    private final Map<Bytes, NavigableMap<Long, byte[]>> plain = new HashMap<>();
    private long now = 1_000_000;
    private long streamTime = -1;

    private static StoreBuilder<VersionedKeyValueStore<Bytes, byte[]>> builder(
            VersionedBytesStoreSupplier supplier) {
        return Stores.versionedKeyValueStoreBuilder(supplier, Serdes.Bytes(), Serdes.ByteArray());
    }

    @Test
    void answersAreThoseOfKafkasStore() {
        Duration retention = Duration.ofMillis(RETENTION);
        try (Driver driver =
                new Driver(
                        folder,
                        builder(CoexStores.versionedKeyValueStore("ours", retention)),
                        builder(Stores.persistentVersionedKeyValueStore("kafkas", retention)))) {
            VersionedKeyValueStore<Bytes, byte[]> ours = driver.store("ours");
            VersionedKeyValueStore<Bytes, byte[]> kafkas = driver.store("kafkas");
            for (int step = 0; step < STEPS; step++) {
                now += random.below(2_000);
                change(ours, kafkas);
                look(ours, kafkas);
                if (random.below(300) == 0) {
                    driver.commit();
                }
            }
        }
    }

    private Bytes key() {
        return KEYS[random.below(KEYS.length)];
    }

    private long time() {
        return (now - random.below(Duration.ofMinutes(6).toMillis())) / 7_000 * 7_000;
    }

    private void change(
            VersionedKeyValueStore<Bytes, byte[]> ours,
            VersionedKeyValueStore<Bytes, byte[]> kafkas) {
        Bytes key = key();
        long time = time();
        byte[] value = random.valueOrNull();
        boolean deletes = random.below(6) == 0;
        VersionedRecord<byte[]> newest = kafkas.get(key);
        if ((value == null || deletes) && newest != null && newest.timestamp() == time) {
            return; // Kafka's store forgets that there was something at this time
        }
        if (deletes) {
            assertThat(text(ours.delete(key, time)))
                    .as(random.replay())
                    .isEqualTo(text(kafkas.delete(key, time)));
            value = null;
        } else {
            assertThat(ours.put(key, value, time))
                    .as(random.replay())
                    .isEqualTo(kafkas.put(key, value, time));
        }
        if (time >= streamTime - RETENTION) {
            streamTime = Math.max(streamTime, time);
            plain.computeIfAbsent(key, _ -> new TreeMap<>()).put(time, value);
        }
    }

    private void look(
            VersionedKeyValueStore<Bytes, byte[]> ours,
            VersionedKeyValueStore<Bytes, byte[]> kafkas) {
        Bytes key = key();
        long asOf = time();
        assertThat(text(ours.get(key))).as(random.replay()).isEqualTo(text(kafkas.get(key)));
        assertThat(text(ours.get(key, asOf)))
                .as(random.replay())
                .isEqualTo(text(kafkas.get(key, asOf)));
        VersionedKeyQuery<Bytes, byte[]> query =
                VersionedKeyQuery.<Bytes, byte[]>withKey(key).asOf(Instant.ofEpochMilli(asOf));
        assertThat(String.valueOf(versionAt(ours, query)))
                .as(random.replay())
                .isEqualTo(String.valueOf(versionAt(kafkas, query)));
        long from = Math.max(asOf, streamTime - RETENTION);
        assertThat(versions(ours, key, from, from + 60_000))
                .as(random.replay())
                .isEqualTo(expected(key, from, from + 60_000));
    }

    private static String versionAt(
            VersionedKeyValueStore<Bytes, byte[]> store, VersionedKeyQuery<Bytes, byte[]> query) {
        VersionedRecord<byte[]> found =
                store.query(query, PositionBound.unbounded(), new QueryConfig(false)).getResult();
        return found == null ? "nothing" : text(found) + " to " + found.validTo();
    }

    private static List<String> versions(
            VersionedKeyValueStore<Bytes, byte[]> store, Bytes key, long from, long to) {
        MultiVersionedKeyQuery<Bytes, byte[]> query =
                MultiVersionedKeyQuery.<Bytes, byte[]>withKey(key)
                        .fromTime(Instant.ofEpochMilli(from))
                        .toTime(Instant.ofEpochMilli(to))
                        .withAscendingTimestamps();
        List<String> found = new ArrayList<>();
        try (VersionedRecordIterator<byte[]> all =
                store.query(query, PositionBound.unbounded(), new QueryConfig(false)).getResult()) {
            all.forEachRemaining(each -> found.add(text(each) + " to " + each.validTo()));
        }
        return found;
    }

    private List<String> expected(Bytes key, long from, long to) {
        NavigableMap<Long, byte[]> all = plain.getOrDefault(key, new TreeMap<>());
        List<String> expected = new ArrayList<>();
        for (Map.Entry<Long, byte[]> each : all.entrySet()) {
            Long next = all.higherKey(each.getKey());
            boolean meets = each.getKey() <= to && (next == null || next > from);
            if (meets && each.getValue() != null) {
                VersionedRecord<byte[]> version =
                        new VersionedRecord<>(each.getValue(), each.getKey());
                expected.add(text(version) + " to " + Optional.ofNullable(next));
            }
        }
        return expected;
    }

    private static String text(VersionedRecord<byte[]> found) {
        return found == null ? "nothing" : Found.text(found.value()) + " from " + found.timestamp();
    }
}
