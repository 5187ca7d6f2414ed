package coex.collections.list;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.value.Primitive;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapStats;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.stream.LongStream;

/// What versions of lists have in common, by the bytes that are alive or were allocated.
class ListSharingTest {

    private static final int SLOT_BYTES = 8;

    private Heap heap;
    private Frame frame;
    private MutatorContext mutator;
    private ListType longs;
    private ListType lists;

    @BeforeEach
    void open() {
        heap = Heap.open(TestHeaps.PLAIN.options());
        Mutator checked = heap.attach();
        mutator = ConcurrentHeap.contextOf(checked);
        frame = checked.frame(3);
        longs = ListType.of(heap, Primitive.LONG);
        lists = ListType.of(heap, longs);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long range(int length) {
        long[] numbers = LongStream.range(0, length).toArray();
        return longs.of(mutator, numbers, 0, length);
    }

    /// Bytes of all that lives, with the slots of its handles.
    private long liveBytes() {
        heap.collect();
        heap.collect();
        HeapStats.Collection last = heap.stats().collection();
        return last.bytesMarked() + SLOT_BYTES * last.objectsMarked();
    }

    @Test
    void aListOfLongsThatGrewByAppendingTakesAtMostTenBytesForEach() {
        int length = 1_000_000;
        long before = liveBytes();
        long list = 0;
        for (int i = 0; i < length; i++) {
            list = longs.append(mutator, list, i);
        }
        frame.set(0, list);
        assertThat(liveBytes() - before).isBetween(8L * length, 10L * length);
    }

    @Test
    void aThousandVersionsThatDifferInOneElementShareTheRest() {
        frame.set(0, range(100_000));
        long before = liveBytes();
        for (int i = 0; i < 1000; i++) {
            frame.set(2, longs.set(mutator, frame.get(0), i * 97L, -1));
            frame.set(1, lists.append(mutator, frame.get(1), frame.get(2)));
        }
        long path = 3L * ListLayout.MOST_NODE_BYTES + 16 + 32 * 8 + ListLayout.LIST_BYTES;
        long slots = 5 * SLOT_BYTES;
        assertThat(liveBytes() - before).isLessThan(1000 * (path + slots + 20));
        for (int i = 0; i < 1000; i++) {
            long version = lists.get(mutator, frame.get(1), i);
            assertThat(longs.get(mutator, version, i * 97L)).isEqualTo(-1);
            assertThat(longs.get(mutator, version, i * 97L + 1)).isEqualTo(i * 97L + 1);
        }
    }

    @Test
    void aThousandVersionsThatGrewFromEachOtherShareTheirChunks() {
        long before = liveBytes();
        for (int i = 0; i < 1000; i++) {
            frame.set(0, longs.append(mutator, frame.get(0), i));
            frame.set(1, lists.append(mutator, frame.get(1), frame.get(0)));
        }
        long each = ListLayout.LIST_BYTES + SLOT_BYTES + 8 + 8;
        assertThat(liveBytes() - before).isLessThan(1000 * (each + 20));
        for (int i = 0; i < 1000; i++) {
            long version = lists.get(mutator, frame.get(1), i);
            assertThat(longs.length(mutator, version)).isEqualTo(i + 1);
            assertThat(longs.get(mutator, version, i)).isEqualTo(i);
        }
    }

    @Test
    void joiningToAListThatEndsWithAFullChunkSharesTheChunksOfBoth() {
        frame.set(0, range(32 * 700));
        frame.set(1, range(32 * 900));
        long before = mutator.allocator().bytes();
        frame.set(2, longs.concat(mutator, frame.get(0), frame.get(1)));
        assertThat(mutator.allocator().bytes() - before).isLessThan(900 * 4 * 32);
        assertThat(longs.length(mutator, frame.get(2))).isEqualTo(32 * 1600);
        assertThat(longs.get(mutator, frame.get(2), 32 * 700 + 5)).isEqualTo(5);
        ListChecks.assertInvariants(mutator, longs, frame.get(2));
    }
}
