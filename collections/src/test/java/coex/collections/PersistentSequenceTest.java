package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.RandomAccess;
import java.util.Spliterator;
import java.util.stream.IntStream;

class PersistentSequenceTest {

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections collections = PersistentCollections.in(heap);
    private final PersistentList<Integer> empty = collections.list(Codec.INT);

    @AfterEach
    void close() {
        heap.close();
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void aChangeMakesAnotherListAndLeavesThisOne() {
        PersistentList<Integer> list = empty.append(1).append(2);
        PersistentList<Integer> one = list.append(3);
        PersistentList<Integer> other = list.append(4);
        PersistentList<Integer> changed = one.with(0, -1);
        assertThat(list.asList()).containsExactly(1, 2);
        assertThat(one.asList()).containsExactly(1, 2, 3);
        assertThat(other.asList()).containsExactly(1, 2, 4);
        assertThat(changed.asList()).containsExactly(-1, 2, 3);
        assertThat(changed.slice(1, 3).asList()).containsExactly(2, 3);
        assertThat(changed.slice(1, 1)).isEqualTo(empty);
        assertThat(one.appendAll(other).asList()).containsExactly(1, 2, 3, 1, 2, 4);
        assertThat(empty.isEmpty()).isTrue();
        assertThat(changed).hasToString("[-1, 2, 3]");
    }

    @Test
    void arraysDoWhatListsDo() {
        PersistentArray<Integer> array = collections.array(Codec.INT, numbers(100));
        assertThat(array.asList()).isEqualTo(numbers(100));
        assertThat(array.with(5, -5).get(5)).isEqualTo(-5);
        assertThat(array.get(5)).isEqualTo(5);
        assertThat(array.append(100).asList()).isEqualTo(numbers(101));
        assertThat(array.slice(10, 20).asList()).isEqualTo(numbers(20).subList(10, 20));
        assertThat(array.toList().asList()).isEqualTo(numbers(100));
        assertThat(array.toList().toArray()).isEqualTo(array).hasSameHashCodeAs(array);
        assertThat(array.slice(0, 0)).isEqualTo(collections.array(Codec.INT));
        assertThat(array.equals(array.toList())).isFalse();
    }

    @Test
    void buildersAppendMany() {
        PersistentList.Builder<Integer> builder = collections.listBuilder(Codec.INT);
        PersistentList<Integer> built = builder.addAll(numbers(1500)).build();
        PersistentList<Integer> more = builder.add(1500).build();
        assertThat(built.asList()).isEqualTo(numbers(1500));
        assertThat(more.asList()).isEqualTo(numbers(1501));
        assertThat(built.appendAll(List.of(1500))).isEqualTo(more);
        assertThat(built.builder().build()).isEqualTo(built).isNotSameAs(built);
    }

    @Test
    void placesThatAreNotThereAreRefused() {
        PersistentList<Integer> list = empty.append(1);
        for (Runnable call :
                List.<Runnable>of(
                        () -> list.get(1),
                        () -> list.get(-1),
                        () -> empty.get(0),
                        () -> list.with(1, 5),
                        () -> list.slice(0, 2),
                        () -> list.slice(1, 0),
                        () -> list.asList().get(1))) {
            assertThatThrownBy(call::run).isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThatThrownBy(() -> list.get(1)).hasMessage("index out of range: index=1 length=1");
        assertThatThrownBy(() -> list.append(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("element is null: codec=java.lang.Integer");
    }

    @Test
    void theViewIsAListAsJavaUtilHasThem() {
        for (int count : new int[] {0, 1, 31, 32, 33, 300, 1100}) {
            List<Integer> model = numbers(count);
            PersistentList<Integer> list = collections.list(Codec.INT, model);
            List<Integer> view = list.asList();
            assertThat(view).isInstanceOf(RandomAccess.class).isEqualTo(model);
            assertThat(model).isEqualTo(view);
            assertThat(view).hasSameHashCodeAs(model).hasToString(model.toString());
            assertThat(view.toArray()).isEqualTo(model.toArray());
            assertThat(view.indexOf(count - 1)).isEqualTo(model.indexOf(count - 1));
            assertThat(view.indexOf("x")).isEqualTo(-1);
            assertThat(view.contains(null)).isFalse();
            assertThat(view.subList(count / 2, count)).isEqualTo(model.subList(count / 2, count));
            assertThat(view.reversed()).isEqualTo(model.reversed());
            assertThat(new ArrayList<>(view)).isEqualTo(model);
            assertThat(view.parallelStream().mapToLong(each -> each).sum())
                    .isEqualTo((long) count * (count - 1) / 2);
            assertThat(list.stream().toList()).isEqualTo(model);
            assertThatThrownBy(() -> view.add(1)).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(view::clear).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> Collections.sort(view))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void aSpliteratorSplitsInTheMiddleAlsoAfterItHasBegun() {
        PersistentList<Integer> list = collections.list(Codec.INT, numbers(1000));
        Spliterator<Integer> second = list.spliterator();
        List<Integer> seen = new ArrayList<>();
        second.tryAdvance(seen::add);
        second.tryAdvance(seen::add);
        Spliterator<Integer> first = second.trySplit();
        assertThat(first.estimateSize() + second.estimateSize()).isEqualTo(998);
        assertThat(first.hasCharacteristics(Spliterator.SIZED | Spliterator.SUBSIZED)).isTrue();
        first.forEachRemaining(seen::add);
        second.forEachRemaining(seen::add);
        assertThat(seen).isEqualTo(numbers(1000));
        assertThat(second.trySplit()).isNull();
        var iterator = empty.append(1).iterator();
        iterator.next();
        assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
    }
}
