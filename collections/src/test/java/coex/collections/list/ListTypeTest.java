package coex.collections.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.JvmGarbage;
import coex.collections.value.Primitive;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What lists promise beyond their contents: what they cost, what they share, what they let go.
class ListTypeTest {

    private static final int LEAF = 32;
    private static final int LEAF_BYTES = 16 + 8 * LEAF;

    private Heap heap;
    private Mutator checked;
    private MutatorContext mutator;
    private Frame frame;
    private ListType longs;

    @BeforeEach
    void open() {
        heap = Heap.open(TestHeaps.PLAIN.options());
        checked = heap.attach();
        mutator = ConcurrentHeap.contextOf(checked);
        frame = checked.frame(4);
        longs = ListType.of(heap, Primitive.LONG);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    /// A list of the numbers from `from` up to `to`, in slot 0.
    private long range(int from, int to) {
        long list = 0;
        for (int i = from; i < to; i++) {
            list = longs.append(mutator, list, i);
        }
        frame.set(0, list);
        return list;
    }

    private void assertRange(long list, int from, int to) {
        assertThat(longs.length(mutator, list)).isEqualTo(to - from);
        ListChecks.assertInvariants(mutator, longs, list);
        ListCursor cursor = new ListCursor(longs);
        cursor.start(mutator, list);
        for (int i = from; i < to; i++) {
            assertThat(cursor.next(mutator)).isTrue();
            assertThat(cursor.bits()).isEqualTo(i);
            assertThat(longs.get(mutator, list, i - from)).isEqualTo(i);
        }
        assertThat(cursor.next(mutator)).isFalse();
    }

    private long bytesOf(Runnable operation) {
        long before = mutator.allocator().bytes();
        operation.run();
        return mutator.allocator().bytes() - before;
    }

    @Test
    void aListOfThreeLevelsHasAllItsElements() {
        assertRange(range(0, 40_000), 0, 40_000);
        long list = frame.get(0);
        for (int at : new int[] {0, 31, 32, 1023, 1024, 32_767, 32_768, 39_967, 39_968, 39_999}) {
            long changed = longs.set(mutator, list, at, -1);
            assertThat(longs.get(mutator, changed, at)).isEqualTo(-1);
            ListChecks.assertInvariants(mutator, longs, changed);
            assertThat(longs.get(mutator, list, at)).isEqualTo(at);
        }
    }

    @Test
    void slicesOfAListOfThreeLevelsHaveTheirElementsAndGrow() {
        long list = range(0, 40_000);
        int[] bounds = {0, 1, 31, 32, 33, 1024, 1500, 32_767, 32_768, 32_769, 39_968, 40_000};
        for (int from : bounds) {
            for (int to : bounds) {
                if (from < to) {
                    frame.set(1, longs.slice(mutator, list, from, to));
                    assertRange(frame.get(1), from, to);
                    for (int i = to; i < to + 70; i++) {
                        frame.set(1, longs.append(mutator, frame.get(1), i));
                    }
                    assertRange(frame.get(1), from, to + 70);
                }
            }
        }
    }

    @Test
    void aBuilderContinuesAnyList() {
        try (ListBuilder builder = new ListBuilder(longs)) {
            for (int length : new int[] {0, 1, 32, 33, 1024, 1056, 1100, 32_800}) {
                for (int more : new int[] {0, 1, 31, 32, 33, 1024, 2000}) {
                    builder.start(mutator, range(0, length));
                    for (int i = length; i < length + more; i++) {
                        builder.add(i);
                    }
                    frame.set(1, builder.finish());
                    assertRange(frame.get(1), 0, length + more);
                    assertRange(frame.get(0), 0, length);
                }
            }
        }
    }

    @Test
    void concatenationGivesTheElementsOfBoth() {
        for (int length : new int[] {0, 1, 32, 40, 1024, 1100}) {
            for (int second : new int[] {0, 1, 31, 32, 64, 1024, 1500}) {
                frame.set(1, range(length, length + second));
                frame.set(2, longs.concat(mutator, range(0, length), frame.get(1)));
                assertRange(frame.get(2), 0, length + second);
            }
        }
    }

    @Test
    void popTakesTheLastElementAway() {
        long list = range(0, 1100);
        for (int length = 1099; length >= 0; length--) {
            list = longs.pop(mutator, list);
            frame.set(0, list);
            if (length % 31 == 0) {
                assertRange(list, 0, length);
            }
        }
        assertThat(list).isZero();
        assertThatThrownBy(() -> longs.pop(mutator, 0))
                .isInstanceOf(IndexOutOfRangeException.class)
                .hasMessage("index out of range: index=-1 length=0");
    }

    @Test
    void listsWithTheSameElementsAreEqualHoweverTheyCameAbout() {
        long appended = range(100, 1200);
        frame.set(1, longs.slice(mutator, range(0, 2000), 100, 1200));
        frame.set(0, appended);
        long sliced = frame.get(1);
        assertThat(longs.equal(mutator, appended, sliced)).isTrue();
        assertThat(longs.hash(mutator, appended)).isEqualTo(longs.hash(mutator, sliced));
        for (int at : new int[] {0, 1, 500, 1098, 1099}) {
            long other = longs.set(mutator, sliced, at, -1);
            assertThat(longs.equal(mutator, appended, other)).isFalse();
            assertThat(longs.hash(mutator, other)).isNotEqualTo(longs.hash(mutator, appended));
        }
    }

    @Test
    void appendingTakesAListObjectAndLittleElse() {
        range(0, 1);
        long bytes = bytesOf(() -> range(0, 100_000));
        assertThat(bytes / 100_000).isLessThan(42);
        range(0, 40);
        assertThat(bytesOf(() -> longs.append(mutator, frame.get(0), 1)))
                .isEqualTo(ListLayout.LIST_BYTES);
    }

    @Test
    void shortListsAreSmall() {
        assertThat(bytesOf(() -> range(0, 1))).isEqualTo(ListLayout.LIST_BYTES + 16 + 4 * 8);
        long[] five = {1, 2, 3, 4, 5};
        assertThat(bytesOf(() -> longs.of(mutator, five, 0, 5)))
                .isEqualTo(ListLayout.LIST_BYTES + 16 + 5 * 8);
    }

    @Test
    void aChangedElementCostsOnePathFromTheRoot() {
        long list = range(0, 40_000);
        long path = 3L * ListLayout.MOST_NODE_BYTES + LEAF_BYTES + ListLayout.LIST_BYTES;
        assertThat(bytesOf(() -> longs.set(mutator, list, 5, -1))).isLessThanOrEqualTo(path);
    }

    @Test
    void aSliceSharesAllButOnePathAtEitherEnd() {
        long list = range(0, 40_000);
        long paths = 6L * ListLayout.MOST_NODE_BYTES + 2 * ListLayout.LIST_BYTES;
        assertThat(bytesOf(() -> longs.slice(mutator, list, 777, 39_000)))
                .isLessThanOrEqualTo(paths);
        assertThat(bytesOf(() -> longs.slice(mutator, list, 1, 39_999)))
                .isLessThanOrEqualTo(2 * ListLayout.LIST_BYTES);
    }

    @Test
    void replacingASliceByAsManyElementsSharesTheRest() {
        long list = range(0, 40_000);
        long[] few = {-1, -2, -3};
        frame.set(1, longs.of(mutator, few, 0, 3));
        long path = 3L * ListLayout.MOST_NODE_BYTES + LEAF_BYTES + ListLayout.LIST_BYTES;
        assertThat(bytesOf(() -> longs.setSlice(mutator, list, 30, 33, frame.get(1))))
                .isLessThanOrEqualTo(2 * path);
    }

    @Test
    void aQueueKeepsOnlyWhatIsInIt() {
        long list = range(0, 100);
        heap.collect();
        heap.collect();
        long bytes = heap.stats().collection().bytesMarked();
        for (int i = 100; i < 200_000; i++) {
            list = longs.slice(mutator, longs.append(mutator, list, i), 1, Long.MAX_VALUE);
        }
        frame.set(0, list);
        assertRange(list, 199_900, 200_000);
        heap.collect();
        heap.collect();
        assertThat(heap.stats().collection().bytesMarked()).isLessThan(bytes + 20_000);
    }

    @Tag(JvmGarbage.TAG)
    @Test
    void operationsAllocateNothingInTheJvm() {
        long list = range(0, 5000);
        ListCursor cursor = new ListCursor(longs);
        int[] turn = new int[1];
        JvmGarbage.Operation work =
                () -> {
                    int i = turn[0]++ % 2000;
                    long other = longs.append(mutator, list, i);
                    other = longs.set(mutator, other, i, i);
                    other = longs.slice(mutator, other, 1, -1);
                    return longs.get(mutator, other, i) + longs.length(mutator, other);
                };
        // Refilling buffers makes a few small objects now and then; no object is below 16 bytes.
        assertThat(JvmGarbage.ofEach(2000, 8, work)).isLessThan(8);
        JvmGarbage.Operation iterate =
                () -> {
                    long sum = 0;
                    for (cursor.start(mutator, list); cursor.next(mutator); ) {
                        sum += cursor.bits();
                    }
                    return sum;
                };
        assertThat(JvmGarbage.ofEach(100, 1, iterate)).isLessThan(1);
    }
}
