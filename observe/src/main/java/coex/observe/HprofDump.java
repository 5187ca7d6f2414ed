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
/// A dump collects first, then writes what was found alive while mutators run on. No further
/// collection begins until it is written, so a mutator waits only if it needs memory that a
/// collection would have to free. What is in mutable objects is what was there when they were
/// written, and younger objects that they then refer to are written too.
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
    /// @param totalObjects that will be written, as far as is known
    /// @param fileBytes written so far
    public record Progress(long objects, long totalObjects, long fileBytes) {}

    /// What a dump has written.
    ///
    /// @param objects of the heap; those that only the format needs are not counted
    /// @param objectBytes their size in the heap
    /// @param fileBytes size of the file
    /// @param elapsed the time from the call to the complete file, the collection included
    /// @param youngerObjects those of them that are younger than the collection
    /// @param droppedReferences references and roots written as null since their objects could not
    ///     be written: too many are younger, or are of a shape that is
    /// @param cutArrays arrays too long for a record, of which only the beginning was written
    public record Summary(
            long objects,
            long objectBytes,
            long fileBytes,
            Duration elapsed,
            long youngerObjects,
            long droppedReferences,
            long cutArrays) {}

    /// Dumps `heap` into `file`, which must not exist.
    ///
    /// @param progress told every mebibyte or so, and at the end, by the calling thread; must not use
    ///     the heap. What it throws ends the dump
    /// @throws FileAlreadyExistsException if there is such a file
    /// @throws IOException if the file cannot be written; nothing is left of it
    public static Summary write(Heap heap, Path file, Consumer<Progress> progress)
            throws IOException {
        return write(heap, file, false, progress);
    }

    /// Dumps `heap` into `file`, and replaces the file if there is one. The old file stays until the
    /// new one is complete.
    ///
    /// @see #write
    public static Summary overwrite(Heap heap, Path file, Consumer<Progress> progress)
            throws IOException {
        return write(heap, file, true, progress);
    }

    private static Summary write(
            Heap heap, Path file, boolean overwrite, Consumer<Progress> progress)
            throws IOException {
        long start = System.nanoTime();
        try (DumpFile target = DumpFile.create(file, overwrite)) {
            DumpScript script = new DumpScript(heap, target.channel(), progress);
            try {
                ((ConcurrentHeap) heap).withLiveObjects(script::write);
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
