// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.instance;

import coex.collections.PersistentSortedMap;
import coex.collections.SaveFile;
import coex.collections.SavedFileException;
import coex.kafka.streams.table.SnapshotTable;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The file of one store. A commit hands over a version of the store, which costs a pointer, with
/// the offsets of the changelog that it contains; a thread of the instance saves what is new in it,
/// while the stream goes on. If commits come faster than the disk is, the newest is saved.
///
/// Entries and offsets are one save, so whatever a crash leaves is a moment of the store, with its
/// offsets: the changelog has what came later. A file that cannot be read is deleted, and the
/// changelog has everything.
///
/// A changelog forgets that keys were removed after a while (`delete.retention.ms`). Read on top of
/// entries that are older, it would leave keys that are gone. So a file that is too old is deleted
/// too, and one of which nothing has changed is saved again in time.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | [#restore], [#commit], [#letGo], [#committedOffset], [#close] | the writer | `close`, and a commit that forgets: for the disk |
/// | what the saver calls | the saver of the instance | for the disk |
public final class LocalState {

    private static final Logger LOG = LoggerFactory.getLogger(LocalState.class);

    private final Path path;
    private final String format;
    private final Duration maximumAge;
    private final InstanceHeap instance;

    /// Guards the file, and is held while it is written.
    private final ReentrantLock saving = new ReentrantLock();

    /// Null if there is none yet. Guarded by `saving`.
    private SaveFile<PersistentSortedMap<byte[], byte[]>> file;

    /// What is to be saved next, or null. Guarded by this object's monitor.
    private Handed handed;

    // For the writer only

    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private long committedChanges = -1;

    /// Of what was handed over, or restored, last.
    private long handedTime;

    /// Whether the file may hold the version that it has.
    private boolean holds = true;

    /// Bytes of the file.
    ///
    /// - writers: who holds `saving`
    /// - readers: any thread, for metrics
    /// - ordering: volatile, so that it is not torn
    private volatile long fileBytes;

    /// How many saves have failed.
    ///
    /// - writers: who holds `saving`
    /// - readers: any thread, for metrics
    /// - ordering: volatile, so that it is not torn
    private volatile long failures;

    /// Whether the last save failed.
    ///
    /// - writers: who holds `saving`
    /// - readers: the writer, when it commits
    /// - ordering: volatile, so that it is seen; a commit that misses it leaves it to the next
    private volatile boolean lastFailed;

    private record Handed(PersistentSortedMap<byte[], byte[]> version, SavedMoment moment) {}

    /// What a file had: the entries are the caller's.
    public record Restored(PersistentSortedMap<byte[], byte[]> entries, SavedMoment moment) {}

    /// @param format how the store writes its keys and values
    /// @param maximumAge of what a file has, if there is a changelog
    public LocalState(Path path, String format, Duration maximumAge, InstanceHeap instance) {
        this.path = path;
        this.format = format;
        this.maximumAge = maximumAge;
        this.instance = instance;
    }

    private PersistentSortedMap<byte[], byte[]> empty() {
        return SnapshotTable.empty(instance.collections());
    }

    // Restoring

    /// What was saved last; nothing if there is no file, or none that can be read.
    public Restored restore() {
        saving.lock();
        try {
            if (!Files.exists(path)) {
                return nothing();
            }
            file = SaveFile.open(path, empty());
            SavedMoment moment = SavedMoment.of(file.metadata(), format);
            requireYoung(moment);
            file.damage()
                    .ifPresent(
                            damage ->
                                    LOG.warn(
                                            "Last save is not whole, the one before it counts:"
                                                    + " file={} {}",
                                            path,
                                            damage));
            committed.putAll(moment.offsets());
            handedTime = moment.time();
            fileBytes = file.bytes();
            return new Restored(file.current(), moment);
        } catch (SavedFileException e) {
            return without(e);
        } catch (IOException e) {
            if (file == null) {
                throw new ProcessorStateException(
                        "Cannot open the file of a store: file=" + path, e);
            }
            return without(e);
        } finally {
            saving.unlock();
        }
    }

    /// Of a store without a changelog the file is all there is, however old.
    private void requireYoung(SavedMoment moment) throws IOException {
        long age = System.currentTimeMillis() - moment.time();
        if (age > maximumAge.toMillis() && !moment.offsets().isEmpty()) {
            throw new IOException(
                    "it is too old: ageMillis=%d most=%d; %s says how old it may be"
                            .formatted(age, maximumAge.toMillis(), StoreSettings.MAXIMUM_AGE));
        }
    }

