package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

class PersistentSetTest {

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections collections = PersistentCollections.in(heap);
    private final PersistentSet<String> empty = collections.set(Codec.STRING);

    @AfterEach
    void close() {
        heap.close();
    }

    @Test
    void aChangeMakesAnotherSetAndLeavesThisOne() {
        PersistentSet<String> one = empty.with("a");
        PersistentSet<String> two = one.with("b").with("a");
        PersistentSet<String> less = two.without("a").without("x");
        assertThat(empty.asSet()).isEmpty();
        assertThat(one.asSet()).containsExactly("a");
        assertThat(two.asSet()).containsExactlyInAnyOrder("a", "b");
        assertThat(less.asSet()).containsExactly("b");
        assertThat(less).isEqualTo(empty.with("b")).hasSameHashCodeAs(empty.with("b"));
        assertThat(one.contains("a")).isTrue();
        assertThat(one.contains("b")).isFalse();
        assertThat(empty.contains("a")).isFalse();
        assertThat(two.withAll(empty.with("c")).size()).isEqualTo(3);
        assertThat(one).hasToString("[a]");
        assertThatThrownBy(() -> one.with(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("element is null: codec=java.lang.String");
    }

    @Test
    void theViewIsASetAsJavaUtilHasThem() {
        Set<String> model = new HashSet<>();
        for (int i = 0; i < 1200; i++) {
            model.add("e" + i);
        }
        PersistentSet<String> set = collections.set(Codec.STRING, model);
        Set<String> view = set.asSet();
        assertThat(view).isEqualTo(model).hasSameHashCodeAs(model).hasSize(1200);
        assertThat(model).isEqualTo(view);
        assertThat(view.contains(5)).isFalse();
        assertThat(view.contains(null)).isFalse();
        assertThat(view.containsAll(List.of("e1", "e2"))).isTrue();
        assertThat(view.parallelStream().collect(Collectors.toSet())).isEqualTo(model);
        assertThat(set.stream().collect(Collectors.toSet())).isEqualTo(model);
        assertThatThrownBy(() -> view.add("x")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> view.remove("x"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> empty.asSet().clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(set.withAll(List.of("new")).size()).isEqualTo(1201);
        PersistentSet.Builder<String> builder = set.builder();
        assertThat(builder.build()).isEqualTo(set).isNotSameAs(set);
        assertThat(builder.add("new").build()).isEqualTo(set.with("new"));
    }

    @Test
    void manyElementsAreRemovedInOneVersion() {
        try (Heap own = Heap.open(TestHeaps.COLLECTING.options())) {
            PersistentSet<CodecTest.Point> set =
                    PersistentCollections.in(own).set(Codec.ofRecord(CodecTest.Point.class));
            List<CodecTest.Point> removed = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                CodecTest.Point point = new CodecTest.Point(i, i);
                set = set.with(point);
                if (i % 3 != 0) {
                    removed.add(point);
                }
            }
            PersistentSet<CodecTest.Point> fewer = set.withoutAll(removed);
            assertThat(fewer.size()).isEqualTo(20);
            assertThat(removed).noneMatch(fewer::contains);
            assertThat(set.size()).isEqualTo(60);
            assertThat(fewer.withoutAll(fewer).isEmpty()).isTrue();
        }
    }
}
