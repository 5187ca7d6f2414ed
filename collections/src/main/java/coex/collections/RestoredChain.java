// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.save.BadSaveException;
import coex.collections.save.SaveEnd;
import coex.collections.save.SaveInput;
import coex.collections.save.SegmentSearch;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;

/// What was restored from the segments of a save: the versions of the last one that is whole.
///
/// A damaged segment is passed over if it is the last: then it may be what a crash has left of one
/// that was being written. If others follow, or it is the first, the save is refused.
///
/// @param end of the last segment that is whole
/// @param firstEnd of the first segment
/// @param torn what was wrong with the segment behind it, or null
record RestoredChain(
        byte[] metadata,
        List<PersistentCollection> versions,
        SaveEnd end,
        SaveEnd firstEnd,
        BadSaveException torn) {

    /// What [#whenThereIsRoom] runs.
    interface Restoring<T> {
        T run() throws IOException;
    }

    /// Runs an operation that reads a file each time from the beginning; see
    /// [PersistentCollections#whenThereIsRoom].
    static <T> T whenThereIsRoom(PersistentCollections heap, Restoring<T> operation)
            throws IOException {
        try {
            return heap.whenThereIsRoom(
                    () -> {
                        try {
                            return operation.run();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /// Restores all segments of a file.
    ///
    /// @param like as for [SavedVersions#restore]
    static RestoredChain of(
            PersistentCollections heap, FileChannel file, String name, PersistentCollection... like)
            throws IOException {
        RestoredChain restored = read(heap, file, file, name, like);
        heap.madeSome();
        return restored;
    }

    /// Restores the first segment, and reads no byte more.
    static RestoredChain first(
            PersistentCollections heap, ReadableByteChannel channel, PersistentCollection... like)
            throws IOException {
        RestoredChain restored = read(heap, channel, null, "from a channel", like);
        heap.madeSome();
        return restored;
    }

    /// @param file null to stop after the first segment
    private static RestoredChain read(
            PersistentCollections heap,
            ReadableByteChannel channel,
            FileChannel file,
            String name,
            PersistentCollection... like)
            throws IOException {
        MutatorContext mutator = heap.enter();
        try (SaveInput in = new SaveInput(heap.heap(), mutator, channel)) {
            in.readHead();
            if (!in.beginSegment()) {
                throw in.refuse("no segment");
            }
            SaveContents.Reading reading = SaveContents.begin(in);
            List<Kind<?>> kinds = kinds(reading.versions(), like);
            try (RootFrame slots = RootFrame.slots(mutator, kinds.size())) {
                reading.readVersions(kinds, slots);
                in.endSegment();
                Rest rest = new Rest(in, kinds, slots, reading.metadata());
                if (file != null) {
                    rest.read(file, name);
                }
                return new RestoredChain(
                        rest.metadata,
                        heap.rooted(kinds, mutator, slots),
                        rest.end,
                        rest.firstEnd,
                        rest.torn);
            }
        } catch (BadSaveException e) {
            throw new SavedFileException(name, e);
        } finally {
            heap.leave(mutator);
        }
    }

    /// One kind may stand for all.
    private static List<Kind<?>> kinds(int versions, PersistentCollection... like) {
        List<Kind<?>> kinds = new ArrayList<>();
        for (int i = 0; i < (like.length == 1 ? versions : like.length); i++) {
            kinds.add(like[like.length == 1 ? 0 : i].kind());
        }
        return kinds;
    }

    /// Reads the segments after the first.
    private static final class Rest {

        private final SaveInput in;
        private final List<Kind<?>> kinds;
        private final RootFrame slots;
        private final SaveEnd firstEnd;
        private byte[] metadata;
        private SaveEnd end;
        private BadSaveException torn;

        Rest(SaveInput in, List<Kind<?>> kinds, RootFrame slots, byte[] metadata) {
            this.in = in;
            this.kinds = kinds;
            this.slots = slots;
            this.metadata = metadata;
            this.firstEnd = in.soFar();
            this.end = firstEnd;
        }

        void read(FileChannel file, String name) throws IOException {
            try (RootFrame next = RootFrame.slots(in.mutator(), kinds.size())) {
                while (readSegment(next)) {
                    for (int i = 0; i < kinds.size(); i++) {
                        slots.set(i, next.get(i));
                    }
                    end = in.soFar();
                }
            } catch (BadSaveException e) {
                long later = e.isDamaged() ? SegmentSearch.after(file, end) : -1;
                if (!e.isDamaged() || later >= 0) {
                    String more = later < 0 ? "" : "; a later segment begins at " + later;
                    throw new SavedFileException(name, e, more);
                }
                torn = e;
            }
        }

        /// Reads one more segment into slots of its own: the versions before count until it is
        /// whole.
        private boolean readSegment(RootFrame next) throws IOException {
            if (!in.beginSegment()) {
                return false;
            }
            for (int i = 0; i < kinds.size(); i++) {
                next.set(i, slots.get(i));
            }
            SaveContents.Reading reading = SaveContents.begin(in);
            reading.readVersions(kinds, next);
            in.endSegment();
            metadata = reading.metadata();
            return true;
        }
    }
}
