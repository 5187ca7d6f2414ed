package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// A global root keeps its object alive until it is replaced or closed, whoever does that.
class GlobalRootTest {

    private Heap heap;
    private Mutator mutator;
    private Shape box;
    private Field value;

    @BeforeEach
    void open() {
        heap = Heap.open(Heaps.verified().build());
        mutator = heap.attach();
        box = heap.shape("Box").longField("value").build();
        value = box.field("value");
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long newBox(long content) {
        long handle = mutator.allocate(box);
        mutator.setLong(handle, value, content);
        mutator.seal(handle);
        return handle;
    }

    @Test
    void aRootKeepsItsObjectAndLetsGoOfTheOneItReplaces() {
        GlobalRoot root = heap.newRoot();
        assertThat(root.get(mutator)).isZero();
        root.set(mutator, newBox(1));
        heap.collect();
        long first = root.get(mutator);
        assertThat(mutator.getLong(first, value)).isEqualTo(1);
        root.set(mutator, newBox(2));
        heap.collect();
        assertThat(mutator.isLive(first)).isFalse();
        assertThat(mutator.getLong(root.get(mutator), value)).isEqualTo(2);
        root.set(mutator, 0);
        heap.collect();
        assertThat(heap.stats().collection().objectsMarked()).isZero();
    }

    @Test
    void compareAndSetReplacesOnlyWhatIsExpected() {
        GlobalRoot root = heap.newRoot();
        long one = newBox(1);
        assertThat(root.compareAndSet(mutator, 0, one)).isTrue();
        assertThat(root.compareAndSet(mutator, 0, one)).isFalse();
        long two = newBox(2);
        assertThat(root.compareAndSet(mutator, two, 0)).isFalse();
        assertThat(root.compareAndSet(mutator, one, two)).isTrue();
        heap.collect();
        assertThat(mutator.isLive(one)).isFalse();
        assertThat(mutator.getLong(root.get(mutator), value)).isEqualTo(2);
    }

    @Test
    void aClosedRootReleasesItsObjectAfterTheNextCycle() {
        GlobalRoot root = heap.newRoot();
        root.set(mutator, newBox(1));
        long handle = root.get(mutator);
        assertThat(heap.stats().now().globalRoots()).isEqualTo(1);
        root.close();
        root.close();
        heap.collect();
        assertThat(heap.stats().now().globalRoots()).isZero();
        heap.collect();
        assertThat(mutator.isLive(handle)).isFalse();
        GlobalRoot reused = heap.newRoot();
        assertThat(reused.get(mutator)).isZero();
    }

    @Test
    void aThreadThatIsNotAttachedMayCloseARoot() throws InterruptedException {
        GlobalRoot root = heap.newRoot();
        root.set(mutator, newBox(1));
        Thread.ofPlatform().start(root::close).join();
        heap.collect();
        heap.collect();
        assertThat(heap.stats().collection().completed()).isEqualTo(2);
        assertThat(heap.stats().now().heapUsed()).isZero();
    }

    @Test
    void aRootClosedInAnyPhaseNeitherLeaksNorReleasesTooEarly() {
        for (Phase phase : Phase.values()) {
            heap.close();
            PhaseGate gate = new PhaseGate(phase);
            heap = Heap.open(Heaps.verified().listener(gate).build());
            mutator = heap.attach();
            box = heap.shape("Box").longField("value").build();
            value = box.field("value");
            GlobalRoot root = heap.newRoot();
            root.set(mutator, newBox(4));
            try (Frame frame = mutator.frame(1)) {
                gate.collectUpToHere(mutator);
                frame.set(0, root.get(mutator));
                root.close();
                gate.openAndFinish(mutator);
                heap.collect();
                assertThat(mutator.getLong(frame.get(0), value)).isEqualTo(4);
            }
            heap.collect();
            heap.collect();
            assertThat(heap.stats().now().heapUsed()).as("after %s", phase).isZero();
            assertThat(heap.stats().now().globalRoots()).isZero();
        }
    }

    @Test
    void twentyThousandRootsEachKeepTheirs() {
        List<GlobalRoot> roots = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            GlobalRoot root = heap.newRoot();
            root.set(mutator, newBox(i));
            roots.add(root);
        }
        heap.collect();
        for (int i = 0; i < roots.size(); i++) {
            assertThat(mutator.getLong(roots.get(i).get(mutator), value)).isEqualTo(i);
            if (i % 2 == 0) {
                roots.get(i).close();
            }
        }
        heap.collect();
        heap.collect();
        assertThat(heap.stats().collection().objectsMarked()).isEqualTo(10_000);
        assertThat(heap.stats().now().globalRoots()).isEqualTo(10_000);
    }
}
