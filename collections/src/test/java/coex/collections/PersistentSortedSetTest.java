package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;

class PersistentSortedSetTest {

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections collections = PersistentCollections.in(heap);
    private final PersistentSortedSet<String> empty = collections.sortedSet(Codec.STRING);

    @AfterEach
    void close() {
        heap.close();
    }

    private PersistentSortedSet<String> drinks() {
        return empty.with("tea").with("rum").with("ale").with("gin");
    }

    @Test
    void aChangeMakesAnotherSetAndLeavesThisOne() {
        PersistentSortedSet<String> some = drinks();
        PersistentSortedSet<String> fewer = some.without("rum").without("milk");
        assertThat(empty.isEmpty()).isTrue();
        assertThat(some).hasToString("[ale, gin, rum, tea]");
        assertThat(fewer).hasToString("[ale, gin, tea]");
        assertThat(some.contains("rum")).isTrue();
        assertThat(fewer.contains("rum")).isFalse();
        assertThat(some.withoutAll(List.of("ale", "x", "rum"))).hasToString("[gin, tea]");
        assertThat(fewer.withAll(List.of("rum"))).isEqualTo(some);
        assertThat(fewer.withAll(empty.with("milk"))).hasToString("[ale, gin, milk, tea]");
        assertThat(some.intersection(fewer.with("milk"))).isEqualTo(fewer);
        assertThat(some.difference(fewer)).isEqualTo(empty.with("rum"));
        assertThat(some.stream()).containsExactly("ale", "gin", "rum", "tea");
    }

    @Test
    void neighboursAreFoundWhetherOrNotTheElementIsThere() {
        PersistentSortedSet<String> set = drinks();
        assertThat(set.first()).isEqualTo("ale");
        assertThat(set.last()).isEqualTo("tea");
        assertThat(set.floor("gin")).isEqualTo("gin");
        assertThat(set.lower("gin")).isEqualTo("ale");
        assertThat(set.ceiling("gin")).isEqualTo("gin");
        assertThat(set.higher("gin")).isEqualTo("rum");
        assertThat(set.floor("h")).isEqualTo("gin");
        assertThat(set.lower("h")).isEqualTo("gin");
        assertThat(set.ceiling("h")).isEqualTo("rum");
        assertThat(set.higher("h")).isEqualTo("rum");
        assertThat(set.lower("ale")).isNull();
        assertThat(set.floor("a")).isNull();
        assertThat(set.higher("tea")).isNull();
        assertThat(set.ceiling("z")).isNull();
        assertThat(empty.first()).isNull();
        assertThat(empty.last()).isNull();
    }

    @Test
    void rangesNarrowAndTurn() {
        PersistentSortedSet<String> set = drinks();
        assertThat(set.from("gin").to("rum")).hasToString("[gin, rum]");
        assertThat(set.from("gin", false).to("tea", false)).hasToString("[rum]");
        assertThat(set.to("gin")).hasToString("[ale, gin]");
        assertThat(set.to("gin", false)).hasToString("[ale]");
        assertThat(set.reversed()).hasToString("[tea, rum, gin, ale]");
        assertThat(set.reversed().from("s").to("b")).hasToString("[rum, gin]");
        assertThat(set.from("b").from("a").first()).as("never wider").isEqualTo("gin");
        assertThat(set.from("rum").to("gin")).isEmpty();
        assertThat(set.from("gin", false).to("gin", false).size()).isZero();
        assertThat(set.from("b").size()).isEqualTo(3);
        assertThat(set.from("b").last()).isEqualTo("tea");
        assertThat(set.startingWith("g")).hasToString("[gin]");
        assertThat(set.startingWith("x")).isEmpty();
        PersistentSortedSet<String> part = set.from("b").to("s").toSet();
        assertThat(part).isEqualTo(empty.with("gin").with("rum"));
        assertThat(set.reversed().to("s").toSet()).isEqualTo(empty.with("tea"));
        assertThat(set.from("x").toSet()).isEqualTo(empty);
        set.close();
        assertThat(part.reversed().first()).isEqualTo("rum");
        assertThatThrownBy(set::first)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("collection closed: type=PersistentSortedSet");
        PersistentSortedSet<Long> numbers = collections.sortedSet(Codec.LONG);
        assertThatThrownBy(() -> numbers.startingWith(1L))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    /// Whatever is asked, with elements that are there and that are not.
    @Test
    void aSortedSetIsWhatATreeSetIs() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        NavigableSet<Long> model = new TreeSet<>();
        for (int i = 0; i < 500; i++) {
            model.add((long) random.nextInt(2000) - 1000);
        }
        PersistentSortedSet<Long> set = collections.sortedSet(Codec.LONG, model);
        for (int i = 0; i < 500; i++) {
            long at = random.nextInt(2200) - 1100;
            long to = random.nextInt(2200) - 1100;
            boolean with = random.nextBoolean();
            boolean withTo = random.nextBoolean();
            String told = "seed " + seed + ", " + at + " to " + to;
            assertThat(set.lower(at)).as(told).isEqualTo(model.lower(at));
            assertThat(set.floor(at)).as(told).isEqualTo(model.floor(at));
            assertThat(set.ceiling(at)).as(told).isEqualTo(model.ceiling(at));
            assertThat(set.higher(at)).as(told).isEqualTo(model.higher(at));
            NavigableSet<Long> tail = model.tailSet(at, with);
            assertThat(new ArrayList<>(set.from(at, with).asSet()))
                    .as(told)
                    .isEqualTo(new ArrayList<>(tail));
            NavigableSet<Long> part =
                    at <= to ? model.subSet(at, with, to, withTo) : new TreeSet<>();
            SortedSetRange<Long> range = set.from(at, with).to(to, withTo);
            assertThat(range.size()).as(told).isEqualTo(part.size());
            assertThat(range.reversed().stream().toList())
                    .as(told)
                    .isEqualTo(new ArrayList<>(part.descendingSet()));
            assertThat(range.toSet().asSet()).as(told).isEqualTo(part);
        }
    }
}
