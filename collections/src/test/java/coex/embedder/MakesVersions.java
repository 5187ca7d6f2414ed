package coex.embedder;

import coex.collections.Codec;
import coex.collections.PersistentCollection;
import coex.collections.PersistentCollections;
import coex.collections.PersistentList;

import java.util.ArrayList;
import java.util.List;

/// A program that makes versions in two places.
public final class MakesVersions {

    private MakesVersions() {}

    public static List<PersistentList<Long>> of(PersistentCollections collections, int count) {
        PersistentList<Long> empty = collections.list(Codec.LONG);
        List<PersistentList<Long>> made = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            made.add(empty.append(i));
        }
        return made;
    }

    public static <C extends PersistentCollection> void keepForEver(
            PersistentCollections collections, C version, List<C> kept) {
        while (true) {
            kept.add(collections.keep(version));
        }
    }

    public static List<PersistentList<Long>> elsewhere(
            PersistentCollections collections, int count) {
        PersistentList<Long> empty = collections.list(Codec.LONG);
        List<PersistentList<Long>> made = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            made.add(empty.append(i));
        }
        return made;
    }
}
