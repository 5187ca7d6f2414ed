package coex.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;

/// That all contenders do the same work.
class SubjectTest {

    private static final int SIZE = 500;

    @ParameterizedTest
    @EnumSource
    void mapsOfLongsAgree(Contender contender) {
        Keys keys = new Keys(KeyKind.LONG, SIZE);
        KeyedSubject maps = contender.maps(KeyKind.LONG);
        maps.prepare(keys);
        RecordingSink entries = new RecordingSink();
        maps.iterate(entries);

        assertThat(entries.taken()).hasSize(2 * SIZE);
        assertThat(sum(entries)).isEqualTo(sum(keys.stored()) + sum(keys.values()));
        assertOperations(contender, maps, keys);
    }

    @ParameterizedTest
    @EnumSource
    void mapsOfStringsAgree(Contender contender) {
        Keys keys = new Keys(KeyKind.STRING, SIZE);
        KeyedSubject maps = contender.maps(KeyKind.STRING);
        maps.prepare(keys);
        RecordingSink entries = new RecordingSink();
        maps.iterate(entries);

        assertThat(entries.taken()).hasSize(2 * SIZE);
        assertOperations(contender, maps, keys);
    }

    @ParameterizedTest
    @EnumSource
    void sortedMapsAgree(Contender contender) {
        Assumptions.assumeTrue(contender.hasSorted());
        for (KeyKind kind : KeyKind.values()) {
            Keys keys = new Keys(kind, SIZE);
            KeyedSubject maps = contender.sortedMaps(kind);
            maps.prepare(keys);
            RecordingSink entries = new RecordingSink();
            maps.iterate(entries);
            assertThat(entries.taken()).hasSize(2 * SIZE);
            if (kind == KeyKind.LONG) {
                assertRanges(maps, keys);
            }
            assertOperations(contender, maps, keys);
        }
    }

    /// A range has the next keys in order, and their values.
    private static void assertRanges(KeyedSubject maps, Keys keys) {
        TreeMap<Object, Object> model = new TreeMap<>();
        for (int i = 0; i < SIZE; i++) {
            model.put(keys.stored()[i], keys.values()[i]);
        }
        for (int i = 0; i < SIZE; i++) {
            RecordingSink range = new RecordingSink();
            maps.range(i, range);
            List<Object> expected = new ArrayList<>();
            model.tailMap(keys.sought()[i]).entrySet().stream()
                    .limit(KeyedSubject.RANGE)
                    .forEach(
                            entry -> {
                                expected.add(entry.getKey());
                                expected.add(entry.getValue());
                            });
            assertThat(range.taken()).isEqualTo(expected);
        }
    }

    /// Updates and removals leave the map alone, unless it is the mutable bound.
    private static void assertOperations(Contender contender, KeyedSubject maps, Keys keys) {
        RecordingSink versions = new RecordingSink();
        for (int i = 0; i < SIZE; i++) {
            maps.remove(i, versions);
            assertGets(maps, i, keys.values()[keys.order()[i]]);
            maps.update(i, versions);
            boolean inPlace = contender == Contender.JAVA_UTIL;
            assertGets(maps, i, inPlace ? keys.newValues()[i] : keys.values()[keys.order()[i]]);
        }
        maps.build(versions);
        assertThat(versions.taken()).hasSize(2 * SIZE + 1).doesNotContain(0L);
        maps.close();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OUR_FACE")
    void setsOfLongsAgree(Contender contender) {
        assertSets(contender, KeyKind.LONG);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OUR_FACE")
    void setsOfStringsAgree(Contender contender) {
        assertSets(contender, KeyKind.STRING);
    }

    /// No operation changes the set, not even the mutable bound's.
    private static void assertSets(Contender contender, KeyKind kind) {
        Keys keys = new Keys(kind, SIZE);
        assertThat(keys.absent()).doesNotHaveDuplicates().doesNotContain(keys.stored());
        KeyedSubject sets = contender.sets(kind);
        sets.prepare(keys);
        assertSetOperations(contender, sets, keys, kind);
    }

    @ParameterizedTest
    @EnumSource
    void sortedSetsAgree(Contender contender) {
        Assumptions.assumeTrue(contender.hasSorted());
        for (KeyKind kind : KeyKind.values()) {
            Keys keys = new Keys(kind, SIZE);
            KeyedSubject sets = contender.sortedSets(kind);
            sets.prepare(keys);
            if (kind == KeyKind.LONG) {
                assertSetRanges(sets, keys);
            }
            assertSetOperations(contender, sets, keys, kind);
        }
    }

    /// A range has the next elements in order.
    private static void assertSetRanges(KeyedSubject sets, Keys keys) {
        TreeSet<Object> model = new TreeSet<>(Arrays.asList(keys.stored()));
        for (int i = 0; i < SIZE; i++) {
            RecordingSink range = new RecordingSink();
            sets.range(i, range);
            assertThat(range.taken())
                    .isEqualTo(
                            model.tailSet(keys.sought()[i]).stream()
                                    .limit(KeyedSubject.RANGE)
                                    .toList());
        }
    }

    private static void assertSetOperations(
            Contender contender, KeyedSubject sets, Keys keys, KeyKind kind) {
        RecordingSink versions = new RecordingSink();
        RecordingSink found = new RecordingSink();
        for (int i = 0; i < SIZE; i++) {
            sets.remove(i, versions);
            sets.update(i, versions);
            sets.get(i, found);
        }
        sets.build(versions);
        assertThat(versions.taken()).hasSize(2 * SIZE + 1).doesNotContain(0L);
        assertThat(found.taken())
                .hasSize(SIZE)
                .containsOnly(contender == Contender.OURS ? 1L : true);
        RecordingSink elements = new RecordingSink();
        sets.iterate(elements);
        if (kind == KeyKind.LONG || contender != Contender.OURS) {
            assertThat(elements.taken()).containsExactlyInAnyOrder(keys.stored());
        } else {
            assertThat(elements.taken()).hasSize(SIZE).doesNotHaveDuplicates();
        }
        sets.close();
    }

    private static void assertGets(KeyedSubject maps, int position, Long expected) {
        RecordingSink found = new RecordingSink();
        maps.get(position, found);
        assertThat(found.taken()).containsExactly(expected);
    }

    @ParameterizedTest
    @EnumSource
    void listsAgree(Contender contender) {
        Places places = new Places(SIZE);
        ListSubject lists = contender.lists();
        lists.prepare(places);
        RecordingSink elements = new RecordingSink();
        lists.iterate(elements);
        assertThat(elements.taken()).containsExactly((Object[]) places.elements());

        RecordingSink versions = new RecordingSink();
        for (int i = 0; i < SIZE; i++) {
            RecordingSink found = new RecordingSink();
            lists.get(i, found);
            assertThat(found.taken()).containsExactly(places.elements()[places.indices()[i]]);
            lists.update(i, versions);
        }
        lists.build(versions);
        assertThat(versions.taken()).hasSize(SIZE + 1).doesNotContain(0L);
        lists.close();
    }

    private static long sum(RecordingSink sink) {
        return sum(sink.taken().toArray());
    }

    private static long sum(Object[] boxed) {
        return LongStream.of(Arrays.stream(boxed).mapToLong(each -> (Long) each).toArray()).sum();
    }
}
