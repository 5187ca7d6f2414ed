package coex.stress.face;

import static coex.stress.face.Mismatch.require;
import static coex.stress.face.Mismatch.requireEqual;

import coex.collections.Codec;
import coex.collections.PersistentCollection;
import coex.collections.PersistentMap;
import coex.gc.HeapExhaustedException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

/// One thread's random operations on collections of its own and on those that all share.
final class Tormentor {

    private static final int MOST_HELD = 30;
    private static final String CLOSED = "collection closed: ";

    private final SharedPlaces shared;
    private final Random random;
    private final Changes changes;
    private final Checks checks;
    private final List<Held> held = new ArrayList<>();

    Tormentor(SharedPlaces shared, Random random) {
        this.shared = shared;
        this.random = random;
        this.changes = new Changes(shared.collections, random, this::letGo);
        this.checks = new Checks(changes, random, this::letGo);
    }

    /// Goes on until there is no more to be done.
    void run(BooleanSupplier goesOn) {
        while (goesOn.getAsBoolean()) {
            boolean interrupted = random.nextInt(50) == 0;
            if (interrupted) {
                Thread.currentThread().interrupt(); // which no operation minds, or takes away
            }
            try {
                stepWithRoom();
            } finally {
                require(Thread.interrupted() == interrupted, "interruption was lost, or came");
            }
            shared.operations.incrementAndGet();
            while (held.size() > MOST_HELD) {
                letGo(held.remove(random.nextInt(held.size())).collection());
            }
        }
        letGoOfAll();
    }

    /// Who finds no room lets go of what it has, and goes on: heaps may be small.
    private void stepWithRoom() {
        try {
            if (held.isEmpty()) {
                held.add(changes.fresh());
            }
            step();
        } catch (HeapExhaustedException _) {
            shared.exhaustions.incrementAndGet();
            letGoOfAll();
        }
    }

    private void step() {
        int which = random.nextInt(held.size());
        Held one = held.get(which);
        switch (random.nextInt(14)) {
            case 0 -> held.add(changes.fresh());
            case 1, 2, 3, 4 -> held.add(changes.changed(one));
            case 5, 6 -> checks.check(one);
            case 7 -> publish(held.remove(which));
            case 8, 9 -> useShared();
            case 10 -> updateVersioned();
            case 11 -> readVersioned();
            case 12 -> {
                boolean interrupted = Thread.currentThread().isInterrupted(); // closes channels
                if (random.nextInt(10) == 0 && !interrupted) {
                    checks.checkSaved(one.collection());
                    require(one.collection().bytesHeld() >= 0, "negative bytes held");
                    if (one instanceof Held.OfMap map && random.nextInt(3) == 0) {
                        checks.checkSaveFile(map);
                    }
                }
            }
            default -> collectNowAndThen();
        }
    }

    /// From here on another thread may close it: this one never uses it again as its own.
    private void publish(Held one) {
        int place = random.nextInt(SharedPlaces.PLACES);
        Held old = shared.places[place];
        shared.places[place] = one;
        if (old != null && random.nextBoolean()) {
            old.collection().close();
        }
    }

    /// Uses what another thread may be closing.
    private void useShared() {
        Held one = shared.places[random.nextInt(SharedPlaces.PLACES)];
        if (one == null) {
            return;
        }
        try {
            checks.check(one);
            held.add(changes.changed(one));
        } catch (IllegalStateException e) {
            if (!String.valueOf(e.getMessage()).startsWith(CLOSED)) {
                throw e;
            }
            shared.refusals.incrementAndGet();
        }
    }

    private void updateVersioned() {
        if (random.nextBoolean()) {
            String from = changes.key();
            String to = changes.key();
            long amount = random.nextInt(100);
            shared.balance.update(
                    map -> {
                        long had = map.getOrDefault(from, 0L);
                        PersistentMap<String, Long> less = map.with(from, had - amount);
                        long has = less.getOrDefault(to, 0L);
                        PersistentMap<String, Long> both = less.with(to, has + amount);
                        letGo(less);
                        return both;
                    });
        } else {
            String key = changes.key();
            long value = random.nextInt(100);
            shared.equals.update(map -> withInAll(map, key, value));
        }
    }

    private PersistentMap<Long, PersistentMap<String, Long>> withInAll(
            PersistentMap<Long, PersistentMap<String, Long>> map, String key, long value) {
        PersistentMap<String, Long> none = shared.collections.map(Codec.STRING, Codec.LONG);
        PersistentMap<Long, PersistentMap<String, Long>> all = map;
        for (long i = 0; i < 3; i++) {
            PersistentMap<String, Long> inner = map.getOrDefault(i, none).with(key, value);
            PersistentMap<Long, PersistentMap<String, Long>> more = all.with(i, inner);
            letGo(inner);
            if (all != map) {
                letGo(all);
            }
            all = more;
        }
        return all;
    }

    private void readVersioned() {
        switch (random.nextInt(4)) {
            case 0 ->
                    requireEqual(
                            "sum",
                            shared.balance.<Long>read(
                                    map -> map.stream().mapToLong(Map.Entry::getValue).sum()),
                            0L);
            case 1 -> shared.equals.read(this::checkEqual);
            case 2 -> {
                PersistentMap<Long, PersistentMap<String, Long>> snapshot =
                        shared.equals.snapshot();
                Thread.yield();
                checkEqual(snapshot);
                letGo(snapshot);
            }
            default -> {
                PersistentMap<String, Long> kept =
                        shared.equals.read(map -> map.get(random.nextLong(3)));
                if (kept != null) {
                    held.add(new Held.OfMap(kept, new HashMap<>(kept.asMap())));
                }
            }
        }
    }

    private Void checkEqual(PersistentMap<Long, PersistentMap<String, Long>> map) {
        if (!map.isEmpty()) {
            PersistentMap<String, Long> first = map.get(0L);
            PersistentMap<String, Long> second = map.get(1L);
            requireEqual("inner maps of one version", second, first);
            String key = changes.key();
            requireEqual("getIn", PersistentMap.getIn(map, 2L, key), first.get(key));
            letGo(first);
            letGo(second);
        }
        return null;
    }

    private void collectNowAndThen() {
        switch (random.nextInt(400)) {
            case 0 -> System.gc();
            case 1, 2 -> shared.heap.collect();
            default -> Thread.yield();
        }
    }

    private void letGoOfAll() {
        held.forEach(one -> letGo(one.collection()));
        held.clear();
    }

    /// Closes a collection that is this thread's alone, or drops it.
    private void letGo(PersistentCollection collection) {
        if (random.nextBoolean()) {
            collection.close();
            require(collection.isClosed(), "not closed after close");
            if (random.nextInt(10) == 0) {
                requireRefusal(collection);
            }
        }
    }

    private static void requireRefusal(PersistentCollection closed) {
        try {
            closed.size();
        } catch (IllegalStateException e) {
            require(e.getMessage().startsWith(CLOSED), "another refusal: " + e.getMessage());
            return;
        }
        throw new Mismatch("a closed collection has answered");
    }
}
