// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.save.SaveEnd;
import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What a segment of a save has: the embedder's bytes, and versions.
///
///     | length of the metadata | metadata | number of versions                    |
///     | for each: length of its description | description | reference to its root |
///
/// All collections are of one heap. They are the saver's own, so that nobody else closes them.
///
/// @param bases what each version was saved as before; null if all are written whole
record SaveContents(
        byte[] metadata,
        List<? extends PersistentCollection> versions,
        List<? extends PersistentCollection> bases) {

    private static final int MOST_DESCRIPTION = 1 << 20;
    private static final int MOST_VERSIONS = 1 << 16;

    /// Writes a segment behind what there is of a save. Where it ends then.
    SaveEnd write(WritableByteChannel channel, SaveEnd before) throws IOException {
        PersistentCollections heap = versions.getFirst().heap();
        MutatorContext mutator = heap.enter();
        try {
            return SaveOutput.write(mutator, channel, before, this::write);
        } finally {
            heap.leave(mutator);
            Reference.reachabilityFence(this);
        }
    }

    private void write(SaveOutput out) throws IOException {
        out.number(metadata.length);
        out.bytes(metadata);
        out.number(versions.size());
        for (int i = 0; i < versions.size(); i++) {
            PersistentCollection version = versions.get(i);
            byte[] description = version.kind().saved().getBytes(StandardCharsets.UTF_8);
            out.number(description.length);
            out.bytes(description);
            long base = bases == null ? 0 : bases.get(i).handle("save");
            out.reference(SavedForm.of(version.kind().type()), version.handle("save"), base);
        }
    }

    /// Begins to read the contents of a segment.
    static Reading begin(SaveInput in) throws IOException {
        int length = in.number("bytes of metadata", 0, Integer.MAX_VALUE - 8);
        byte[] metadata = in.bytes(length);
        return new Reading(in, metadata, in.number("number of versions", 1, MOST_VERSIONS));
    }

    /// The contents of a segment of which the versions are not read yet.
    ///
    /// @param versions how many
    record Reading(SaveInput in, byte[] metadata, int versions) {

        /// Reads the versions into slots, in which their bases are.
        void readVersions(List<? extends Kind<?>> kinds, RootFrame slots) throws IOException {
            if (versions != kinds.size()) {
                throw in.refuse(
                        "number of versions: expected=%d found=%d"
                                .formatted(kinds.size(), versions));
            }
            for (int i = 0; i < kinds.size(); i++) {
                Kind<?> kind = kinds.get(i);
                int bytes = in.number("bytes of a description", 0, MOST_DESCRIPTION);
                String found = new String(in.bytes(bytes), StandardCharsets.UTF_8);
                if (!found.equals(kind.saved())) {
                    throw in.refuse(
                            "other collection or other codecs: expected=%s found=%s"
                                    .formatted(kind.saved(), found));
                }
                slots.set(i, in.reference(SavedForm.of(kind.type()), slots.get(i)));
            }
        }
    }
}
