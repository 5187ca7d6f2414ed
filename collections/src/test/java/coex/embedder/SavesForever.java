package coex.embedder;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;
import coex.collections.SaveFile;
import coex.gc.Heap;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/// Saves one state after the other until it is killed. In state number n each key has n, and so has
/// the metadata. Says n when it is saved.
public final class SavesForever {

    public static final int KEYS = 300;

    private SavesForever() {}

    /// @param arguments the file
    public static void main(String[] arguments) throws Exception {
        try (Heap heap = Heap.open()) {
            PersistentMap<Long, Long> none =
                    PersistentCollections.in(heap).map(Codec.LONG, Codec.LONG);
            try (var file = SaveFile.open(Path.of(arguments[0]), none)) {
                PersistentMap<Long, Long> map = file.current();
                for (long state = 1; ; state++) {
                    for (long key = 0; key < KEYS; key++) {
                        map = map.with(key, state);
                    }
                    file.save(map, ByteBuffer.allocate(8).putLong(0, state).array());
                    System.out.println(state);
                    System.out.flush();
                }
            }
        }
    }
}
