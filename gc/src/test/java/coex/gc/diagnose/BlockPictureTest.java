package coex.gc.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.Heaps;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.memory.BlockPicture;
import coex.gc.memory.BlockUse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/// The picture of the blocks shows what they are used for.
@Timeout(300)
class BlockPictureTest {

    private ConcurrentHeap heap;
    private Mutator mutator;
    private Shape bytes;
    private Shape mutable;

    @BeforeEach
    void open() {
        heap = ConcurrentHeap.open(Heaps.calm().blockBytes(4096).build());
        mutator = heap.attach();
        bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).build();
        mutable = heap.shape("Mutable").longField("number").mutable().build();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private BlockPicture picture() {
        AtomicReference<BlockPicture> picture = new AtomicReference<>();
        heap.inspect(inspector -> picture.set(inspector.blocks()));
        return picture.get();
    }

    private Map<BlockUse, Integer> uses() {
        Map<BlockUse, Integer> uses = new EnumMap<>(BlockUse.class);
        BlockPicture picture = picture();
        for (int block = 0; block < picture.blocks(); block++) {
            uses.merge(picture.use(block), 1, Integer::sum);
        }
        return uses;
    }

    @Test
    void aNewHeapIsFree() {
        assertThat(uses()).containsOnlyKeys(BlockUse.FREE);
        assertThat(picture().blocks()).isEqualTo((64 << 20) / 4096);
        assertThat(picture().linesPerBlock()).isEqualTo(4096 / 32);
    }

    @Test
    void blocksShowWhatIsInThem() {
        try (Frame frame = mutator.frame(3)) {
            frame.set(0, mutator.allocateArray(bytes, 10 * 4096));
            frame.set(1, mutator.allocate(mutable));
            frame.set(2, mutator.allocateArray(bytes, 100));
            Map<BlockUse, Integer> uses = uses();
            assertThat(uses.get(BlockUse.LARGE)).isEqualTo(11);
            assertThat(uses.get(BlockUse.HELD)).isEqualTo(2);
        }
        heap.collect();
        heap.collect();
        assertThat(uses()).doesNotContainKey(BlockUse.LARGE);
    }

    @Test
    void linesOfABlockAreFreeOrNot() {
        AtomicReference<String> lines = new AtomicReference<>();
        heap.inspect(inspector -> lines.set(inspector.lines(0)));
        assertThat(lines.get()).matches("f\\.{128}");
        heap.inspect(inspector -> lines.set(inspector.lines(Integer.MAX_VALUE)));
        assertThat(lines.get()).isEmpty();
        heap.inspect(inspector -> lines.set(inspector.lines(-1)));
        assertThat(lines.get()).isEmpty();
        for (int i = 0; i < 200; i++) {
            mutator.allocateArray(bytes, 1000); // fills blocks, and goes on to others
        }
        heap.inspect(inspector -> lines.set(inspector.lines(0)));
        assertThat(lines.get()).hasSize(129).contains("#");
    }
}
