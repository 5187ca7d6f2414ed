// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.save.BadSaveException;
import coex.collections.save.SaveEnd;
import coex.gc.SafeRegion;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// A file that follows a collection as it changes: each save adds what is new since the last one.
///
/// <!-- given var collections = PersistentCollections.in(heap); Path path = Path.of("file.save");
/// byte[] offsets = {1}; -->
/// ```java
/// try (var file = SaveFile.open(path, collections.map(Codec.STRING, Codec.LONG))) {
///     PersistentMap<String, Long> map = file.current();         // what was saved last
///     file.save(map.with("tea", 250L), offsets);                // what changed, and some bytes
///     System.out.println(file.current().get("tea"));            // prints 250
/// }
/// ```
///
/// When a save has returned it is on the disk. If the process or the machine stops before, what was
/// saved before is there, with its metadata: never a mixture. A save costs in proportion to what
/// has changed, and is made while others go on to change the collection: a version stays what it
/// is.
///
/// **How it knows what is new.** It keeps the version saved last open, and goes through both
/// together. What both have at the same place, the same node or the same value, is not looked into.
/// So it holds, in the heap, what that version has and later ones have not. If no save will come
/// for long, [#letGo] gives that back, and the next save writes the whole file anew.
///
/// **The file** grows by each save. When what was added is more than what it began with, and at
/// least 64 KiB, the next save writes it anew, beside the old one, and renames it. [#compact] does
/// that at a time of the program's choosing, and on a thread of its own lets saves go on meanwhile.
///
/// Only its owner can read the file, where files have such permissions. It has them again whenever
/// it is written anew: who is to read it besides needs another way.
///
/// A process opens a file once: a lock on a file beside it, with `.lock` at the end of its name,
/// sees to that, and [SavedVersions#save] does not replace a file that is open. Symbolic links are
/// followed when the file is opened. A file with further names (hard links) is written anew by the
/// next save, so that the others keep what they have. If somebody else has put another file in the
/// place of this one, no save or [#compact] touches it: they fail, where the system tells files
/// from each other. If somebody has deleted it the next save writes it anew.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | [#save], [#compact], [#letGo], [#close] | any thread | while others save; for the disk; when the heap is full, for a root |
/// | everything else | any thread | while others save |
///
/// A thread that is attached to the heap is in a [coex.gc.SafeRegion] for as long as any of this
/// takes, so no collection waits for it.
///
/// @param <C> the type of the collection
public final class SaveFile<C extends PersistentCollection> implements AutoCloseable {

    /// What is added is never less before the file is written anew.
    private static final long LEAST_ADDED = 64 << 10;

    private final Path path;
    private final C like;
    private final PersistentCollections heap;
    private final FileClaim claim;

    /// Guards all that follows.
    private final ReentrantLock lock = new ReentrantLock();

    /// The file; null if there is none yet, or if it failed and is to be written anew.
    private FileChannel channel;

    /// What tells the file from others that somebody may put in its place; null if there is none
    /// yet.
    private Object key;

    /// Of what is on the disk for sure.
    private SaveEnd end;

    /// Where the first segment ends.
    private long wholeBytes;

    /// What was saved last, with a root of our own; an empty collection before that. Null if it was
    /// let go.
    private C saved;

    private byte[] metadata;

    /// What was found behind the last whole segment when the file was opened, or null.
    private BadSaveException torn;

    private boolean isClosed;

    private SaveFile(Path path, C like, FileClaim claim) {
        this.path = path;
        this.like = like;
        this.heap = like.heap();
        this.claim = claim;
    }

    /// Opens a file and restores what is in it; if it does not exist it begins with the first save.
    ///
    /// A last segment that is not whole, as a crash in the middle of a save leaves it, is passed
    /// over: [#damage] tells of it.
    ///
    /// @param like an empty collection of the kind, with the codecs
    /// @param <C> the type of the collection
    /// @param path the file
    /// @return the file
    /// @throws SavedFileException if the file is damaged otherwise, or has something else
    /// @throws IOException also if it is open already
    public static <C extends PersistentCollection> SaveFile<C> open(Path path, C like)
            throws IOException {
        Objects.requireNonNull(like, "collection missing");
        try (var _ = like.heap().safeRegion()) {
            return openHere(path, like);
        }
    }

