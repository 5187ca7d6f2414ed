package coex.bench.program;

import coex.bench.subject.OurHeap;
import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;
import coex.collections.Versioned;

/// [Board] in our heap, as a Java program has it.
public final class OurBoard extends Board {

    private final PersistentCollections collections = PersistentCollections.in(OurHeap.HEAP);

    private final Versioned<PersistentMap<String, PersistentMap<String, Long>>> board =
            Versioned.of(
                    collections.map(Codec.STRING, Codec.persistentMap(Codec.STRING, Codec.LONG)));

    private final PersistentMap<String, Long> none = collections.map(Codec.STRING, Codec.LONG);

    private OurBoard() {}

    /// Argument: milliseconds.
    static void main(String[] args) throws InterruptedException {
        new OurBoard().run(Integer.parseInt(args[0]));
    }

    @Override
    void put(String outer, String inner, long value) {
        board.update(
                map -> {
                    try (var changed = map.getOrDefault(outer, none).with(inner, value)) {
                        return map.with(outer, changed);
                    }
                });
    }

    @Override
    Long get(String outer, String inner) {
        return board.read(map -> PersistentMap.getIn(map, outer, inner));
    }
}
