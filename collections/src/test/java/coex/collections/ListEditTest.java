package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Elements put into the middle of lists, and taken out of it.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class ListEditTest {

    @ParameterizedTest
    @EnumSource
    void listsAreEditedAsArrayListsAre(TestHeaps kind) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        try (Heap heap = Heap.open(kind.options())) {
            edit(PersistentCollections.in(heap), new Random(seed), kind == TestHeaps.PLAIN);
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed, e);
        }
    }

    private static void edit(PersistentCollections in, Random random, boolean isLong) {
        List<String> model = new ArrayList<>();
        PersistentList<String> list = in.list(Codec.STRING);
        for (int i = 0; i < (isLong ? 600 : 60); i++) {
            String element = "e" + i;
            PersistentList<String> before = list;
            List<String> beforeModel = List.copyOf(model);
            int index = random.nextInt(model.size() + 1);
            switch (random.nextInt(7)) {
                case 0 -> {
                    list = list.prepend(element);
                    model.addFirst(element);
                }
                case 1 -> {
                    if (index < model.size()) {
                        list = list.without(index);
                        model.remove(index);
                    }
                }
                case 2 -> {
                    list = list.appendAll(list.slice(index, model.size()));
                    model.addAll(List.copyOf(model.subList(index, model.size())));
                    if (model.size() > 300) {
                        list = list.slice(10, 200);
                        model = new ArrayList<>(model.subList(10, 200));
                    }
                }
                default -> {
                    list = list.insert(index, element);
                    model.add(index, element);
                }
            }
            assertThat(list.asList()).isEqualTo(model);
            assertThat(before.asList()).isEqualTo(beforeModel);
        }
        PersistentList<String> last = list;
        int size = model.size();
        assertThatThrownBy(() -> last.insert(size + 1, "x"))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("index out of range: index=%d length=%d".formatted(size + 1, size));
        assertThatThrownBy(() -> last.without(size)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> last.insert(-1, "x"))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
