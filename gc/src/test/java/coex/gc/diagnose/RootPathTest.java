package coex.gc.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.Heaps;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// The shortest chain from a root to an object is found while threads run and cycles go on.
@Timeout(300)
class RootPathTest {

    private static final int EVERYTHING = Integer.MAX_VALUE;

    private ConcurrentHeap heap;
    private Mutator mutator;
    private Shape link;
    private Shape array;
    private Shape wanted;

    @BeforeEach
    void open() {
        heap = ConcurrentHeap.open(Heaps.calm().build());
        mutator = heap.attach();
        link = heap.shape("Link").longField("number").reference("next").build();
        array = heap.shape("Array").arrayOf(Kind.REFERENCE).build();
        wanted = heap.shape("Wanted").longField("number").build();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long cell(Shape shape, long next) {
        long cell = mutator.allocate(shape);
        if (next != 0) {
            mutator.setReference(cell, shape.field("next"), next);
        }
        mutator.seal(cell);
        return cell;
    }

    private RootPath pathToWanted(int mostObjects) {
        AtomicReference<RootPath> path = new AtomicReference<>();
        heap.inspect(
                inspector ->
                        path.set(
                                inspector.pathTo(object -> object.shape() == wanted, mostObjects)));
        return path.get();
    }

    @Test
    void theShortestOfTwoChainsIsTold() {
        try (Frame outer = mutator.frame(1);
                Frame inner = mutator.frame(2)) {
            inner.set(0, cell(wanted, 0));
            outer.set(0, cell(link, inner.get(0)));
            inner.set(1, cell(link, outer.get(0)));
            inner.set(1, cell(link, inner.get(1)));
            inner.set(0, 0);
            RootPath path = pathToWanted(EVERYTHING);
            assertThat(path.steps()).extracting(RootPath.Step::shape).containsExactly(link, wanted);
            assertThat(path.steps())
                    .extracting(RootPath.Step::offset)
                    .containsExactly(link.field("next").offset(), -1);
            assertThat(path.root())
                    .isEqualTo(new RootPath.Root(Thread.currentThread().getName(), 0));
            assertThat(path.changed()).isFalse();
        }
    }

    @Test
    void aGlobalRootIsTold() {
        try (Frame frame = mutator.frame(1);
                GlobalRoot root = heap.newRoot()) {
            frame.set(0, cell(wanted, 0));
            root.set(mutator, frame.get(0));
            frame.set(0, 0);
            RootPath path = pathToWanted(EVERYTHING);
            assertThat(path.root().thread()).isNull();
            assertThat(path.steps()).hasSize(1);
        }
    }

    @Test
    void whatNoRootLeadsToIsNotFound() {
        cell(wanted, 0);
        RootPath path = pathToWanted(EVERYTHING);
        assertThat(path.root()).isNull();
        assertThat(path.steps()).isEmpty();
        assertThat(path.complete()).isTrue();
    }

    @Test
    void aSearchThatEndsEarlySaysSo() {
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, cell(wanted, 0));
            for (int i = 0; i < 1000; i++) {
                frame.set(0, cell(link, frame.get(0)));
            }
            RootPath path = pathToWanted(100);
            assertThat(path.root()).isNull();
            assertThat(path.complete()).isFalse();
            assertThat(path.looked()).isEqualTo(100);
            assertThat(pathToWanted(EVERYTHING).steps()).hasSize(1001);
        }
    }

    @Test
    void theEndOfALongArrayIsLookedAtToo() {
        try (Frame frame = mutator.frame(1)) {
            int length = 10_000;
            frame.set(0, mutator.allocateArray(array, length));
            mutator.setReference(frame.get(0), length - 1, cell(wanted, 0));
            mutator.seal(frame.get(0));
            RootPath path = pathToWanted(EVERYTHING);
            assertThat(path.steps())
                    .extracting(RootPath.Step::shape)
                    .containsExactly(array, wanted);
            assertThat(path.steps().getFirst().offset())
                    .isEqualTo(array.fixedBytes() + 4 * (length - 1));
        }
    }

    @Test
    void aSearchBesideAThreadThatChangesEverythingEnds() throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        Thread busy = Thread.ofPlatform().start(() -> churn(stop));
        try {
            for (int i = 0; i < 20; i++) {
                RootPath path = pathToWanted(EVERYTHING);
                assertThat(path.root() == null).isEqualTo(path.steps().isEmpty());
                heap.collect();
            }
        } finally {
            stop.set(true);
            busy.join();
        }
        Heaps.assertValid(heap);
    }

    private void churn(AtomicBoolean stop) {
        try (Mutator own = heap.attach();
                Frame frame = own.frame(1)) {
            while (!stop.get()) {
                frame.set(0, own.allocate(wanted));
                own.seal(frame.get(0));
                for (int i = 0; i < 200; i++) {
                    long cell = own.allocate(link);
                    own.setReference(cell, link.field("next"), frame.get(0));
                    own.seal(cell);
                    frame.set(0, cell);
                }
            }
        }
    }
}
