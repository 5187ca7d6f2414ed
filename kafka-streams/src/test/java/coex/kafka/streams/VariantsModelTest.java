package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import coex.kafka.streams.instance.StoreSettings;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.AggregationWithHeaders;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.apache.kafka.streams.state.ValueTimestampHeaders;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.internals.RecordConverters;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The variants of the stores, with timestamps and with headers, under all that Kafka Streams puts
/// around them: they answer as Kafka's stores in memory under the same, and what was written to the
/// changelog makes the same store again.
class VariantsModelTest {

    private static final int STEPS = 1500;
    private static final Duration RETENTION = Duration.ofMinutes(5);
    private static final Duration SIZE = Duration.ofMinutes(1);
    private static final Serde<Bytes> KEYS = Serdes.Bytes();
    private static final Serde<String> VALUES = Serdes.String();

    @TempDir Path folder;

    private final RandomBytes random = new RandomBytes();
    private long now = 1_000_000;

    // What is written

    private String text() {
        return random.below(4) == 0 ? null : "value " + random.below(1000);
    }

    private long time() {
        return (now - random.below(Duration.ofMinutes(7).toMillis())) / 20_000 * 20_000;
    }

    private Headers headers() {
        RecordHeaders headers = new RecordHeaders();
        for (int i = random.below(3); i > 0; i--) {
            headers.add("header " + i, random.value());
        }
        return headers;
    }

    private ValueAndTimestamp<String> stamped() {
        return ValueAndTimestamp.make(text(), time());
    }

    private ValueTimestampHeaders<String> stampedWithHeaders() {
        return ValueTimestampHeaders.make(text(), time(), headers());
    }

    // The kinds

