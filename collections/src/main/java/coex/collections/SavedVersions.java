// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.save.SaveEnd;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/// Versions of collections in a file or a stream, and what was restored from one.
///
/// <!-- given var collections = PersistentCollections.in(heap); var none =
/// collections.map(Codec.STRING, Codec.LONG); var yesterday = none.with("tea", 250L); var today =
/// yesterday.with("tea", 270L); Path file = Path.of("versions.save"); byte[] metadata = {}; -->
/// ```java
/// SavedVersions.save(file, metadata, yesterday, today);
/// try (SavedVersions saved = SavedVersions.restore(file, none)) {
///     System.out.println(saved.version(1, none).get("tea"));    // prints 270
/// }
/// ```
///
/// What versions share, be it nodes or values, is written once, and is shared again when they are
/// restored. Versions of any kinds go together, as long as they are of one heap.
///
/// Saving does not stop anybody: a version does not change, and it is written in short steps
/// between which the collector may work. It takes some bits of the JVM's memory for each object,
/// whatever the size of the collections. A thread that is attached to the heap saves and restores
/// in a [coex.gc.SafeRegion], so no collection waits for it, nor for the channel or the disk.
///
/// At most 100,000 objects may lie one in another, nodes of collections among them: more than can
/// be parsed, or kept by a codec. A json that was put together deeper is refused before anything is
/// written.
///
/// To save what changes again and again, see [SaveFile]. Design note 0037 draws the format and says
/// what it depends on.
public final class SavedVersions implements AutoCloseable {

    private static final String NO_KIND = "nothing to tell the kind of the versions by";

    private final byte[] metadata;
    private final List<PersistentCollection> versions;

    private SavedVersions(byte[] metadata, List<PersistentCollection> versions) {
        this.metadata = metadata;
        this.versions = versions;
    }

    // Saving

    /// Saves versions to a file, which is replaced if it exists: written beside it, brought to the
    /// disk, and renamed. Whenever the process or the machine stops, there is the old file or the
    /// new one. Only its owner can read it, where files have such permissions. If several threads
    /// or processes save to one file at once, each puts a whole one there, and the last one stays.
    /// What a process that was stopped has left beside the file, with `.new` at the end of its
    /// name, the next save deletes.
    ///
    /// A file that is open as a [SaveFile], in this process or another one, is not replaced: what
    /// that goes on to save would be lost. If `file` is a symbolic link, the link is replaced, and
    /// not the file that it leads to.
    ///
    /// @param metadata whatever should be kept with them
    /// @param file the file
    /// @param versions what to save
    /// @throws IllegalArgumentException if a value is nested too deeply; nothing has changed then
    /// @throws IOException if the file cannot be written, or is open as a [SaveFile]
    public static void save(Path file, byte[] metadata, PersistentCollection... versions)
            throws IOException {
        try (var _ = heapOf("no version to save", versions).safeRegion()) {
            FileClaim.toReplace(file).close(); // before anything is written
            try (ReplacementFile beside = ReplacementFile.of(file)) {
                write(beside.channel(), metadata, versions);
                beside.channel().force(true);
                try (var _ = FileClaim.toReplace(file)) {
                    beside.install();
                }
            }
            SafeFiles.forceFolder(file);
        }
    }

    /// Writes versions to a channel, which stays open.
    ///
    /// @param channel the channel
    /// @param metadata the program's own bytes
    /// @param versions what to save
    /// @throws IllegalArgumentException if a value is nested too deeply; nothing was written then
    /// @throws IOException if the channel cannot be written
    public static void write(
            WritableByteChannel channel, byte[] metadata, PersistentCollection... versions)
            throws IOException {
        Objects.requireNonNull(channel, "channel missing");
        try (var _ = heapOf("no version to save", versions).safeRegion()) {
            SaveContents contents = contents(metadata, versions);
            try {
                contents.write(channel, SaveEnd.beginning(newIdentity()));
            } finally {
                contents.versions().forEach(PersistentCollection::close);
            }
        }
    }

    static long newIdentity() {
        return ThreadLocalRandom.current().nextLong();
    }

    private static SaveContents contents(byte[] metadata, PersistentCollection... versions) {
        Objects.requireNonNull(metadata, "metadata missing");
        PersistentCollections heap = versions[0].heap();
        List<PersistentCollection> kept = new ArrayList<>();
        try {
            for (PersistentCollection each : versions) {
                kept.add(heap.keep(each));
            }
        } catch (Throwable e) {
            kept.forEach(PersistentCollection::close);
            throw e;
        }
        return new SaveContents(metadata.clone(), kept, null);
    }

    // Restoring

    /// Restores the versions of a file. Of one that a [SaveFile] has written it is what was saved
    /// last.
    ///
    /// @param like for each version an empty collection of its kind, with the codecs it was saved
    ///     with, or ones that keep values alike; a single one if all are of that kind
    /// @param file the file
    /// @return what was in the file
    /// @throws SavedFileException if the file is damaged, or has something else
    /// @throws coex.gc.HeapExhaustedException if the heap has no room for it; nothing is left of it
    ///     then
    /// @throws IOException if the file cannot be read
    public static SavedVersions restore(Path file, PersistentCollection... like)
            throws IOException {
        PersistentCollections heap = heapOf(NO_KIND, like);
        try (var _ = heap.safeRegion()) {
            return RestoredChain.whenThereIsRoom(
                    heap,
                    () -> {
                        try (FileChannel channel =
                                FileChannel.open(file, StandardOpenOption.READ)) {
                            return of(RestoredChain.of(heap, channel, file.toString(), like));
                        }
                    });
        }
    }

    /// Restores versions from a channel, of which it reads no byte more than was written.
    ///
    /// @param like as for a file
    /// @param channel the channel
    /// @return what was in the channel
    /// @throws IOException if the channel cannot be read
    public static SavedVersions read(ReadableByteChannel channel, PersistentCollection... like)
            throws IOException {
        Objects.requireNonNull(channel, "channel missing");
        PersistentCollections heap = heapOf(NO_KIND, like);
        try (var _ = heap.safeRegion()) {
            return of(RestoredChain.first(heap, channel, like));
        }
    }

    private static SavedVersions of(RestoredChain chain) {
        return new SavedVersions(chain.metadata(), chain.versions());
    }

    private static PersistentCollections heapOf(String ifNone, PersistentCollection... like) {
        if (like.length == 0) {
            throw new IllegalArgumentException(ifNone);
        }
        for (PersistentCollection each : like) {
            if (each.heap() != like[0].heap()) {
                throw new IllegalArgumentException("collections of two heaps");
            }
        }
        return like[0].heap();
    }

    /// {@return how many there are}
    public int size() {
        return versions.size();
    }

    /// One of the versions. It is the caller's as much as this object's: [#close] closes it too.
    ///
    /// @param like any collection of its kind
    /// @param <C> the type of the collection
    /// @param index which one, from 0
    /// @return the version
    /// @throws IllegalArgumentException if it is of another kind
    @SuppressWarnings("unchecked")
    public <C extends PersistentCollection> C version(int index, C like) {
        PersistentCollection version = versions.get(Objects.checkIndex(index, versions.size()));
        like.kind().requireSame(version, "saved version");
        return (C) version;
    }

    /// {@return what was saved with them}
    public byte[] metadata() {
        return metadata.clone();
    }

    /// Closes the versions.
    @Override
    public void close() {
        versions.forEach(PersistentCollection::close);
    }
}
