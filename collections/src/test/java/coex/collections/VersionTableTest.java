package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// A root is emptied once, whether its version is closed or dropped or both.
class VersionTableTest {

    @Test
    void aRootInTheTableIsThereUntilItsCellIsAnothers() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentList<Long> list = PersistentCollections.in(heap).list(Codec.LONG).append(1L);
            VersionTable table = new VersionTable();
            List<VersionRoot> roots = new ArrayList<>();
            for (int cell = 0; cell < 10_000; cell++) {
                VersionRoot root = new VersionRoot(list, cell);
                roots.add(root);
                table.put(cell, root);
            }
            assertThat(roots).allMatch(table::contains);
            table.remove(4711);
            assertThat(table.contains(roots.get(4711))).isFalse();
            VersionRoot next = new VersionRoot(list, 4711);
            table.put(4711, next);
            assertThat(table.contains(roots.get(4711))).isFalse();
            assertThat(table.contains(next)).isTrue();
            List<VersionRoot> seen = new ArrayList<>();
            table.forEach(seen::add);
            roots.set(4711, next);
            assertThat(seen).isEqualTo(roots);
        }
    }

    /// The JVM may tell of a version that was closed; by then its cell may be another's.
    @Test
    void aVersionThatWasClosedIsNotReleasedAgainWhenItIsDropped() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections collections = PersistentCollections.in(heap);
            PersistentList<Long> empty = collections.list(Codec.LONG);
            PersistentList<Long> first = empty.append(1L);
            VersionRoot root = rootOf(collections, first);
            first.close();
            PersistentList<Long> second = empty.append(2L); // has the same cell
            assertThat(rootOf(collections, second).cell()).isEqualTo(root.cell());
            collections.releaseAll(new VersionRoot[] {root, null}, 2);
            heap.collect();
            heap.collect();
            assertThat(second.get(0)).isEqualTo(2L);
            assertThat(collections.versions().count()).isEqualTo(1);
            assertThat(heap.stats().now().globalRoots()).isEqualTo(1);
        }
    }

    private static VersionRoot rootOf(
            PersistentCollections collections, PersistentCollection version) {
        List<VersionRoot> found = new ArrayList<>();
        collections.table().forEach(found::add);
        return found.stream().filter(root -> root.refersTo(version)).findFirst().orElseThrow();
    }
}
