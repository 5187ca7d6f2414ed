// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.hprof.DumpFile;
import coex.observe.hprof.DumpScript;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// Writes what a heap holds as an HPROF heap dump, which Eclipse MAT, VisualVM and others open.
///
/// A dump collects first, then writes what roots lead to while mutators run on. No further
/// collection begins until it is written, so a mutator waits only if it needs memory that a
/// collection would have to free. Each root and each field is read once: what it refers to at that
/// moment is in the dump, and nothing else is. With [Scope#ALL] everything is written that the
/// collection has not found dead.
///
/// Any thread may dump, attached or not, and may be interrupted to make it stop. The file has its
/// name only once it is complete; until then it is called `<file>.partial`. It holds all the data
/// of the heap, so only its owner may read it.
///
/// Design note 0012 says what becomes of shapes, texts, weak references and stacks.
public final class HprofDump {

    private HprofDump() {}

    /// How far a dump has come.
    ///
    /// @param objects written so far
    /// @param totalObjects that will be written, as far as is known; more than there will be until
    ///     the end
    /// @param fileBytes written so far
    public record Progress(long objects, long totalObjects, long fileBytes) {}

    /// What a dump has written.
    ///
    /// @param objects of the heap; those that only the format needs are not counted
    /// @param objectBytes their size in the heap
    /// @param fileBytes size of the file
    /// @param elapsed the time from the call to the complete file, the collection included
    /// @param unreachableObjects those of them that no root leads to; 0 unless all were asked for
    /// @param youngerObjects those of them that are younger than the collection
    /// @param droppedReferences references and roots written as null since their objects could not
    ///     be written: too many are younger, or are of a shape that is
    /// @param cutArrays arrays too long for a record, of which only the beginning was written
    public record Summary(
            long objects,
            long objectBytes,
            long fileBytes,
            Duration elapsed,
            long unreachableObjects,
            long youngerObjects,
            long droppedReferences,
            long cutArrays) {}

    /// Dumps `heap` into `file`, which must not exist.
    ///
    /// @param progress told every mebibyte or so, and at the end, by the calling thread; must not
    ///     use the heap. What it throws ends the dump
    /// @param heap the heap to dump
    /// @param file a file that does not exist
    /// @return what was written
    /// @throws FileAlreadyExistsException if there is such a file
    /// @throws IOException if the file cannot be written; nothing is left of it
    public static Summary write(Heap heap, Path file, Consumer<Progress> progress)
            throws IOException {
        return write(heap, file, Scope.REACHABLE, false, progress);
    }

    /// [#write(Heap, Path, Consumer)], of the objects in `scope`.
    ///
    /// @param heap the heap to dump
    /// @param file a file that does not exist
    /// @param scope which objects
    /// @param progress is told how far it is
    /// @return what was written
    /// @throws IOException if it cannot be written
    public static Summary write(Heap heap, Path file, Scope scope, Consumer<Progress> progress)
            throws IOException {
        return write(heap, file, scope, false, progress);
    }

    /// Dumps `heap` into `file`, and replaces the file if there is one. The old file stays until
    /// the new one is complete.
    ///
    /// @param heap the heap to dump
    /// @param file the file to write or replace
    /// @param progress is told how far it is
    /// @return what was written
    /// @see #write
    /// @throws IOException if it cannot be written
    public static Summary overwrite(Heap heap, Path file, Consumer<Progress> progress)
            throws IOException {
        return write(heap, file, Scope.REACHABLE, true, progress);
    }

    private static Summary write(
            Heap heap, Path file, Scope scope, boolean overwrite, Consumer<Progress> progress)
            throws IOException {
        long start = System.nanoTime();
        boolean all = scope == Scope.ALL;
        try (DumpFile target = DumpFile.create(file, overwrite)) {
            DumpScript script = new DumpScript(heap, target.channel(), all, progress);
            try {
                ConcurrentHeap.of(heap).withLiveObjects(script::write);
                target.complete();
            } catch (UncheckedIOException | IOException e) {
                IOException cause =
                        e instanceof UncheckedIOException u ? u.getCause() : (IOException) e;
                throw target.failure(script.fileBytes(), cause);
            }
            return script.summary(Duration.ofNanos(System.nanoTime() - start));
        }
    }
}
