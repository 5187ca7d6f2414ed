package coex.stress.face;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;
import coex.collections.Versioned;
import coex.gc.Heap;

import java.util.concurrent.atomic.AtomicLong;

/// What the threads of one round share.
final class SharedPlaces {

    static final int PLACES = 6;

    /// More bytes than the versions below ever hold: what they hold is counted in each update.
    private static final long LIMIT = 1 << 20;

    static final Codec<PersistentMap<String, Long>> INNER =
            Codec.persistentMap(Codec.STRING, Codec.LONG);

    final Heap heap;
    final PersistentCollections collections;

    /// Read and written in data races, which is what is to be tried: collections may be shared in
    /// any way.
    final Held[] places = new Held[PLACES];

    /// What the values of each version add up to is 0.
    final Versioned<PersistentMap<String, Long>> balance;

    /// All inner maps of one version are equal.
    final Versioned<PersistentMap<Long, PersistentMap<String, Long>>> equals;

    final AtomicLong operations = new AtomicLong();

    /// Operations on what another thread had closed.
    final AtomicLong refusals = new AtomicLong();

    /// Operations that found no room.
    final AtomicLong exhaustions = new AtomicLong();

    SharedPlaces(Heap heap) {
        this.heap = heap;
        this.collections = PersistentCollections.in(heap);
        this.balance = Versioned.limited(collections.map(Codec.STRING, Codec.LONG), LIMIT);
        this.equals = Versioned.limited(collections.map(Codec.LONG, INNER), LIMIT);
    }
}
