package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.WindowRangeQuery;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;

/// Random operations on our session store and on Kafka's own in memory give the same answers.
class SessionStoreModelTest {

    private static final int STEPS = 2500;
    private static final Duration RETENTION = Duration.ofMinutes(5);

    @TempDir Path folder;

    private final RandomBytes random = new RandomBytes();
    private long now = 1_000_000;

    private static StoreBuilder<SessionStore<Bytes, byte[]>> builder(
            SessionBytesStoreSupplier supplier) {
        return Stores.sessionStoreBuilder(supplier, Serdes.Bytes(), Serdes.ByteArray());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void answersAreThoseOfKafkasStore(boolean byTime) {
        try (Driver driver =
                new Driver(
                        folder,
                        builder(
                                CoexStores.session(
                                        DslStoreFormat.PLAIN, "ours", RETENTION, byTime)),
                        builder(Stores.inMemorySessionStore("kafkas", RETENTION)))) {
            SessionStore<Bytes, byte[]> ours = driver.store("ours");
            SessionStore<Bytes, byte[]> kafkas = driver.store("kafkas");
            for (int step = 0; step < STEPS; step++) {
                now += random.below(500);
                change(ours, kafkas);
                if (step % 10 == 0) {
                    look(ours, kafkas);
                }
                if (random.below(300) == 0) {
                    driver.commit();
                }
            }
        }
    }

    private long time() {
        return (now - random.below(Duration.ofMinutes(7).toMillis())) / 20_000 * 20_000;
    }

    private Windowed<Bytes> session(Bytes key) {
        long end = time();
        return new Windowed<>(key, new SessionWindow(end - 20_000L * random.below(4), end));
    }

    private void change(SessionStore<Bytes, byte[]> ours, SessionStore<Bytes, byte[]> kafkas) {
        Windowed<Bytes> session = session(random.key());
        if (random.below(6) == 0) {
            ours.remove(session);
            kafkas.remove(session);
        } else {
            byte[] value = random.valueOrNull();
            ours.put(session, value);
            kafkas.put(session, value);
        }
    }

    private void look(SessionStore<Bytes, byte[]> ours, SessionStore<Bytes, byte[]> kafkas) {
        Bytes key = random.key();
        Bytes other = random.key();
        Bytes from = key.compareTo(other) < 0 ? key : other; // else Kafka's store fails
        Bytes to = from == key ? other : key;
        Windowed<Bytes> one = session(key);
        long start = one.window().start();
        long end = one.window().end();
        assertThat(ours.fetchSession(key, start, end))
                .as(random.replay())
                .isEqualTo(kafkas.fetchSession(key, start, end));
        ordered(ours.fetch(key), kafkas.fetch(key));
        ordered(ours.backwardFetch(key), kafkas.backwardFetch(key));
        ordered(ours.findSessions(key, start, end), kafkas.findSessions(key, start, end));
        ordered(
                ours.backwardFindSessions(key, start, end),
                kafkas.backwardFindSessions(key, start, end));
        ordered(query(ours, key), query(kafkas, key));
        same(ours.fetch(from, to), kafkas.fetch(from, to));
        same(ours.fetch(null, to), kafkas.fetch(null, to));
        same(ours.backwardFetch(from, null), kafkas.backwardFetch(from, null));
        same(ours.findSessions(from, to, start, end), kafkas.findSessions(from, to, start, end));
        same(
                ours.backwardFindSessions(from, to, start, end),
                kafkas.backwardFindSessions(from, to, start, end));
        same(ours.findSessions(start, end), kafkas.findSessions(start, end));
    }

    private static KeyValueIterator<Windowed<Bytes>, byte[]> query(
            SessionStore<Bytes, byte[]> store, Bytes key) {
        return store.query(
                        WindowRangeQuery.<Bytes, byte[]>withKey(key),
                        PositionBound.unbounded(),
                        new QueryConfig(false))
                .getResult();
    }

    private void ordered(
            KeyValueIterator<Windowed<Bytes>, byte[]> ours,
            KeyValueIterator<Windowed<Bytes>, byte[]> kafkas) {
        assertThat(Found.all(ours)).as(random.replay()).isEqualTo(Found.all(kafkas));
    }

    private void same(
            KeyValueIterator<Windowed<Bytes>, byte[]> ours,
            KeyValueIterator<Windowed<Bytes>, byte[]> kafkas) {
        assertThat(Found.byKey(ours)).as(random.replay()).isEqualTo(Found.byKey(kafkas));
    }
}
