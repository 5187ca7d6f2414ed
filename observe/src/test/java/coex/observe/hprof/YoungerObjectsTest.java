package coex.observe.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.HprofDump.Summary;
import coex.observe.hprof.DumpScript.Limits;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netbeans.lib.profiler.heap.Instance;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.function.BiConsumer;

/// What becomes of objects that a thread makes in the middle of a dump.
///
/// A large array is written first. While it is, a thread changes a cell that is written later.
class YoungerObjectsTest {

    @TempDir Path folder;

    private Heap heap;
    private Mutator mutator;
    private Frame frame;
    private Shape node;
    private Shape cell;
    private Summary summary;

    @BeforeEach
    void openAHeapWithALargeArrayAndACell() {
        heap = Heap.open();
        mutator = heap.attach();
        frame = mutator.frame(3);
        Shape longs = heap.shape("Longs").arrayOf(Kind.LONG).build();
        node = heap.shape("Node").reference("next").longField("value").build();
        cell = heap.shape("Cell").reference("first").weak("weak").mutable().build();
        frame.set(1, mutator.allocate(cell)); // of a frame the last slot is written first
        frame.set(2, mutator.allocateArray(longs, 1 << 20));
    }

    @AfterEach
    void close() {
        heap.close();
    }

    /// Dumps the heap; another thread does `meanwhile`, with the cell in the slot of its frame.
    private NetBeansDump dump(Limits limits, BiConsumer<Mutator, Frame> meanwhile)
            throws IOException {
        Path file = folder.resolve("heap.hprof");
        boolean[] done = new boolean[1];
        long target = frame.get(1);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            DumpScript script =
                    new DumpScript(
                            heap,
                            channel,
                            false,
                            _ -> {
                                if (!done[0]) {
                                    done[0] = true;
                                    runAndWait(target, meanwhile);
                                }
                            },
                            limits);
            ConcurrentHeap.of(heap).withLiveObjects(script::write);
            summary = script.summary(Duration.ZERO);
        }
        return new NetBeansDump(file);
    }

    private void runAndWait(long target, BiConsumer<Mutator, Frame> meanwhile) {
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (Mutator other = heap.attach();
                                            Frame own = other.frame(2)) {
                                        own.set(0, target);
                                        meanwhile.accept(other, own);
                                    }
                                });
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Puts a list of 100 new nodes into the cell.
    private void fill(Mutator other, Frame own) {
        own.set(1, 0);
        for (int i = 0; i < 100; i++) {
            long made = other.allocate(node);
            other.setReference(made, node.field("next"), own.get(1));
            other.setLong(made, node.field("value"), i);
            other.seal(made);
            own.set(1, made);
        }
        other.setReference(own.get(0), cell.field("first"), own.get(1));
    }

    @Test
    void aListPutIntoACellMeanwhileIsInTheDump() throws IOException {
        NetBeansDump dump = dump(Limits.USUAL, this::fill);

        Instance at = (Instance) dump.object(frame.get(1)).getValueOfField("first");
        for (long value = 99; value >= 0; value--) {
            assertThat(at.getValueOfField("value")).isEqualTo(value);
            at = (Instance) at.getValueOfField("next");
        }
        assertThat(at).isNull();
        assertThat(dump.count("coex.Node")).isEqualTo(100);
        assertThat(summary.youngerObjects()).isEqualTo(100);
        assertThat(summary.objects()).isEqualTo(102);
        assertThat(summary.droppedReferences()).isZero();
    }

    @Test
    void aYoungerObjectIsWrittenOnce() throws IOException {
        NetBeansDump dump =
                dump(
                        Limits.USUAL,
                        (other, own) -> {
                            own.set(1, other.allocate(cell));
                            other.setReference(own.get(1), cell.field("first"), own.get(1));
                            other.setWeak(own.get(1), cell.field("weak"), own.get(1));
                            other.setReference(own.get(0), cell.field("first"), own.get(1));
                            other.setWeak(own.get(0), cell.field("weak"), own.get(1));
                        });

        assertThat(dump.count("coex.Cell")).isEqualTo(2);
        assertThat(dump.count("java.lang.ref.WeakReference")).isEqualTo(2);
        assertThat(summary.youngerObjects()).isEqualTo(1);
    }

    @Test
    void beyondTheLimitReferencesAreNullAndCounted() throws IOException {
        // Two objects were found, and ten more may come.
        NetBeansDump dump = dump(new Limits(4, RecordStream.MOST_ITEM_BYTES, 10), this::fill);

        assertThat(dump.count("coex.Node")).isEqualTo(12);
        assertThat(summary.youngerObjects()).isEqualTo(12);
        assertThat(summary.droppedReferences()).isEqualTo(1);
        try (SharkDump again = new SharkDump(folder.resolve("heap.hprof"))) {
            assertThat(again.danglingReferences()).isZero();
        }
    }

    @Test
    void anObjectOfAShapeDefinedMeanwhileIsNullAndCounted() throws IOException {
        NetBeansDump dump =
                dump(
                        Limits.USUAL,
                        (other, own) -> {
                            Shape late = heap.shape("Late").mutable().build();
                            other.setReference(
                                    own.get(0), cell.field("first"), other.allocate(late));
                        });

        assertThat(dump.object(frame.get(1)).getValueOfField("first")).isNull();
        assertThat(summary.droppedReferences()).isEqualTo(1);
        assertThat(summary.objects()).isEqualTo(2);
    }
}