    private static <C extends PersistentCollection> SaveFile<C> openHere(Path path, C like)
            throws IOException {
        Path followed = FileClaim.followed(path);
        SaveFile<C> file = new SaveFile<>(followed, like, FileClaim.toSave(followed));
        try {
            Files.deleteIfExists(SafeFiles.beside(followed, ".new"));
            Files.deleteIfExists(SafeFiles.beside(followed, ".compact"));
            file.restore();
            return file;
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    @SuppressWarnings("unchecked")
    private void restore() throws IOException {
        key = SafeFiles.keyOf(path);
        if (key == null) {
            saved = (C) like.kind().empty();
            metadata = new byte[0];
            return;
        }
        channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        RestoredChain chain =
                RestoredChain.whenThereIsRoom(
                        heap,
                        () -> {
                            channel.position(0);
                            return RestoredChain.of(heap, channel, path.toString(), like);
                        });
        if (chain.versions().size() != 1) {
            chain.versions().forEach(PersistentCollection::close);
            throw new IOException(
                    "file has several versions: restore them with SavedVersions: file=" + path);
        }
        saved = (C) chain.versions().getFirst();
        metadata = chain.metadata();
        end = chain.end();
        wholeBytes = chain.firstEnd().offset();
        torn = chain.torn();
    }

    // Waiting

    /// Waits for the calling thread's turn; until it is closed this thread holds the lock, and is
    /// in a safe region if it is attached to the heap: neither waiting nor the disk holds up a
    /// collection.
    private Turn turn() {
        Turn turn = new Turn(heap.safeRegion());
        lock.lock();
        return turn;
    }

    private final class Turn implements AutoCloseable {
        private final SafeRegion region; // null if the thread is not attached

        Turn(SafeRegion region) {
            this.region = region;
        }

        @Override
        public void close() {
            lock.unlock();
            if (region != null) {
                region.close();
            }
        }
    }

    // Looking

    /// {@return what was saved last: empty if nothing was} The caller's to close or drop.
    ///
    /// @throws IllegalStateException if it was let go, or the file is closed
    public C current() {
        try (var _ = turn()) {
            requireOpen();
            if (saved == null) {
                throw new IllegalStateException(
                        "what was saved last was let go: open the file again: file=" + path);
            }
            return heap.keep(saved);
        }
    }

    /// {@return what was saved with it; empty if nothing was}
    public byte[] metadata() {
        try (var _ = turn()) {
            return metadata.clone();
        }
    }

    /// {@return what was wrong with the last segment when the file was opened, so that the one
    /// before it counts; empty if nothing was}
    public Optional<String> damage() {
        try (var _ = turn()) {
            return Optional.ofNullable(torn).map(BadSaveException::getMessage);
        }
    }

    /// {@return the length of the file; 0 if there is none}
    public long bytes() {
        try (var _ = turn()) {
            return end == null ? 0 : end.offset();
        }
    }

    // Saving

    /// Saves a version, and with it some bytes. When it returns both are on the disk; if it fails
    /// what was saved before still counts, and the next save writes the whole file anew. Only if
    /// somebody else has replaced the file does each save fail, until this is closed and opened
    /// again; what was saved last, [#current], can be saved elsewhere.
    ///
    /// @param version what to save
    /// @param withMetadata the program's own bytes
    /// @throws IllegalArgumentException if the version is of another heap, or of another kind, or
    ///     has values that are nested too deeply, see [SavedVersions]
    /// @throws IOException if the file cannot be read or written, or was replaced by somebody else
    public void save(C version, byte[] withMetadata) throws IOException {
        like.kind().requireSame(version, "version to save");
        Objects.requireNonNull(withMetadata, "metadata missing");
        byte[] bytes = withMetadata.clone();
        try (var _ = turn()) {
            requireOpen();
            C kept = heap.keep(version);
            try {
                if (!isThere() || channel == null || saved == null || addedTooMuch()) {
                    writeAnew(kept, bytes);
                } else {
                    append(kept, bytes);
                }
            } catch (Throwable e) {
                if (saved != kept) {
                    kept.close();
                }
                throw e;
            }
        }
    }

    /// Whether the file is there, by no other name besides. So what is added to it is added to what
    /// its name leads to, and to nothing else.
    private boolean isThere() throws IOException {
        Object now = SafeFiles.keyOf(path);
        if (now == null) {
            return false; // deleted, or never there
        }
        if (!now.equals(key)) {
            throw new IOException(
                    "file was replaced by somebody else since it was opened: close this SaveFile"
                            + " and open it again, or save to another file: file="
                            + path);
        }
        return !SafeFiles.hasOtherNames(path);
    }

    private boolean addedTooMuch() {
        return end.offset() - wholeBytes > Math.max(LEAST_ADDED, wholeBytes);
    }

    private void append(C version, byte[] bytes) throws IOException {
        FileChannel file = channel;
        channel = null; // until it has succeeded
        boolean done = false;
        try {
            if (file.size() > end.offset()) {
                file.truncate(end.offset());
            }
            file.position(end.offset());
            SaveEnd after =
                    new SaveContents(bytes, List.of(version), List.of(saved)).write(file, end);
            file.force(true);
            if (!isThere()) {
                throw new IOException(
                        "file was deleted, or got another name, while it was saved to: file="
                                + path);
            }
            done = true;
            channel = file;
            accept(version, bytes, after);
        } finally {
            if (!done) {
                abandon(file);
            }
        }
    }

    /// Leaves the file as it was before, if the disk lets us.
    private void abandon(FileChannel file) {
        try (file) {
            file.truncate(end.offset());
        } catch (IOException e) {
            // What is behind the last whole segment is passed over.
        }
    }

    private void writeAnew(C version, byte[] bytes) throws IOException {
        Path beside = SafeFiles.beside(path, ".new");
        FileChannel file = SafeFiles.create(beside);
        try {
            SaveEnd after = whole(file, version, bytes);
            install(beside, file, version, bytes, after, after.offset());
        } catch (Throwable e) {
            if (channel != file) {
                discard(beside, file);
            }
            throw e;
        }
    }

    private static SaveEnd whole(FileChannel file, PersistentCollection version, byte[] bytes)
            throws IOException {
        SaveEnd beginning = SaveEnd.beginning(SavedVersions.newIdentity());
        return new SaveContents(bytes, List.of(version), null).write(file, beginning);
    }

    /// Puts a file that was written beside in the place of ours.
    private void install(
            Path beside, FileChannel file, C version, byte[] bytes, SaveEnd after, long whole)
            throws IOException {
        file.force(true);
        Object newKey = SafeFiles.keyOf(beside);
        isThere(); // or nobody's, but not somebody else's
        SafeFiles.replace(beside, path);
        FileChannel old = channel;
        channel = file;
        key = newKey;
        wholeBytes = whole;
        accept(version, bytes, after);
        if (old != null) {
            old.close();
        }
        SafeFiles.forceFolder(path);
    }

    private static void discard(Path beside, FileChannel file) throws IOException {
        try (file) {
            Files.deleteIfExists(beside);
        }
    }

    /// The file has this now.
    private void accept(C version, byte[] bytes, SaveEnd after) {
        if (saved != null && saved != version) {
            saved.close();
        }
        saved = version;
        metadata = bytes;
        end = after;
        torn = null;
    }

    /// Writes the file anew without what old versions had, beside the old one, and renames it.
    /// Others may save meanwhile: what they add is added to the new file before it is renamed.
    /// Nothing happens if nothing was saved yet.
    ///
    /// @throws IOException if the file cannot be read or written, or was replaced by somebody else
    public void compact() throws IOException {
        C from;
        byte[] bytes;
        FileChannel before;
        try (var _ = heap.safeRegion()) {
            try (var _ = turn()) {
                requireOpen();
                if (channel == null || saved == null || end.segments() == 1) {
                    return;
                }
                before = channel;
                bytes = metadata;
                from = heap.keep(saved);
            }
            try (from) {
                compact(from, bytes, before);
            }
        }
    }

    private void compact(C from, byte[] bytes, FileChannel before) throws IOException {
        Path beside = SafeFiles.beside(path, ".compact");
        FileChannel file = SafeFiles.createNew(beside); // one at a time
        boolean installed = false;
        try {
            SaveEnd whole = whole(file, from, bytes);
            file.force(true); // what takes long, while others may save
            try (var _ = turn()) {
                requireOpen();
                if (channel == before && saved != null) {
                    SaveEnd after =
                            new SaveContents(metadata, List.of(saved), List.of(from))
                                    .write(file, whole);
                    try {
                        install(beside, file, saved, metadata, after, whole.offset());
                    } finally {
                        installed = channel == file;
                    }
                }
            }
        } finally {
            if (!installed) {
                discard(beside, file);
            }
        }
    }

    /// Gives back the memory of what was saved last and is not in later versions. The file stays as
    /// it is; the next save does not know what is new, and writes it anew. For a program that will
    /// not save for long, while its collection changes.
    public void letGo() {
        try (var _ = turn()) {
            requireOpen();
            if (saved != null) {
                saved.close();
                saved = null;
            }
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("save file closed: file=" + path);
        }
    }

    /// Closes the file and lets go of what was saved last. Closing twice does nothing.
    @Override
    public void close() throws IOException {
        try (var _ = turn()) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            if (saved != null) {
                saved.close();
            }
            try (var _ = claim) {
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }
}