    private Restored without(IOException cause) {
        LOG.warn(
                "Cannot use the file of a store, restoring from the changelog: file={} {}",
                path,
                cause.getMessage());
        delete();
        return nothing();
    }

    private Restored nothing() {
        return new Restored(empty(), SavedMoment.NONE);
    }

    /// The changelog's offset of what was committed last; null if nothing was.
    public Long committedOffset(TopicPartition partition) {
        return committed.get(partition);
    }

    public long fileBytes() {
        return fileBytes;
    }

    /// How many saves have failed since the store was opened.
    public long failures() {
        return failures;
    }

    // Saving

    /// The offsets as a commit makes them; see [org.apache.kafka.streams.processor.StateStore].
    ///
    /// @return whether there is something to be handed over
    public boolean commit(Map<TopicPartition, Long> offsets, long changes) {
        if (offsets.isEmpty() && !committed.isEmpty()) {
            forget();
            return false;
        }
        boolean moved = changes != committedChanges || isAging() || lastFailed;
        for (Map.Entry<TopicPartition, Long> each : offsets.entrySet()) {
            Long before =
                    each.getValue() == null
                            ? committed.remove(each.getKey())
                            : committed.put(each.getKey(), each.getValue());
            moved |= before == null || !before.equals(each.getValue());
        }
        committedChanges = changes;
        return moved;
    }

    /// Whether what was handed over last should be saved again because it becomes too old.
    private boolean isAging() {
        return System.currentTimeMillis() - handedTime > maximumAge.toMillis() / 4;
    }

    public Map<TopicPartition, Long> committed() {
        return Map.copyOf(committed);
    }

    /// Has a version saved, which is this object's from then on.
    public void hand(PersistentSortedMap<byte[], byte[]> version, SavedMoment moment) {
        handedTime = moment.time();
        holds = true;
        Handed before;
        synchronized (this) {
            before = handed;
            handed = new Handed(version, moment);
        }
        if (before != null) {
            before.version().close(); // its save has not begun
            return;
        }
        instance.onSaver(this::saveNewest);
    }

    /// No commit will come for long: the file stays as it is, and holds nothing in the heap; the
    /// next save is a whole one.
    public void letGo() {
        if (holds) {
            holds = false;
            instance.onSaver(this::letGoOfFile);
        }
    }

    private void letGoOfFile() {
        saving.lock();
        try {
            if (file != null) {
                file.letGo();
            }
        } finally {
            saving.unlock();
        }
    }

    private synchronized Handed take() {
        Handed next = handed;
        handed = null;
        return next;
    }

    /// Saves what was handed over last, if that was not done yet. Without a save the store is as
    /// good as with one: the changelog has everything, and the next commit tries again, also if
    /// nothing has changed.
    private void saveNewest() {
        saving.lock();
        try {
            Handed next = take();
            if (next == null) {
                return;
            }
            try (var version = next.version()) {
                if (file == null) {
                    Files.createDirectories(path.getParent());
                    file = SaveFile.open(path, empty());
                }
                file.save(version, next.moment().toBytes(format));
                fileBytes = file.bytes();
                lastFailed = false;
            }
        } catch (IOException | RuntimeException e) {
            failures = failures + 1;
            lastFailed = true;
            LOG.error("Cannot save a store; what was saved before still counts: file={}", path, e);
        } finally {
            saving.unlock();
        }
    }

    /// Nothing that was saved counts any more.
    private void forget() {
        committed.clear();
        committedChanges = -1;
        saving.lock();
        try {
            Handed dropped = take();
            if (dropped != null) {
                dropped.version().close();
            }
            delete();
        } finally {
            saving.unlock();
        }
    }

    private void delete() {
        try {
            closeFile();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new ProcessorStateException("Cannot delete the file of a store: " + path, e);
        }
    }

    private void closeFile() throws IOException {
        if (file != null) {
            file.close();
            file = null;
        }
        fileBytes = 0;
    }

    /// Saves what was handed over, and closes the file.
    public void close() {
        saveNewest();
        saving.lock();
        try {
            closeFile();
            committed.clear();
            committedChanges = -1;
        } catch (IOException e) {
            throw new ProcessorStateException("Cannot close the file of a store: " + path, e);
        } finally {
            saving.unlock();
        }
    }
}
