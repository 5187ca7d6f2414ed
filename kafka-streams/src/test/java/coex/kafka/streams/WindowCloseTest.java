package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import coex.kafka.streams.instance.StoreSettings;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Stores whose results come at window close, when Kafka Streams asks for what has ended since it
/// asked last, find that without going through everything of that time. What the thread allocates
/// stands for what it looks at: each entry that is read is copied.
class WindowCloseTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final CoexStoreSuppliers SUPPLIERS = new CoexStoreSuppliers();

    @TempDir Path folder;

    private StoreContext context() {
        return new StoreContext(folder).with(StoreSettings.LOCAL_STATE, false);
    }

    private static Bytes key(int number) {
        return Bytes.wrap(ByteBuffer.allocate(4).putInt(number).array());
    }

    private WindowStore<Bytes, byte[]> windows(StoreContext context, EmitStrategy strategy) {
        return context.open(
                SUPPLIERS
                        .windowStore(
                                new DslWindowParams(
                                        "windows",
                                        HOUR,
                                        HOUR,
                                        false,
                                        strategy,
                                        false,
                                        DslStoreFormat.PLAIN))
                        .get());
    }

    @Test
    void windowsThatHaveEndedAreFoundAmongManyOthers() {
        asking(windowsOf(1000)); // loads classes
        long few = asking(windowsOf(1000));
        assertThat(asking(windowsOf(50_000))).isLessThan(few + 100_000);
    }

    private WindowStore<Bytes, byte[]> windowsOf(int count) {
        WindowStore<Bytes, byte[]> store = windows(context(), EmitStrategy.onWindowClose());
        for (int i = 0; i < count; i++) {
            store.put(key(i), new byte[1], 1000 + i);
        }
        return store;
    }

    private static long asking(WindowStore<Bytes, byte[]> store) {
        long allocated =
                Allocations.of(() -> assertThat(Found.all(store.fetchAll(1500, 1509))).hasSize(10));
        store.close();
        return allocated;
    }

    @Test
    void sessionsThatHaveEndedAreFoundAmongManyOthers() {
        askingSessions(sessionsOf(1000)); // loads classes
        long few = askingSessions(sessionsOf(1000));
        assertThat(askingSessions(sessionsOf(50_000))).isLessThan(few + 100_000);
    }

    private SessionStore<Bytes, byte[]> sessionsOf(int count) {
        SessionStore<Bytes, byte[]> store =
                context()
                        .open(
                                SUPPLIERS
                                        .sessionStore(
                                                new DslSessionParams(
                                                        "sessions",
                                                        HOUR,
                                                        EmitStrategy.onWindowClose(),
                                                        DslStoreFormat.PLAIN))
                                        .get());
        for (int i = 0; i < count; i++) {
            store.put(new Windowed<>(key(i), new SessionWindow(i, 1000 + i)), new byte[1]);
        }
        return store;
    }

    private static long askingSessions(SessionStore<Bytes, byte[]> store) {
        long allocated =
                Allocations.of(
                        () -> assertThat(Found.all(store.findSessions(1500, 1509))).hasSize(10));
        store.close();
        return allocated;
    }

    /// A sliding window asks for the windows of one key, by a range of keys that begins and ends
    /// with it.
    @Test
    void windowsOfOneKeyAreFoundAmongItsOthers() {
        long few = askingForOneKey(1000);
        few = Math.min(few, askingForOneKey(1000));
        assertThat(askingForOneKey(50_000)).isLessThan(few + 100_000);
    }

    private long askingForOneKey(int count) {
        WindowStore<Bytes, byte[]> store = windows(context(), EmitStrategy.onWindowUpdate());
        for (int i = 0; i < count; i++) {
            store.put(key(7), new byte[1], 1000 + i);
        }
        long allocated =
                Allocations.of(
                        () ->
                                assertThat(Found.all(store.fetch(key(7), key(7), 1500, 1509)))
                                        .hasSize(10));
        store.close();
        return allocated;
    }

    /// By time it would be a lookup for each.
    @Test
    void allWindowsComeInTheOrderOfTheirKeys() {
        WindowStore<Bytes, byte[]> store = windows(context(), EmitStrategy.onWindowClose());
        for (int i = 0; i < 100; i++) {
            store.put(key(i), new byte[1], 1000 - i);
        }
        List<Bytes> keys = IntStream.range(0, 100).mapToObj(WindowCloseTest::key).toList();
        List<Bytes> found = new ArrayList<>();
        try (var all = store.all()) {
            all.forEachRemaining(each -> found.add(each.key.key()));
        }
        assertThat(found).isEqualTo(keys);
        found.clear();
        try (var some = store.fetchAll(0, 999)) {
            some.forEachRemaining(each -> found.add(each.key.key()));
        }
        assertThat(found).isEqualTo(keys.subList(1, 100).reversed());
        store.close();
    }

    @Test
    void whatIsKeptForThatExpiresAndIsNotCounted() {
        StoreContext context = context();
        WindowStore<Bytes, byte[]> store = windows(context, EmitStrategy.onWindowClose());
        for (int i = 0; i < 3000; i++) {
            store.put(key(i), new byte[1], i);
        }
        assertThat(context.metric("entries")).isEqualTo(3000);
        long late = HOUR.toMillis() * 3;
        for (int i = 0; i < 10; i++) {
            store.put(key(i), new byte[1], late + i);
        }
        store.put(key(0), null, late);
        assertThat(context.metric("entries")).isEqualTo(9);
        assertThat(Found.all(store.fetchAll(0, late + 10))).hasSize(9);
        store.close();
    }
}
