package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Shape;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the rooting rule says of collections: each operation is a safepoint of a thread that is
/// attached to their heap.
class SafepointTest {

    /// The other thread's collection ends only when this one has answered, and it does nothing but
    /// read.
    @Test
    @Timeout(600)
    void readingACollectionIsASafepointOfAnAttachedThread() throws Exception {
        try (Heap heap = Heap.open(HeapOptions.builder().build())) {
            Shape shape = heap.shape("Any").longField("value").build();
            var list = PersistentCollections.in(heap).list(Codec.LONG).append(7L);
            Mutator mutator = heap.attach();
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, mutator.allocate(shape));
                long rooted = frame.get(0);
                long unrooted = mutator.allocate(shape);
                Thread collecting = Thread.ofPlatform().start(heap::collect);
                while (collecting.isAlive()) {
                    assertThat(list.get(0)).isEqualTo(7L);
                }
                assertThat(mutator.isLive(rooted)).isTrue();
                assertThat(mutator.isLive(unrooted)).isFalse();
            }
        }
    }
}
