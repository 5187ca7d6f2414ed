package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapListener;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.Shape;
import coex.observe.HprofDump.Summary;
import coex.observe.hprof.NetBeansDump;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netbeans.lib.profiler.heap.GCRoot;
import org.netbeans.lib.profiler.heap.Instance;
import org.netbeans.lib.profiler.heap.ObjectArrayInstance;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// Dumps beside a thread that publishes new versions of a tree without a break.
///
/// A version has [#NODES] objects. Whatever the moment, one hangs on the cell, and the writer's
/// frame holds at most one more, with one chunk and one leaf that are in no version yet.
class ReachableDumpTest {

    private static final int CHUNKS = 50;
    private static final int LEAVES = 20;
    private static final int NODES = 1 + CHUNKS + CHUNKS * LEAVES;
    private static final int LEAST = 1 + NODES;
    private static final int MOST = 1 + 2 * NODES + 2;

    /// Updates that happen in the middle of every collection, each of which leaves three objects
    /// behind.
    private static final int MEANWHILE = 200;

    @TempDir Path folder;

    private final AtomicLong updates = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean stop;
    private Heap heap;
    private Thread writer;
    private long cellHandle;

    /// Has the collector wait until the writer has made garbage that this collection does not find.
    private final class Busy implements HeapListener {
        @Override
        public void phaseEnded(long cycle, Phase phase, Duration took) {
            if (phase == Phase.SNAPSHOT) {
                long enough = updates.get() + MEANWHILE;
                while (updates.get() < enough && !stop && writer.isAlive()) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    @BeforeEach
    void startAWriter() throws InterruptedException {
        heap = Heap.open(SmallHeaps.calm().maximumBytes(1L << 30).initialBytes(1L << 28).build());
        CountDownLatch filled = new CountDownLatch(1);
        writer = Thread.ofPlatform().name("writer").start(() -> write(filled));
        filled.await();
        assertThat(failure.get()).isNull();
        heap.addListener(new Busy());
    }

    @AfterEach
    void end() throws InterruptedException {
        stop = true;
        writer.join();
        heap.close();
        assertThat(failure.get()).isNull();
    }

    private void write(CountDownLatch filled) {
        Shape cell = heap.shape("Cell").reference("version").mutable().build();
        Shape array = heap.shape("Array").arrayOf(Kind.REFERENCE).build();
        Shape leaf = heap.shape("Leaf").longField("value").build();
        SplittableRandom random = new SplittableRandom(1);
        try (Mutator mutator = heap.attach();
                Frame frame = mutator.frame(4)) {
            frame.set(0, mutator.allocate(cell));
            for (long i = 0; !stop; i++) {
                boolean first = i == 0;
                int chunk = random.nextInt(CHUNKS);
                frame.set(1, mutator.allocateArray(array, CHUNKS)); // a version at a time
                for (int c = 0; c < CHUNKS; c++) {
                    if (first || c == chunk) {
                        newChunk(
                                mutator,
                                frame,
                                cell,
                                array,
                                leaf,
                                c,
                                first ? -1 : random.nextInt(LEAVES));
                        mutator.setReference(frame.get(1), c, frame.get(2));
                    } else {
                        long old = mutator.getReference(frame.get(0), cell.field("version"));
                        mutator.setReference(frame.get(1), c, mutator.getReference(old, c));
                    }
                }
                mutator.seal(frame.get(1));
                mutator.setReference(frame.get(0), cell.field("version"), frame.get(1));
                cellHandle = frame.get(0);
                updates.incrementAndGet();
                LockSupport.parkNanos(50_000); // so that the heap is never full
                filled.countDown();
            }
        } catch (HeapClosedException e) {
            // the test is over
        } catch (Throwable e) {
            failure.set(e);
            filled.countDown();
        }
    }

    /// Into slot 2: a copy of a chunk with one new leaf, or with all new ones.
    private static void newChunk(
            Mutator mutator, Frame frame, Shape cell, Shape array, Shape leaf, int chunk, int at) {
        frame.set(2, mutator.allocateArray(array, LEAVES));
        for (int i = 0; i < LEAVES; i++) {
            if (at < 0 || i == at) {
                frame.set(3, mutator.allocate(leaf));
                mutator.seal(frame.get(3));
                mutator.setReference(frame.get(2), i, frame.get(3));
            } else {
                long old = mutator.getReference(frame.get(0), cell.field("version"));
                long same = mutator.getReference(mutator.getReference(old, chunk), i);
                mutator.setReference(frame.get(2), i, same);
            }
        }
        mutator.seal(frame.get(2));
    }

    /// The objects of ours that the roots of a file lead to.
    private static Set<Long> reachableIn(NetBeansDump dump) {
        Set<Long> met = new HashSet<>();
        Deque<Instance> pending = new ArrayDeque<>();
        for (Object root : dump.heap().getGCRoots()) {
            meet(((GCRoot) root).getInstance(), met, pending);
        }
        while (!pending.isEmpty()) {
            Instance at = pending.pop();
            if (at instanceof ObjectArrayInstance array) {
                for (Object each : array.getValues()) {
                    meet((Instance) each, met, pending);
                }
            } else if (at.getValueOfField("version") instanceof Instance version) {
                meet(version, met, pending);
            }
        }
        return met;
    }

    private static void meet(Instance object, Set<Long> met, Deque<Instance> pending) {
        boolean ours = object != null && object.getJavaClass().getName().startsWith("coex.");
        if (ours && object.getInstanceId() % 8 == 0 && met.add(object.getInstanceId())) {
            pending.push(object);
        }
    }

    private static long instances(NetBeansDump dump) {
        return dump.count("coex.Cell") + dump.count("coex.Array[]") + dump.count("coex.Leaf");
    }

    @Test
    void aDumpHoldsExactlyWhatItsRootsLeadTo() throws IOException {
        for (int round = 0; round < 3; round++) {
            Path file = folder.resolve(round + ".hprof");
            Summary summary = HprofDump.write(heap, file, null);
            NetBeansDump dump = new NetBeansDump(file);
            assertThat(summary.objects()).isBetween((long) LEAST, (long) MOST);
            assertThat(summary.unreachableObjects()).isZero();
            assertThat(summary.droppedReferences()).isZero();
            assertThat(instances(dump)).isEqualTo(summary.objects());
            assertThat(reachableIn(dump)).hasSize((int) summary.objects());
            assertThat(dump.object(cellHandle).getValueOfField("version")).isNotNull();
        }
    }

    @Test
    void withAllADumpHoldsWhatTheCollectionMissedToo() throws IOException {
        Path file = folder.resolve("all.hprof");
        Summary summary = HprofDump.write(heap, file, Scope.ALL, null);
        NetBeansDump dump = new NetBeansDump(file);
        assertThat(summary.unreachableObjects()).isGreaterThan(MEANWHILE);
        assertThat(summary.objects()).isGreaterThan(LEAST + MEANWHILE);
        assertThat(instances(dump)).isEqualTo(summary.objects());
        assertThat(reachableIn(dump))
                .hasSize((int) (summary.objects() - summary.unreachableObjects()));
    }

    @Test
    void theReportListsWhatIsReachableAndWithAllTheRest() throws IOException {
        JsonNode reachable = Written.json(HeapReports.of(heap).heap(1).limitedTo(9));
        assertThat(reachable.get("scope").asString()).isEqualTo("reachable");
        assertThat(reachable.get("object_count").asLong()).isBetween((long) LEAST, (long) MOST);
        assertThat(reachable.get("listed_objects").asLong()).isLessThanOrEqualTo(MOST);
        heap.collect();
        JsonNode all = Written.json(HeapReports.of(heap).heap(1, Scope.ALL).limitedTo(9));
        assertThat(all.get("scope").asString()).isEqualTo("all");
        assertThat(all.get("listed_objects").asLong()).isGreaterThan(LEAST + MEANWHILE);
    }
}
