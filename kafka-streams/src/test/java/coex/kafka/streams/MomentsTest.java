package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import coex.kafka.streams.instance.StoreSettings;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.query.MultiVersionedKeyQuery;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.VersionedBytesStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.state.VersionedRecordIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/// A put may write several entries, and may expire others. Whoever looks while a stream goes on
/// sees the store before a put or after it, and nothing in between.
class MomentsTest {

    private static final int PUTS = 30_000;
    private static final Bytes KEY = Bytes.wrap(new byte[] {'k'});
    private static final Duration RETENTION = Duration.ofMinutes(20);

    /// Of two puts. A put expires what the last but one has written, and cuts it off.
    private static final long STEP = Duration.ofMinutes(19).toMillis();

    @TempDir Path folder;

    private StoreContext context() {
        return new StoreContext(folder).with(StoreSettings.LOCAL_STATE, false);
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    /// Puts 0, 1, 2, ... and has others look all the while.
    private static void putAndLook(IntConsumer put, Runnable look) throws Exception {
        put.accept(0);
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService readers = Executors.newFixedThreadPool(2)) {
            List<Future<?>> looking = new ArrayList<>();
            for (int reader = 0; reader < 2; reader++) {
                looking.add(
                        readers.submit(
                                () -> {
                                    do {
                                        look.run();
                                    } while (!done.get());
                                }));
            }
            try {
                for (int i = 1; i < PUTS; i++) {
                    put.accept(i);
                }
            } finally {
                done.set(true);
            }
            for (Future<?> each : looking) {
                each.get(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    @Timeout(120)
    void theVersionsOfAKeyFollowEachOther() throws Exception {
        StoreContext context = context();
        var store =
                (VersionedBytesStore)
                        context.open(CoexStores.versionedKeyValueStore("store", RETENTION).get());
        context.at(0);
        putAndLook(
                i -> {
                    context.at(i);
                    store.put(KEY, bytes(i), i * 1000L);
                },
                () -> lookAtVersions(store));
        store.close();
    }

    /// At the moment of put `n` the last version is `n`, from then on, and each one before it ends
    /// where the next begins.
    private static void lookAtVersions(VersionedBytesStore store) {
        QueryResult<VersionedRecordIterator<byte[]>> result =
                store.query(
                        MultiVersionedKeyQuery.<Bytes, byte[]>withKey(KEY)
                                .withAscendingTimestamps(),
                        PositionBound.unbounded(),
                        new QueryConfig(false));
        long put = result.getPosition().getPartitionPositions("input").get(3);
        List<VersionedRecord<byte[]>> found = new ArrayList<>();
        result.getResult().forEachRemaining(found::add);
        assertThat(found.getLast().timestamp()).isEqualTo(put * 1000);
        assertThat(found.getLast().validTo()).isEmpty();
        for (int i = 1; i < found.size(); i++) {
            assertThat(found.get(i - 1).validTo()).hasValue(found.get(i).timestamp());
        }
        long expired = put * 1000 - RETENTION.toMillis();
        assertThat(found.getFirst().timestamp()).isLessThanOrEqualTo(Math.max(0, expired));
    }

    /// A removal ends a version, and what comes later for an earlier time divides one.
    @Test
    @Timeout(120)
    void aVersionIsDividedAtOnce() throws Exception {
        StoreContext context = context();
        var store =
                (VersionedBytesStore)
                        context.open(CoexStores.versionedKeyValueStore("store", RETENTION).get());
        putAndLook(
                i -> {
                    long begin = i / 3 * 1000L;
                    switch (i % 3) {
                        case 0 -> store.put(KEY, bytes(0), begin);
                        case 1 -> store.put(KEY, null, begin + 800);
                        default -> store.put(KEY, bytes(1), begin + 400);
                    }
                },
                () -> lookForOverlaps(store));
        store.close();
    }

    private static void lookForOverlaps(VersionedBytesStore store) {
        try (VersionedRecordIterator<byte[]> all =
                store.query(
                                MultiVersionedKeyQuery.<Bytes, byte[]>withKey(KEY)
                                        .fromTime(Instant.EPOCH)
                                        .withAscendingTimestamps(),
                                PositionBound.unbounded(),
                                new QueryConfig(false))
                        .getResult()) {
            VersionedRecord<byte[]> before = null;
            while (all.hasNext()) {
                VersionedRecord<byte[]> next = all.next();
                if (before != null) {
                    assertThat(before.validTo()).isPresent();
                    assertThat(before.validTo().get()).isLessThanOrEqualTo(next.timestamp());
                }
                before = next;
            }
        }
    }

    @Test
    @Timeout(120)
    void aWindowIsThereUntilTheStreamIsPastIt() throws Exception {
        WindowStore<Bytes, byte[]> store =
                context()
                        .open(
                                CoexStores.windowStore(
                                                "store", RETENTION, Duration.ofMinutes(1), false)
                                        .get());
        putAndLook(
                i -> store.put(KEY, bytes(i), i * STEP),
                () -> assertThatTheLastTwoAreThere(starts(store.all())));
        store.close();
    }

    @Test
    @Timeout(120)
    void aSessionIsThereUntilTheStreamIsPastIt() throws Exception {
        SessionStore<Bytes, byte[]> store =
                context().open(CoexStores.sessionStore("store", RETENTION).get());
        putAndLook(
                i ->
                        store.put(
                                new Windowed<>(KEY, new SessionWindow(i * STEP, i * STEP)),
                                bytes(i)),
                () -> assertThatTheLastTwoAreThere(starts(store.fetch(KEY))));
        store.close();
    }

    private static List<Long> starts(KeyValueIterator<Windowed<Bytes>, byte[]> all) {
        try (all) {
            List<Long> starts = new ArrayList<>();
            while (all.hasNext()) {
                KeyValue<Windowed<Bytes>, byte[]> next = all.next();
                starts.add(next.key.window().start());
            }
            return starts;
        }
    }

    private static void assertThatTheLastTwoAreThere(List<Long> starts) {
        long last = starts.getLast();
        assertThat(starts).isEqualTo(last == 0 ? List.of(last) : List.of(last - STEP, last));
    }
}
