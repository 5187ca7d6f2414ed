package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/// Whoever asks a closed store of ours is told so, in the words of Kafka's key-value store on
/// disks. Kafka's window and session stores answer as if they were empty, or fail otherwise.
class ClosedStoresTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String CLOSED =
            "InvalidStateStoreException: Store NAME is currently closed";
    private static final Bytes KEY = Bytes.wrap(new byte[] {1});
    private static final byte[] VALUE = {2};
    private static final Windowed<Bytes> SESSION = new Windowed<>(KEY, new SessionWindow(0, 1));

    @TempDir Path folder;

    private static StoreBuilder<KeyValueStore<Bytes, byte[]>> keyValue(String name) {
        return Stores.keyValueStoreBuilder(
                name.equals("ours")
                        ? CoexStores.keyValueStore(name)
                        : Stores.persistentKeyValueStore(name),
                Serdes.Bytes(),
                Serdes.ByteArray());
    }

    @Test
    void aKeyValueStoreSaysWhatKafkasSays() {
        Map<String, Function<KeyValueStore<Bytes, byte[]>, Runnable>> asked = new LinkedHashMap<>();
        asked.put("get", store -> () -> store.get(KEY));
        asked.put("put", store -> () -> store.put(KEY, VALUE));
        asked.put("putIfAbsent", store -> () -> store.putIfAbsent(KEY, VALUE));
        asked.put("delete", store -> () -> store.delete(KEY));
        asked.put("range", store -> () -> store.range(KEY, KEY));
        asked.put("reverseRange", store -> () -> store.reverseRange(KEY, KEY));
        asked.put("all", store -> store::all);
        asked.put("reverseAll", store -> store::reverseAll);
        asked.put("prefixScan", store -> () -> store.prefixScan(KEY, Serdes.Bytes().serializer()));
        asked.put(
                "an iterator",
                store -> {
                    var all = store.all();
                    return all::hasNext;
                });
        List<String> same =
                compare(ClosedStoresTest::keyValue, store -> store.put(KEY, VALUE), asked);
        assertThat(same)
                .containsExactly(
                        "get",
                        "put",
                        "putIfAbsent",
                        "range",
                        "reverseRange",
                        "all",
                        "reverseAll",
                        "prefixScan");
    }

    private static StoreBuilder<WindowStore<Bytes, byte[]>> windows(String name) {
        return Stores.windowStoreBuilder(
                name.equals("ours")
                        ? CoexStores.windowStore(name, MINUTE, MINUTE, false)
                        : Stores.persistentWindowStore(name, MINUTE, MINUTE, false),
                Serdes.Bytes(),
                Serdes.ByteArray());
    }

    @Test
    void aWindowStoreSaysThatItIsClosedWhereverItIsAsked() {
        Map<String, Function<WindowStore<Bytes, byte[]>, Runnable>> asked = new LinkedHashMap<>();
        asked.put("fetch", store -> () -> store.fetch(KEY, 0));
        asked.put("fetch a span", store -> () -> store.fetch(KEY, 0, 1));
        asked.put("put", store -> () -> store.put(KEY, VALUE, 0));
        asked.put("all", store -> store::all);
        asked.put("fetchAll", store -> () -> store.fetchAll(0, 1));
        asked.put(
                "an iterator",
                store -> {
                    var all = store.all();
                    return all::hasNext;
                });
        compare(ClosedStoresTest::windows, store -> store.put(KEY, VALUE, 0), asked);
    }

    private static StoreBuilder<SessionStore<Bytes, byte[]>> sessions(String name) {
        return Stores.sessionStoreBuilder(
                name.equals("ours")
                        ? CoexStores.sessionStore(name, MINUTE)
                        : Stores.persistentSessionStore(name, MINUTE),
                Serdes.Bytes(),
                Serdes.ByteArray());
    }

    @Test
    void aSessionStoreSaysThatItIsClosedWhereverItIsAsked() {
        Map<String, Function<SessionStore<Bytes, byte[]>, Runnable>> asked = new LinkedHashMap<>();
        asked.put("fetchSession", store -> () -> store.fetchSession(KEY, 0, 1));
        asked.put("fetch", store -> () -> store.fetch(KEY));
        asked.put("findSessions", store -> () -> store.findSessions(KEY, 0, 1));
        asked.put("put", store -> () -> store.put(SESSION, VALUE));
        asked.put("remove", store -> () -> store.remove(SESSION));
        asked.put(
                "an iterator",
                store -> {
                    var all = store.fetch(KEY);
                    return all::hasNext;
                });
        compare(ClosedStoresTest::sessions, store -> store.put(SESSION, VALUE), asked);
    }

    /// Ours says at each question that it is closed.
    ///
    /// @param asked gets the open store and gives what is done when it is closed
    /// @return what Kafka's store answers in the same words
    private <S extends StateStore> List<String> compare(
            Function<String, StoreBuilder<S>> builder,
            Consumer<S> write,
            Map<String, Function<S, Runnable>> asked) {
        Map<String, Runnable> ours = new LinkedHashMap<>();
        Map<String, Runnable> kafkas = new LinkedHashMap<>();
        try (Driver driver = new Driver(folder, builder.apply("ours"), builder.apply("kafkas"))) {
            S one = driver.store("ours");
            S other = driver.store("kafkas");
            write.accept(one);
            write.accept(other);
            asked.forEach((name, what) -> ours.put(name, what.apply(one)));
            asked.forEach((name, what) -> kafkas.put(name, what.apply(other)));
        }
        List<String> same = new ArrayList<>();
        for (String name : asked.keySet()) {
            assertThat(outcome(ours.get(name), "ours")).as(name).isEqualTo(CLOSED);
            if (outcome(kafkas.get(name), "kafkas").equals(CLOSED)) {
                same.add(name);
            }
        }
        return same;
    }

    private static String outcome(Runnable asked, String name) {
        try {
            asked.run();
            return "answers";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage().replace(name, "NAME");
        }
    }
}
