// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.json.JsonKind;
import coex.collections.json.JsonType;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Finds what differs between two versions of a json. Parts that are both objects, or both arrays,
/// wait for their turn, so that nothing depends on how deep they are. For one thread.
final class JsonDifferences {

    /// Two parts that are at the same place; null where there is none.
    private record Pair(String pointer, PersistentJson older, PersistentJson newer) {}

    private final JsonValues kind;
    private final JsonType type;
    private final BoundCodec elements;
    private final JsonChanges visitor;
    private final Deque<Pair> waiting = new ArrayDeque<>();

    JsonDifferences(JsonValues kind, JsonChanges visitor) {
        this.kind = kind;
        this.type = kind.json();
        this.elements = kind.heap().bound(Codec.json());
        this.visitor = visitor;
    }

    /// Tells the visitor of all.
    void find(PersistentJson older, PersistentJson newer) {
        tell(new Pair("", older, newer));
        while (!waiting.isEmpty()) {
            Pair pair = waiting.pop();
            if (pair.older.type() == PersistentJson.Type.ARRAY) {
                elements(pair);
            } else {
                fields(pair).forEach(this::tell);
            }
            if (pair.older != older) { // what was made on the way
                pair.older.close();
                pair.newer.close();
            }
        }
    }

    /// Tells the visitor of a pair, unless that has to be looked into.
    private void tell(Pair pair) {
        if (pair.older == null) {
            visitor.added(pair.pointer, pair.newer);
        } else if (pair.newer == null) {
            visitor.removed(pair.pointer, pair.older);
        } else if (isContainer(pair.older.type()) && pair.older.type() == pair.newer.type()) {
            waiting.push(pair);
        } else if (!pair.older.equals(pair.newer)) {
            visitor.changed(pair.pointer, pair.older, pair.newer);
        }
    }

    private static boolean isContainer(PersistentJson.Type type) {
        return type == PersistentJson.Type.ARRAY || type == PersistentJson.Type.OBJECT;
    }

    private void elements(Pair pair) {
        new SequenceDifferences(
                        pair.older,
                        pair.newer,
                        type.lists(),
                        elements,
                        (mutator, json) -> type.toList(mutator, json.handle("diff")),
                        this::same)
                .forEach(
                        (index, older, newer) ->
                                tell(
                                        new Pair(
                                                pair.pointer + "/" + index,
                                                (PersistentJson) older,
                                                (PersistentJson) newer)));
    }

    /// Whether two values are seen to be the same without looking into objects and arrays.
    private boolean same(MutatorContext mutator, long one, long other) {
        if (one == other) {
            return true;
        }
        JsonKind found = type.kind(mutator, one);
        boolean isContainer = found == JsonKind.ARRAY || found == JsonKind.OBJECT;
        return !isContainer && type.equal(mutator, one, other, Pause.POLL);
    }

    /// The fields that are not the same.
    private List<Pair> fields(Pair pair) {
        return kind.heap().whenThereIsRoom(() -> fieldsNow(pair));
    }

    private List<Pair> fieldsNow(Pair pair) {
        List<Pair> found = new ArrayList<>();
        MutatorContext mutator = kind.heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 3)) {
            slots.set(0, pair.older.handle("diff"));
            slots.set(1, pair.newer.handle("diff"));
            slots.set(2, type.keys(mutator, slots.get(0)));
            compare(mutator, slots, pair, found);
            slots.set(2, type.keys(mutator, slots.get(1)));
            addNew(mutator, slots, pair, found);
        } finally {
            kind.heap().leave(mutator);
            Reference.reachabilityFence(pair);
        }
        return found;
    }

    /// What the older object has.
    private void compare(MutatorContext mutator, RootFrame slots, Pair pair, List<Pair> found) {
        int count = type.nameLists().length(mutator, slots.get(2));
        for (int i = 0; i < count; i++) {
            mutator.poll();
            long name = type.nameLists().get(mutator, slots.get(2), i);
            long before = type.field(mutator, slots.get(0), name);
            if (!type.hasField(mutator, slots.get(1), name)) {
                PersistentJson value = pair.older.found(kind, before);
                found.add(new Pair(pointer(mutator, pair, name), value, null));
                continue;
            }
            long after = type.field(mutator, slots.get(1), name);
            if (!same(mutator, before, after)) {
                PersistentJson value = pair.older.found(kind, before);
                PersistentJson other = pair.newer.found(kind, after);
                found.add(new Pair(pointer(mutator, pair, name), value, other));
            }
        }
    }

    /// What only the newer object has.
    private void addNew(MutatorContext mutator, RootFrame slots, Pair pair, List<Pair> found) {
        int count = type.nameLists().length(mutator, slots.get(2));
        for (int i = 0; i < count; i++) {
            mutator.poll();
            long name = type.nameLists().get(mutator, slots.get(2), i);
            if (!type.hasField(mutator, slots.get(0), name)) {
                long after = type.field(mutator, slots.get(1), name);
                PersistentJson value = pair.newer.found(kind, after);
                found.add(new Pair(pointer(mutator, pair, name), null, value));
            }
        }
    }

    private String pointer(MutatorContext mutator, Pair pair, long name) {
        byte[] utf8 = type.strings().bytes(mutator, name);
        return pair.pointer + JsonPath.of(List.of(new String(utf8, StandardCharsets.UTF_8)));
    }
}
