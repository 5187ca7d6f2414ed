package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.kafka.streams.instance.StoreSettings;
import coex.kafka.streams.table.StoreFullException;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.VersionedBytesStore;
import org.apache.kafka.streams.state.WindowStore;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.management.MBeanServer;
import javax.management.ObjectName;

/// Stores that are read while they are written, closed, or full.
class StoreLifeTest {

    @TempDir Path folder;

    private StoreContext context() {
        return new StoreContext(folder).with(StoreSettings.LOCAL_STATE, false);
    }

    private static Bytes key(int number) {
        return Bytes.wrap(ByteBuffer.allocate(4).putInt(number).array());
    }

    private static byte[] value(int number) {
        return key(number).get();
    }

    private static int number(byte[] value) {
        return ByteBuffer.wrap(value).getInt();
    }

    // One moment

    @Test
    void anIteratorShowsTheMomentItWasMade() {
        KeyValueStore<Bytes, byte[]> store =
                context().open(CoexStores.keyValueStore("store").get());
        for (int i = 0; i < 5000; i++) {
            store.put(key(i), value(i));
        }
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            for (int i = 0; i < 5000; i++) {
                store.put(key(i), i % 2 == 0 ? null : value(-i));
                store.put(key(i + 5000), value(i));
            }
            for (int i = 0; i < 5000; i++) {
                assertThat(number(all.next().value)).isEqualTo(i);
            }
            assertThat(all.hasNext()).isFalse();
        }
        store.close();
    }

    /// The writer gives the keys the numbers 0, 1, 2, ... in turn. So at each moment they have the
    /// last so many numbers, each once, and nothing else.
    @Test
    @Timeout(120)
    void queriesSeeMomentsWhileTheStreamGoesOn() throws Exception {
        int keys = 50;
        int writes = 60_000;
        KeyValueStore<Bytes, byte[]> store =
                context().open(CoexStores.keyValueStore("store").get());
        for (int i = 0; i < keys; i++) {
            store.put(key(i), value(i));
        }
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService readers = Executors.newFixedThreadPool(3)) {
            List<Future<Integer>> seen = new ArrayList<>();
            for (int reader = 0; reader < 3; reader++) {
                seen.add(readers.submit(() -> lookUntil(done, store, keys)));
            }
            try {
                for (int i = keys; i < writes; i++) {
                    store.put(key(i % keys), value(i));
                }
            } finally {
                done.set(true);
            }
            for (Future<Integer> each : seen) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isPositive();
            }
        }
        store.close();
    }

    private static int lookUntil(AtomicBoolean done, KeyValueStore<Bytes, byte[]> store, int keys) {
        int looks = 0;
        int newest = 0;
        do {
            int least = Integer.MAX_VALUE;
            int most = 0;
            int count = 0;
            try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
                while (all.hasNext()) {
                    int number = number(all.next().value);
                    least = Math.min(least, number);
                    most = Math.max(most, number);
                    count++;
                }
            }
            assertThat(count).isEqualTo(keys);
            assertThat(most - least).isEqualTo(keys - 1);
            assertThat(most).isGreaterThanOrEqualTo(newest);
            newest = most;
            int at = newest % keys;
            assertThat(number(store.get(key(at)))).isGreaterThanOrEqualTo(newest);
            looks++;
        } while (!done.get());
        return looks;
    }

    @Test
    void aQueryGetsThePositionThatBelongsToItsAnswer() {
        StoreContext context = context();
        KeyValueStore<Bytes, byte[]> store = context.open(CoexStores.keyValueStore("s").get());
        for (int i = 0; i < 3000; i++) {
            context.at(i);
            store.put(key(0), value(i));
            if (i % 100 == 0) {
                QueryResult<byte[]> found = ask(store, PositionBound.unbounded());
                assertThat(number(found.getResult())).isEqualTo(i);
                assertThat(found.getPosition()).isEqualTo(position(i));
            }
        }
        assertThat(ask(store, PositionBound.at(position(2999))).isSuccess()).isTrue();
        assertThat(ask(store, PositionBound.at(position(3000))).getFailureReason())
                .isEqualTo(FailureReason.NOT_UP_TO_BOUND);
        store.close();
    }

    @Test
    void windowsSessionsAndVersionsHaveThePositionOfTheLastRecord() {
        Duration minute = Duration.ofMinutes(1);
        StoreContext context = context();
        WindowStore<Bytes, byte[]> windows =
                context.open(CoexStores.windowStore("windows", minute, minute, false).get());
        SessionStore<Bytes, byte[]> sessions =
                context.open(CoexStores.sessionStore("sessions", minute).get());
        var versions =
                (VersionedBytesStore)
                        context.open(CoexStores.versionedKeyValueStore("versions", minute).get());
        for (int i = 0; i < 3000; i++) {
            context.at(i);
            windows.put(key(i), value(i), i);
            sessions.put(new Windowed<>(key(i), new SessionWindow(i, i)), value(i));
            versions.put(key(i), value(i), i);
            if (i % 500 == 0) {
                assertThat(windows.getPosition()).isEqualTo(position(i));
                assertThat(sessions.getPosition()).isEqualTo(position(i));
                assertThat(versions.getPosition()).isEqualTo(position(i));
            }
        }
        context.at(3000);
        sessions.remove(new Windowed<>(key(7), new SessionWindow(7, 7)));
        assertThat(sessions.getPosition()).isEqualTo(position(3000));
        context.at(3001);
        windows.put(key(0), value(0), -1_000_000); // too late, and seen all the same
        assertThat(windows.getPosition()).isEqualTo(position(3001));
        windows.close();
        sessions.close();
        versions.close();
    }

    /// A task that is revived has the record that it worked on before it was suspended.
    @Test
    void whatIsRestoredDoesNotTakeThePositionOfTheTasksRecord() {
        StoreContext context = context();
        KeyValueStore<Bytes, byte[]> store = context.open(CoexStores.keyValueStore("s").get());
        context.at(41);
        context.restore(
                List.of(
                        new ConsumerRecord<>(
                                "changelog",
                                StoreContext.CHANGELOG.partition(),
                                0,
                                key(0).get(),
                                value(0))));
        assertThat(number(store.get(key(0)))).isZero();
        assertThat(store.getPosition()).isEqualTo(Position.emptyPosition());
        store.put(key(0), value(1));
        assertThat(store.getPosition()).isEqualTo(position(41));
        store.close();
    }

    private static Position position(long offset) {
        return Position.emptyPosition()
                .withComponent("input", StoreContext.CHANGELOG.partition(), offset);
    }

    private static QueryResult<byte[]> ask(
            KeyValueStore<Bytes, byte[]> store, PositionBound bound) {
        return store.query(KeyQuery.<Bytes, byte[]>withKey(key(0)), bound, new QueryConfig(false));
    }

    // The end

    @Test
    void aClosedStoreSaysSo() {
        KeyValueStore<Bytes, byte[]> store =
                context().open(CoexStores.keyValueStore("store").get());
        store.put(key(0), value(0));
        KeyValueIterator<Bytes, byte[]> open = store.all();
        store.close();
        store.close();

        assertThat(store.isOpen()).isFalse();
        assertThatThrownBy(() -> store.get(key(0))).isInstanceOf(InvalidStateStoreException.class);
        assertThatThrownBy(() -> store.put(key(0), value(0)))
                .isInstanceOf(InvalidStateStoreException.class);
        assertThatThrownBy(store::all).isInstanceOf(InvalidStateStoreException.class);
        assertThatThrownBy(open::hasNext).isInstanceOf(InvalidStateStoreException.class);
        open.close();
        assertThat(ask(store, PositionBound.unbounded()).getFailureReason())
                .isEqualTo(FailureReason.STORE_EXCEPTION);
    }

    @Test
    void closedStoresOfEveryKindSaySo() {
        Duration minute = Duration.ofMinutes(1);
        Bytes key = key(0);
        WindowStore<Bytes, byte[]> windows =
                context().open(CoexStores.windowStore("windows", minute, minute, false).get());
        windows.put(key, value(0), 1000);
        var openWindows = windows.all();
        windows.close();
        saysThatItIsClosed(() -> windows.put(key, value(0), 1000));
        saysThatItIsClosed(() -> windows.fetch(key, 1000));
        saysThatItIsClosed(() -> windows.fetch(key, 0, 1000));
        saysThatItIsClosed(windows::all);
        saysThatItIsClosed(openWindows::hasNext);

        SessionStore<Bytes, byte[]> sessions =
                context().open(CoexStores.sessionStore("sessions", minute).get());
        Windowed<Bytes> session = new Windowed<>(key, new SessionWindow(0, 1000));
        sessions.put(session, value(0));
        var openSessions = sessions.fetch(key);
        sessions.close();
        saysThatItIsClosed(() -> sessions.put(session, value(0)));
        saysThatItIsClosed(() -> sessions.remove(session));
        saysThatItIsClosed(() -> sessions.fetchSession(key, 0, 1000));
        saysThatItIsClosed(() -> sessions.fetch(key));
        saysThatItIsClosed(openSessions::next);

        var versions =
                (VersionedBytesStore)
                        context().open(CoexStores.versionedKeyValueStore("versions", minute).get());
        versions.put(key, value(0), 1000);
        versions.close();
        saysThatItIsClosed(() -> versions.put(key, value(0), 1000));
        saysThatItIsClosed(() -> versions.get(key));
        saysThatItIsClosed(() -> versions.get(key, 1000));
        saysThatItIsClosed(() -> versions.delete(key, 1000));
    }

    private static void saysThatItIsClosed(ThrowingCallable what) {
        assertThatThrownBy(what)
                .isInstanceOf(InvalidStateStoreException.class)
                .hasMessageMatching("Store (windows|sessions|versions) is currently closed");
    }

    @Test
    void aStoreCanBeOpenedAgain() {
        KeyValueStore<Bytes, byte[]> store = CoexStores.keyValueStore("store").get();
        for (int i = 0; i < 3; i++) {
            context().open(store);
            assertThat(store.get(key(0))).isNull();
            store.put(key(0), value(i));
            assertThat(number(store.get(key(0)))).isEqualTo(i);
            store.close();
        }
    }

    @Test
    void anIteratorThatWasClosedSaysSo() {
        KeyValueStore<Bytes, byte[]> store =
                context().open(CoexStores.keyValueStore("store").get());
        KeyValueIterator<Bytes, byte[]> all = store.all();
        all.close();
        assertThatThrownBy(all::hasNext).isInstanceOf(InvalidStateStoreException.class);
        store.close();
    }

    @Test
    @Timeout(60)
    void aQueryThatRunsWhileTheStoreClosesEndsInOrder() throws Exception {
        for (int round = 0; round < 20; round++) {
            KeyValueStore<Bytes, byte[]> store =
                    context().open(CoexStores.keyValueStore("store").get());
            for (int i = 0; i < 2000; i++) {
                store.put(key(i), value(i));
            }
            try (ExecutorService reader = Executors.newSingleThreadExecutor()) {
                Future<?> reading =
                        reader.submit(
                                () -> {
                                    while (true) {
                                        Found.all(store.all());
                                        store.get(key(7));
                                    }
                                });
                Thread.onSpinWait();
                store.close();
                assertThatThrownBy(() -> reading.get(30, TimeUnit.SECONDS))
                        .hasRootCauseInstanceOf(Exception.class)
                        .cause()
                        .isInstanceOf(InvalidStateStoreException.class);
            }
        }
    }

    // Limits

    @Test
    void aStoreThatIsFullFailsAndKeepsWhatItHas() {
        StoreContext context = context().with(StoreSettings.STORE_BYTES + ".store", "300000");
        KeyValueStore<Bytes, byte[]> store = context.open(CoexStores.keyValueStore("store").get());
        assertThatThrownBy(() -> fill(store))
                .isInstanceOf(StoreFullException.class)
                .hasMessageContaining("store full: store=store")
                .hasMessageContaining("coex.streams.store.bytes");
        assertThat(number(store.get(key(100)))).isEqualTo(100);
        store.close();
    }

    @Test
    @Timeout(120)
    void aHeapThatIsFullFailsTheTask() {
        StoreContext context =
                context()
                        .with(StoreSettings.HEAP_BYTES, 4 << 20)
                        .with(StoreSettings.FULL_WAIT, "50");
        KeyValueStore<Bytes, byte[]> store = context.open(CoexStores.keyValueStore("store").get());
        assertThatThrownBy(() -> fill(store))
                .isInstanceOf(StoreFullException.class)
                .hasMessageContaining("heap of stores full: store=store waitedMillis=50")
                .hasMessageContaining("coex.streams.heap.bytes");
        assertThat(number(store.get(key(100)))).isEqualTo(100);
        store.close();
    }

    /// The heap has room for all entries, and not for all of them twice.
    private static final int LARGE = 5000;

    private StoreContext smallHeap() {
        return context()
                .with(StoreSettings.HEAP_BYTES, 8 << 20)
                .with(StoreSettings.FULL_WAIT, 100_000);
    }

    private static void putLarge(KeyValueStore<Bytes, byte[]> store, int first) {
        for (int i = 0; i < LARGE; i++) {
            byte[] value = new byte[1000];
            value[0] = (byte) first;
            store.put(key(i), value);
        }
    }

    @Test
    @Timeout(150)
    void aStoreWaitsUntilAnIteratorGivesRoom() throws Exception {
        StoreContext context = smallHeap();
        KeyValueStore<Bytes, byte[]> store = context.open(CoexStores.keyValueStore("store").get());
        putLarge(store, 1);
        KeyValueIterator<Bytes, byte[]> all = store.all();
        try (ExecutorService writer = Executors.newSingleThreadExecutor()) {
            Future<?> writing = writer.submit(() -> putLarge(store, 2));
            while (context.metric("wait-ms-total") == 0) {
                assertThat(writing.isDone()).isFalse();
                Thread.onSpinWait();
            }
            assertThat(all.next().value).startsWith(1);
            all.close();
            writing.get(100, TimeUnit.SECONDS);
        }
        assertThat(store.get(key(LARGE - 1))).startsWith(2);
        store.close();
    }

    @Test
    @Timeout(150)
    void anIteratorThatIsDroppedGivesRoom() throws Exception {
        StoreContext context = smallHeap();
        KeyValueStore<Bytes, byte[]> store = context.open(CoexStores.keyValueStore("store").get());
        putLarge(store, 1);
        assertThat(store.all().next().value).startsWith(1); // and is closed by nobody
        try (ExecutorService writer = Executors.newSingleThreadExecutor()) {
            Future<?> writing = writer.submit(() -> putLarge(store, 2));
            while (!writing.isDone()) {
                System.gc();
            }
            writing.get();
        }
        store.close();
    }

    @Test
    void aFileForWhichThereIsNoRoomIsAFullStore() {
        KeyValueStore<Bytes, byte[]> store =
                new StoreContext(folder).open(CoexStores.keyValueStore("store").get());
        putLarge(store, 1);
        store.commit(Map.of(StoreContext.CHANGELOG, 4999L));
        store.close();

        StoreContext small = new StoreContext(folder).with(StoreSettings.HEAP_BYTES, 4 << 20);
        assertThatThrownBy(() -> small.open(CoexStores.keyValueStore("store").get()))
                .isInstanceOf(StoreFullException.class)
                .hasMessageContaining("store=store cannot be read from its file")
                .hasMessageContaining("coex.streams.heap.bytes");
        new StoreContext(folder).open(store); // the file is as it was, and the heap is gone
        assertThat(store.get(key(LARGE - 1))).startsWith(1);
        store.close();
    }

    @Test
    void theHeapHasBeansIfThatIsSet() throws Exception {
        ObjectName beans = new ObjectName("coex:type=Heap,*");
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Set<ObjectName> before = server.queryNames(beans, null);
        for (int i = 0; i < 3; i++) {
            KeyValueStore<Bytes, byte[]> store =
                    context()
                            .with(StoreSettings.JMX, "true")
                            .open(CoexStores.keyValueStore("store").get());
            Set<ObjectName> names = new HashSet<>(server.queryNames(beans, null));
            names.removeAll(before);
            assertThat(names).hasSize(1);
            assertThat(names.iterator().next().getKeyProperty("name"))
                    .contains("streams-")
                    .doesNotContain("#");
            store.close();
            assertThat(server.queryNames(beans, null)).isEqualTo(before);
        }
    }

    private static void fill(KeyValueStore<Bytes, byte[]> store) {
        for (int i = 0; i < 1_000_000; i++) {
            store.put(key(i), value(i));
        }
    }

    @Test
    void whatHasExpiredMakesRoom() {
        StoreContext context = context().with(StoreSettings.STORE_BYTES, 2_000_000);
        Duration minute = Duration.ofMinutes(1);
        WindowStore<Bytes, byte[]> store =
                context.open(
                        CoexStores.windowStore("store", minute.multipliedBy(2), minute, false)
                                .get());
        for (int i = 0; i < 100_000; i++) {
            store.put(key(i), value(i), i * 100L); // of which the limit has room for a fraction
        }
        assertThat(Found.all(store.all())).hasSize(1200);
        store.close();
    }

    /// What the stream thread allocates stands for what it looks at: counting what a store has left
    /// out keeps a place for each object.
    @Test
    void droppingASegmentOfALimitedStoreTakesTheSameWhateverIsInIt() {
        droppingASegment(2_000); // loads classes
        long few = droppingASegment(2_000);
        assertThat(droppingASegment(100_000)).isLessThan(few + 500_000);
    }

    /// The bytes that the stream thread allocates when a segment with so many windows expires.
    private long droppingASegment(int windows) {
        Duration minute = Duration.ofMinutes(1);
        StoreContext context = context().with(StoreSettings.STORE_BYTES, 1L << 30);
        WindowStore<Bytes, byte[]> store =
                context.open(
                        CoexStores.windowStore("store", minute.multipliedBy(2), minute, false)
                                .get());
        for (int i = 0; i < windows; i++) {
            store.put(key(i), value(i), i % 60_000);
        }
        long allocated = Allocations.of(() -> store.put(key(0), value(0), 600_000));
        assertThat(Found.all(store.all())).hasSize(1);
        store.close();
        return allocated;
    }

    @Test
    void aSettingThatMakesNoSenseIsNamed() {
        assertThatThrownBy(
                        () ->
                                context()
                                        .with(StoreSettings.HEAP_BYTES, "much")
                                        .open(CoexStores.keyValueStore("store").get()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(StoreSettings.HEAP_BYTES)
                .hasMessageContaining("whole number");
        assertThatThrownBy(
                        () ->
                                context()
                                        .with(StoreSettings.JMX, "perhaps")
                                        .open(CoexStores.keyValueStore("store").get()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("true or false");
    }

    @Test
    void metricsTellOfTheStore() {
        StoreContext context = context();
        KeyValueStore<Bytes, byte[]> store = context.open(CoexStores.keyValueStore("store").get());
        for (int i = 0; i < 2000; i++) {
            store.put(key(i), value(i));
        }
        assertThat(context.metric("entries")).isEqualTo(2000);
        assertThat(context.metric("bytes-held")).isGreaterThan(8 * 1024);
        assertThat(context.metric("heap-bytes-maximum")).isPositive();
        double used = context.metric("heap-bytes-used");
        assertThat(used).isGreaterThan(context.metric("bytes-held"));
        store.put(key(0), new byte[4 << 20]); // goes into the map at once
        store.put(key(1), value(1));
        assertThat(context.metric("heap-bytes-used")).isGreaterThan(used + (4 << 20) - 1);
        assertThat(context.metric("file-bytes")).isZero();
        store.close();
        assertThat(context.metrics().metrics().keySet())
                .noneMatch(name -> name.group().equals("stream-coex-state-metrics"));
    }

    @Test
    @Timeout(60)
    void aMetricTellsHowLargeTheFileIs() throws Exception {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = context.open(CoexStores.keyValueStore("store").get());
        assertThat(context.metric("file-bytes")).isZero();
        for (int i = 0; i < 2000; i++) {
            store.put(key(i), value(i));
        }
        store.commit(Map.of(StoreContext.CHANGELOG, 1999L));
        while (context.metric("file-bytes") == 0) { // until it was saved
            Thread.onSpinWait();
        }
        assertThat(context.metric("file-bytes"))
                .isGreaterThan(2000 * 8)
                .isEqualTo(Files.size(folder.resolve("coex").resolve("store.coex")));
        store.close();
    }

    /// Whoever reports metrics has found them before.
    @Test
    void metricsOfAClosedStoreAreNumbers() {
        StoreContext context = context();
        KeyValueStore<Bytes, byte[]> store = context.open(CoexStores.keyValueStore("store").get());
        store.put(key(0), value(0));
        List<KafkaMetric> gauges = gauges(context);
        assertThat(gauges).hasSize(7);
        store.close();
        assertThat(gauges).allSatisfy(each -> assertThat(each.metricValue()).isEqualTo(0.0));
    }

    @Test
    @Timeout(60)
    void metricsCanBeReadWhileAStoreCloses() throws Exception {
        for (int round = 0; round < 100; round++) {
            StoreContext context = context();
            KeyValueStore<Bytes, byte[]> store =
                    context.open(CoexStores.keyValueStore("store").get());
            for (int i = 0; i < 500; i++) {
                store.put(key(i), value(i));
            }
            List<KafkaMetric> gauges = gauges(context);
            AtomicBoolean done = new AtomicBoolean();
            try (ExecutorService reporter = Executors.newSingleThreadExecutor()) {
                Future<?> reading =
                        reporter.submit(
                                () -> {
                                    do {
                                        gauges.forEach(KafkaMetric::metricValue);
                                    } while (!done.get());
                                });
                store.close();
                done.set(true);
                reading.get(30, TimeUnit.SECONDS);
            }
        }
    }

    private static List<KafkaMetric> gauges(StoreContext context) {
        return context.metrics().metrics().values().stream()
                .filter(each -> each.metricName().group().equals("stream-coex-state-metrics"))
                .map(KafkaMetric.class::cast)
                .toList();
    }
}
