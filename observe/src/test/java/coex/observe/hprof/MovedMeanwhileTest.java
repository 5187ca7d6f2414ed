package coex.observe.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.HprofDump.Summary;

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
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/// Which objects a dump has when a thread moves them from cell to cell meanwhile, and which may be
/// missing: design note 0012.
///
/// First the cell `early` is written, then a large array. While it is, a thread does something.
/// Last the cell `late` is written. Each holds one of two nodes, and a third cell holds one that
/// nobody touches.
class MovedMeanwhileTest {

    @TempDir Path folder;

    private Heap heap;
    private Frame frame;
    private Field content;
    private Shape node;
    private long early;
    private long late;
    private long inEarly;
    private long inLate;
    private long untouched;
    private Summary summary;

    @BeforeEach
    void fillTheHeap() {
        heap = Heap.open();
        Mutator mutator = heap.attach();
        Shape longs = heap.shape("Longs").arrayOf(Kind.LONG).build();
        Shape cell = heap.shape("Cell").reference("content").mutable().build();
        node = heap.shape("Node").longField("value").build();
        content = cell.field("content");
        frame = mutator.frame(5); // of a frame the last slot is written first
        late = newCell(mutator, cell, 1);
        inLate = newNode(mutator, late);
        frame.set(2, mutator.allocateArray(longs, 1 << 20));
        early = newCell(mutator, cell, 3);
        inEarly = newNode(mutator, early);
        untouched = newNode(mutator, newCell(mutator, cell, 4));
    }

    private long newCell(Mutator mutator, Shape cell, int slot) {
        frame.set(slot, mutator.allocate(cell));
        return frame.get(slot);
    }

    private long newNode(Mutator mutator, long cell) {
        long made = mutator.allocate(node);
        mutator.seal(made);
        if (cell != 0) {
            mutator.setReference(cell, content, made);
        }
        return made;
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private NetBeansDump dump(boolean all, Consumer<Mutator> meanwhile) throws IOException {
        Path file = folder.resolve("heap.hprof");
        boolean[] done = new boolean[1];
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            DumpScript script =
                    new DumpScript(
                            heap,
                            channel,
                            all,
                            _ -> {
                                if (!done[0]) {
                                    done[0] = true;
                                    runAndWait(meanwhile);
                                }
                            });
            ConcurrentHeap.of(heap).withLiveObjects(script::write);
            summary = script.summary(Duration.ZERO);
        }
        try (SharkDump again = new SharkDump(file)) {
            assertThat(again.danglingReferences()).isZero();
        }
        NetBeansDump dump = new NetBeansDump(file);
        assertThat(dump.object(untouched)).isNotNull();
        return dump;
    }

    private void runAndWait(Consumer<Mutator> meanwhile) {
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (Mutator other = heap.attach()) {
                                        meanwhile.accept(other);
                                    }
                                });
        join(thread);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Puts what is in a cell into another one, and nothing into the first.
    private void move(Mutator mutator, long from, long to) {
        mutator.setReference(to, content, mutator.getReference(from, content));
        mutator.setReference(from, content, 0);
    }

    private static long contentOf(NetBeansDump dump, long cell) {
        Object found = dump.object(cell).getValueOfField("content");
        return found == null ? 0 : NetBeansDump.handle((Instance) found);
    }

    @Test
    void whatIsMovedIntoACellThatIsStillToBeWrittenIsThere() throws IOException {
        NetBeansDump dump = dump(false, mutator -> move(mutator, early, late));
        assertThat(contentOf(dump, early)).isEqualTo(inEarly);
        assertThat(contentOf(dump, late)).isEqualTo(inEarly);
        assertThat(dump.object(inLate)).as("overwritten before it was met").isNull();
    }

    /// The other way round it is not: the cell it was in is written as it is then, and the one it
    /// is in was written as it was.
    @Test
    void whatIsMovedIntoACellThatWasWrittenIsMissingAndNothingRefersToIt() throws IOException {
        NetBeansDump dump = dump(false, mutator -> move(mutator, late, early));
        assertThat(contentOf(dump, early)).isEqualTo(inEarly);
        assertThat(contentOf(dump, late)).isZero();
        assertThat(dump.object(inLate)).isNull();
        assertThat(dump.count("coex.Node")).isEqualTo(2);
        assertThat(summary.droppedReferences()).isZero();
    }

    @Test
    void withAllItIsThereWithoutAnythingThatRefersToIt() throws IOException {
        NetBeansDump dump = dump(true, mutator -> move(mutator, late, early));
        assertThat(dump.object(inLate)).isNotNull();
        assertThat(contentOf(dump, early)).isEqualTo(inEarly);
        assertThat(contentOf(dump, late)).isZero();
        assertThat(summary.unreachableObjects()).isEqualTo(1);
    }

    /// Also one that has been made meanwhile.
    @Test
    void whatIsInACellWhenItIsWrittenIsThere() throws IOException {
        long[] made = new long[1];
        NetBeansDump dump = dump(false, mutator -> made[0] = newNode(mutator, late));
        assertThat(contentOf(dump, late)).isEqualTo(made[0]);
        assertThat(dump.object(inLate)).isNull();
    }

    /// It is only in a frame, and stacks are looked at first.
    @Test
    void whatAThreadHasMadeAndPutNowhereIsMissing() throws IOException {
        CountDownLatch dumping = new CountDownLatch(1);
        CountDownLatch isMade = new CountDownLatch(1);
        CountDownLatch dumped = new CountDownLatch(1);
        long[] made = new long[1];
        Thread maker =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (Mutator other = heap.attach();
                                            Frame own = other.frame(1)) {
                                        awaitInSafeRegion(other, dumping);
                                        own.set(0, newNode(other, 0));
                                        made[0] = own.get(0);
                                        isMade.countDown();
                                        awaitInSafeRegion(other, dumped);
                                    }
                                });
        try {
            NetBeansDump dump =
                    dump(
                            true,
                            _ -> {
                                dumping.countDown();
                                await(isMade);
                            });
            assertThat(dump.object(made[0])).isNull();
            assertThat(dump.count("coex.Node")).isEqualTo(3);
        } finally {
            dumping.countDown();
            dumped.countDown();
            join(maker);
        }
    }

    private static void awaitInSafeRegion(Mutator mutator, CountDownLatch latch) {
        try (SafeRegion _ = mutator.safeRegion()) {
            await(latch);
        }
    }
}