    @Test
    void keyValueStores() {
        compare(
                Stores.keyValueStoreBuilder(CoexStores.keyValueStore("ours"), KEYS, VALUES),
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("kafkas"), KEYS, VALUES),
                this::text);
        compare(
                Stores.timestampedKeyValueStoreBuilder(
                        CoexStores.timestampedKeyValueStore("ours"), KEYS, VALUES),
                Stores.timestampedKeyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("kafkas"), KEYS, VALUES),
                this::stamped);
        compare(
                Stores.timestampedKeyValueStoreWithHeadersBuilder(
                        CoexStores.keyValueStoreWithHeaders("ours"), KEYS, VALUES),
                Stores.timestampedKeyValueStoreWithHeadersBuilder(
                        Stores.inMemoryKeyValueStore("kafkas"), KEYS, VALUES),
                this::stampedWithHeaders);
    }

    private <V, S extends KeyValueStore<Bytes, V>> void compare(
            StoreBuilder<S> oursBuilder, StoreBuilder<S> kafkasBuilder, Source<V> values) {
        this.<S>compare(
                oursBuilder,
                kafkasBuilder,
                (ours, kafkas) -> {
                    Bytes key = random.key();
                    V value = values.next();
                    ours.put(key, value);
                    kafkas.put(key, value);
                    Bytes other = random.key();
                    same(ours.get(other), kafkas.get(other));
                    same(ours.delete(other), kafkas.delete(other));
                },
                KeyValueStore::all);
    }

    @Test
    void windowStores() {
        compareWindows(
                Stores.windowStoreBuilder(
                        CoexStores.windowStore("ours", RETENTION, SIZE, false), KEYS, VALUES),
                Stores.windowStoreBuilder(
                        Stores.inMemoryWindowStore("kafkas", RETENTION, SIZE, false), KEYS, VALUES),
                this::text);
        compareWindows(
                Stores.timestampedWindowStoreBuilder(
                        CoexStores.timestampedWindowStore("ours", RETENTION, SIZE, false),
                        KEYS,
                        VALUES),
                Stores.timestampedWindowStoreBuilder(
                        Stores.inMemoryWindowStore("kafkas", RETENTION, SIZE, false), KEYS, VALUES),
                this::stamped);
        compareWindows(
                Stores.timestampedWindowStoreWithHeadersBuilder(
                        CoexStores.windowStoreWithHeaders("ours", RETENTION, SIZE, false),
                        KEYS,
                        VALUES),
                Stores.timestampedWindowStoreWithHeadersBuilder(
                        Stores.inMemoryWindowStore("kafkas", RETENTION, SIZE, false), KEYS, VALUES),
                this::stampedWithHeaders);
    }

    private <V, S extends WindowStore<Bytes, V>> void compareWindows(
            StoreBuilder<S> oursBuilder, StoreBuilder<S> kafkasBuilder, Source<V> values) {
        this.<S>compare(
                oursBuilder,
                kafkasBuilder,
                (ours, kafkas) -> {
                    Bytes key = random.key();
                    V value = values.next();
                    long start = time();
                    ours.put(key, value, start);
                    kafkas.put(key, value, start);
                    same(ours.fetch(key, start), kafkas.fetch(key, start));
                },
                WindowStore::all);
    }

    @Test
    void sessionStores() {
        compareSessions(
                Stores.sessionStoreBuilder(
                        CoexStores.sessionStore("ours", RETENTION), KEYS, VALUES),
                Stores.sessionStoreBuilder(
                        Stores.inMemorySessionStore("kafkas", RETENTION), KEYS, VALUES),
                this::text);
        compareSessions(
                Stores.sessionStoreWithHeadersBuilder(
                        CoexStores.sessionStoreWithHeaders("ours", RETENTION), KEYS, VALUES),
                Stores.sessionStoreWithHeadersBuilder(
                        Stores.inMemorySessionStore("kafkas", RETENTION), KEYS, VALUES),
                () -> AggregationWithHeaders.make(text(), headers()));
    }

    private <V, S extends SessionStore<Bytes, V>> void compareSessions(
            StoreBuilder<S> oursBuilder, StoreBuilder<S> kafkasBuilder, Source<V> values) {
        this.<S>compare(
                oursBuilder,
                kafkasBuilder,
                (ours, kafkas) -> {
                    long end = time();
                    var window = new SessionWindow(end - 20_000L * random.below(4), end);
                    var session = new Windowed<>(random.key(), window);
                    V value = values.next();
                    ours.put(session, value);
                    kafkas.put(session, value);
                    same(
                            ours.fetchSession(session.key(), window.start(), end),
                            kafkas.fetchSession(session.key(), window.start(), end));
                },
                store -> store.findSessions(0L, Long.MAX_VALUE));
    }

    // Comparing

    private interface Source<V> {
        V next();
    }

    private interface Step<S> {
        void on(S ours, S kafkas);
    }

    private <S extends StateStore> void compare(
            StoreBuilder<S> oursBuilder,
            StoreBuilder<S> kafkasBuilder,
            Step<S> step,
            Function<S, KeyValueIterator<?, ?>> all) {
        try (Driver driver = new Driver(folder, oursBuilder, kafkasBuilder)) {
            S ours = driver.store("ours");
            S kafkas = driver.store("kafkas");
            for (int i = 0; i < STEPS; i++) {
                now += random.below(500);
                step.on(ours, kafkas);
                if (i % 50 == 0) {
                    same(sorted(all.apply(ours)), sorted(all.apply(kafkas)));
                }
            }
            assertThat(sorted(all.apply(kafkas))).as(random.replay()).isNotEmpty();
            same(restored(oursBuilder, driver.changelog("ours")), contents(inner(ours)));
        }
    }

    private void same(Object ours, Object kafkas) {
        assertThat(ours).as(random.replay()).isEqualTo(kafkas);
    }

    /// Kafka promises the order of one key's windows only.
    private static List<String> sorted(KeyValueIterator<?, ?> all) {
        try (all) {
            List<String> found = new ArrayList<>();
            while (all.hasNext()) {
                KeyValue<?, ?> next = all.next();
                found.add(next.key + "=" + next.value);
            }
            return found.stream().sorted().toList();
        }
    }

    /// The store of ours, without what Kafka has put around it.
    private static StateStore inner(StateStore store) {
        return store instanceof WrappedStateStore<?, ?, ?> around ? inner(around.wrapped()) : store;
    }

    @SuppressWarnings("unchecked")
    private static List<String> contents(StateStore store) {
        return switch (store) {
            case KeyValueStore<?, ?> plain ->
                    Found.all(((KeyValueStore<Bytes, byte[]>) plain).all());
            case WindowStore<?, ?> windows ->
                    Found.all(((WindowStore<Bytes, byte[]>) windows).all());
            default ->
                    Found.all(
                            ((SessionStore<Bytes, byte[]>) store).findSessions(0L, Long.MAX_VALUE));
        };
    }

    /// What a new store has when it was given the changelog as Kafka Streams would give it.
    private List<String> restored(
            StoreBuilder<?> builder, List<ConsumerRecord<byte[], byte[]>> changelog) {
        StoreContext context = new StoreContext(folder).with(StoreSettings.LOCAL_STATE, false);
        StateStore store = context.open(inner(builder.build()));
        var converter =
                !WrappedStateStore.isHeadersAware(store)
                        ? WrappedStateStore.isTimestamped(store)
                                ? RecordConverters.rawValueToTimestampedValue()
                                : RecordConverters.identity()
                        : store instanceof SessionStore
                                ? RecordConverters.rawValueToSessionHeadersValue()
                                : RecordConverters.rawValueToHeadersValue();
        context.restore(changelog.stream().map(converter::convert).toList());
        List<String> found = contents(store);
        store.close();
        return found;
    }
}
