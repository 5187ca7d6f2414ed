package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import coex.kafka.streams.instance.StoreSettings;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// What a store finds again when it is opened once more on the same folder.
@Timeout(120)
class LocalStateTest {

    @TempDir Path folder;

    private KeyValueStore<Bytes, byte[]> open(StoreContext context) {
        return context.open(CoexStores.keyValueStore("store").get());
    }

    private Path file() {
        return folder.resolve("coex").resolve("store.coex");
    }

    private static Bytes key(int number) {
        return Bytes.wrap(("key " + number).getBytes());
    }

    private static byte[] value(int number) {
        return ("value " + number).getBytes();
    }

    /// Puts entries and commits them, `commits` times. The offset is the number of the last entry.
    private void commit(KeyValueStore<Bytes, byte[]> store, StoreContext context, int... commits) {
        for (int last : commits) {
            for (int i = 0; i <= last; i++) {
                context.at(i);
                store.put(key(i), value(i));
            }
            store.commit(Map.of(StoreContext.CHANGELOG, (long) last));
        }
    }

    @Test
    void whatWasCommittedIsThereWithItsOffsetsAndPosition() {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 2999);
        store.close();

        KeyValueStore<Bytes, byte[]> again = open(new StoreContext(folder));
        assertThat(again.committedOffset(StoreContext.CHANGELOG)).isEqualTo(2999);
        assertThat(again.getPosition())
                .isEqualTo(Position.emptyPosition().withComponent("input", 3, 2999));
        assertThat(again.approximateNumEntries()).isEqualTo(3000);
        assertThat(again.get(key(1234))).isEqualTo(value(1234));
        again.close();
    }

    @Test
    void whatWasNotCommittedIsNotThere() {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 9);
        store.put(key(10), value(10));
        store.close();

        KeyValueStore<Bytes, byte[]> again = open(new StoreContext(folder));
        assertThat(again.committedOffset(StoreContext.CHANGELOG)).isEqualTo(9);
        assertThat(again.get(key(10))).isNull();
        again.close();
    }

    @Test
    void aStoreWithoutFilesHasCommittedNothing() {
        StoreContext context = new StoreContext(folder).with(StoreSettings.LOCAL_STATE, "false");
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 9);
        assertThat(store.committedOffset(StoreContext.CHANGELOG)).isNull();
        store.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void beforeTheFirstCommitTheFolderIsEmpty() {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        store.put(key(0), value(0));
        store.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aTornLastSaveLeavesTheOneBefore() throws IOException {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 99);
        store.close(); // the first segment
        store = open(context);
        commit(store, context, 199);
        store.close(); // the second
        try (RandomAccessFile file = new RandomAccessFile(file().toFile(), "rw")) {
            file.setLength(file.length() - 1);
        }

        KeyValueStore<Bytes, byte[]> again = open(new StoreContext(folder));
        assertThat(again.committedOffset(StoreContext.CHANGELOG)).isEqualTo(99);
        assertThat(again.approximateNumEntries()).isEqualTo(100);
        again.close();
    }

    @Test
    void aBadFileLeavesEverythingToTheChangelog() throws IOException {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 999);
        store.close();
        try (RandomAccessFile file = new RandomAccessFile(file().toFile(), "rw")) {
            file.seek(file.length() / 2);
            int good = file.read();
            file.seek(file.length() / 2);
            file.write(~good);
        }

        StoreContext next = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> again = open(next);
        assertThat(again.committedOffset(StoreContext.CHANGELOG)).isNull();
        assertThat(again.approximateNumEntries()).isZero();
        assertThat(file()).doesNotExist();
        commit(again, next, 5);
        again.close();
        KeyValueStore<Bytes, byte[]> once = open(new StoreContext(folder));
        assertThat(once.approximateNumEntries()).isEqualTo(6);
        once.close();
    }

    @Test
    void aFileOfAnotherKindOfStoreIsNotUsed() {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 9);
        store.close();

        KeyValueStore<Bytes, byte[]> other =
                new StoreContext(folder).open(CoexStores.timestampedKeyValueStore("store").get());
        assertThat(other.committedOffset(StoreContext.CHANGELOG)).isNull();
        assertThat(other.approximateNumEntries()).isZero();
        other.close();
    }

    private static void waitUntilOlderThan(long millis) {
        long now = System.currentTimeMillis();
        while (System.currentTimeMillis() - now <= millis) {
            Thread.onSpinWait();
        }
    }

    /// The changelog may have forgotten that keys were removed since.
    @Test
    void aFileThatIsTooOldLeavesEverythingToTheChangelog() {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 99);
        store.close();
        waitUntilOlderThan(5);
        KeyValueStore<Bytes, byte[]> young = open(new StoreContext(folder));
        assertThat(young.approximateNumEntries()).isEqualTo(100);
        young.close();

        KeyValueStore<Bytes, byte[]> old =
                open(new StoreContext(folder).with(StoreSettings.MAXIMUM_AGE, "5"));
        assertThat(old.committedOffset(StoreContext.CHANGELOG)).isNull();
        assertThat(old.approximateNumEntries()).isZero();
        assertThat(file()).doesNotExist();
        old.close();
    }

    @Test
    void aFileWithoutAChangelogIsNeverTooOld() {
        StoreContext context = new StoreContext(folder).with(StoreSettings.MAXIMUM_AGE, "5");
        KeyValueStore<Bytes, byte[]> store = open(context);
        store.put(key(1), value(1));
        store.commit(Map.of());
        store.close();
        waitUntilOlderThan(5);

        KeyValueStore<Bytes, byte[]> again = open(context);
        assertThat(again.approximateNumEntries()).isEqualTo(1);
        again.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 3_600_000})
    void commitsKeepAFileYoungIfNothingChanges(long maximumAge) throws IOException {
        StoreContext context = new StoreContext(folder).with(StoreSettings.MAXIMUM_AGE, maximumAge);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 9);
        while (!Files.exists(file())) {
            Thread.onSpinWait(); // until the save of the commit is whole
        }
        long size = Files.size(file());
        waitUntilOlderThan(5);
        store.commit(Map.of(StoreContext.CHANGELOG, 9L));
        store.close();
        assertThat(Files.size(file()) > size).isEqualTo(maximumAge == 20);
    }

    @Test
    void aSaveThatFailedIsMadeUpFor() throws IOException {
        Files.createFile(folder.resolve("coex")); // where the folder of the files should be
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 9);
        while (context.metric("failed-saves") == 0) {
            Thread.onSpinWait();
        }
        Files.delete(folder.resolve("coex"));
        store.commit(Map.of(StoreContext.CHANGELOG, 9L)); // of which nothing is new
        store.close();

        KeyValueStore<Bytes, byte[]> again = open(new StoreContext(folder));
        assertThat(again.approximateNumEntries()).isEqualTo(10);
        again.close();
    }

    // Exactly-once

    private StoreContext exactlyOnce() {
        return new StoreContext(folder).with("processing.guarantee", "exactly_once_v2");
    }

    /// A running task with exactly-once does not commit its stores. The heap has room for what the
    /// store holds, and not for what it held once more.
    @Test
    void aFileHoldsNothingWhileATaskWithExactlyOnceGoesOn() {
        StoreContext context =
                exactlyOnce()
                        .with(StoreSettings.HEAP_BYTES, 8 << 20)
                        .with(StoreSettings.FULL_WAIT, 60_000);
        KeyValueStore<Bytes, byte[]> store = open(context);
        putLarge(store, 1);
        store.commit(Map.of(StoreContext.CHANGELOG, 4999L));
        putLarge(store, 2);
        putLarge(store, 3);
        assertThat(store.get(key(4999))).startsWith(3);
        store.commit(Map.of(StoreContext.CHANGELOG, 14_999L));
        store.close();

        KeyValueStore<Bytes, byte[]> again = open(exactlyOnce());
        assertThat(again.committedOffset(StoreContext.CHANGELOG)).isEqualTo(14_999);
        assertThat(again.get(key(0))).startsWith(3);
        again.close();
    }

    private static void putLarge(KeyValueStore<Bytes, byte[]> store, int first) {
        for (int i = 0; i < 5000; i++) {
            byte[] value = new byte[1000];
            value[0] = (byte) first;
            store.put(key(i), value);
        }
    }

    /// Its stores are committed, also with exactly-once, and what was saved before is of use.
    @Test
    void aStandbyReplicaSavesWhatHasChanged() throws IOException {
        StoreContext context = exactlyOnce();
        KeyValueStore<Bytes, byte[]> store = open(context);
        context.restore(changes(20_000));
        store.commit(Map.of(StoreContext.CHANGELOG, 19_999L));
        store.close();
        long whole = Files.size(file());
        store = open(context);
        context.restore(changes(2000));
        store.commit(Map.of(StoreContext.CHANGELOG, 21_999L));
        store.close();
        // Written anew it would be as long as before.
        assertThat(Files.size(file())).isBetween(whole + whole / 100, whole + whole / 2);
    }

    private static List<ConsumerRecord<byte[], byte[]>> changes(int count) {
        return IntStream.range(0, count).mapToObj(i -> change(i, value(-i))).toList();
    }

    /// That is how Kafka Streams says that the state is corrupt.
    @Test
    void aCommitWithoutOffsetsForgetsWhatWasCommitted() {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 9);
        store.commit(Map.of());
        assertThat(store.committedOffset(StoreContext.CHANGELOG)).isNull();
        assertThat(file()).doesNotExist();
        store.close();
        assertThat(file()).doesNotExist();
    }

    /// Its commits never have offsets.
    @Test
    void aStoreWithoutAChangelogIsSaved() {
        KeyValueStore<Bytes, byte[]> store = open(new StoreContext(folder));
        store.put(key(1), value(1));
        store.commit(Map.of());
        store.put(key(2), value(2));
        store.commit(Map.of());
        store.close();

        KeyValueStore<Bytes, byte[]> again = open(new StoreContext(folder));
        assertThat(again.approximateNumEntries()).isEqualTo(2);
        again.close();
    }

    @Test
    void windowsKnowTheirTimeAndTheirNumbersAgain() {
        Duration minute = Duration.ofMinutes(1);
        var supplier = CoexStores.windowStore("store", minute.multipliedBy(10), minute, true);
        WindowStore<Bytes, byte[]> store = new StoreContext(folder).open(supplier.get());
        store.put(key(1), value(1), 1_000_000);
        store.put(key(1), value(2), 2_000_000);
        store.commit(Map.of(StoreContext.CHANGELOG, 1L));
        store.close();

        WindowStore<Bytes, byte[]> again = new StoreContext(folder).open(supplier.get());
        again.put(key(1), value(3), 2_000_000);
        again.put(key(1), value(4), 1_000_000); // has expired
        assertThat(Found.all(again.fetch(key(1), 0, 3_000_000))).hasSize(2);
        again.close();
    }

    @Test
    void aChangelogIsReadOnTopOfTheFile() {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 9);
        store.close();

        StoreContext next = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> again = open(next);
        next.restore(List.of(change(10, value(10)), change(0, null)));
        assertThat(again.approximateNumEntries()).isEqualTo(10);
        assertThat(again.get(key(0))).isNull();
        assertThat(again.get(key(10))).isEqualTo(value(10));
        again.close();
    }

    private static ConsumerRecord<byte[], byte[]> change(int number, byte[] value) {
        return new ConsumerRecord<>(
                StoreContext.CHANGELOG.topic(),
                StoreContext.CHANGELOG.partition(),
                number,
                key(number).get(),
                value);
    }

    @Test
    void aSecondCommitOfTheSameAddsNothing() throws IOException {
        StoreContext context = new StoreContext(folder);
        KeyValueStore<Bytes, byte[]> store = open(context);
        commit(store, context, 99);
        store.close();
        long size = Files.size(file());
        store = open(context);
        store.put(key(1), value(1));
        store.commit(Map.of(StoreContext.CHANGELOG, 99L));
        store.close();
        long changed = Files.size(file());
        store = open(context);
        store.close();
        assertThat(Files.size(file())).isEqualTo(changed);
        assertThat(changed - size).isLessThan(size); // what has changed, and not everything
    }
}
