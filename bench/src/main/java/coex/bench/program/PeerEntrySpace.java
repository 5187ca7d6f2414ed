package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.bench.subject.Contender;
import coex.bench.subject.KeyKind;
import coex.bench.subject.Keys;
import coex.bench.subject.ObjectKeyed;
import coex.bench.subject.ObjectLists;
import coex.bench.subject.Places;

import org.openjdk.jol.info.GraphLayout;

/// Measures with JOL what an entry of a peer's collections costs, boxed keys and values included:
/// `long-map`, `string-map` and `long-list`, built by single updates.
public final class PeerEntrySpace {

    private PeerEntrySpace() {}

    /// Arguments: the contender, and the number of entries.
    static void main(String[] args) {
        Contender contender = Contender.valueOf(args[0]);
        int size = Integer.parseInt(args[1]);
        Figures.print("long-map", map(contender, KeyKind.LONG, size));
        Figures.print("string-map", map(contender, KeyKind.STRING, size));
        ObjectLists<?> lists = (ObjectLists<?>) contender.lists();
        lists.prepare(new Places(size));
        Figures.print("long-list", perEntry(lists.list(), size));
    }

    private static double map(Contender contender, KeyKind keys, int size) {
        ObjectKeyed<?> maps = (ObjectKeyed<?>) contender.maps(keys);
        maps.prepare(new Keys(keys, size));
        return perEntry(maps.map(), size);
    }

    private static double perEntry(Object root, int size) {
        return (double) GraphLayout.parseInstance(root).totalSize() / size;
    }
}
