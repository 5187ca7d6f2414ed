// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import coex.collections.value.Storage;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/// The shapes of lists and arrays in one heap. Registered when they are first asked for; any
/// thread.
final class ListShapes {

    /// The shapes that hold elements.
    ///
    /// @param leaf a chunk of a list that does not change
    /// @param tail a chunk with room at its end, written after it is published
    /// @param array the elements of an array
    record Chunks(Shape leaf, Shape tail, Shape array) {}

    private final Heap heap;
    private final Shape list;
    private final Shape node;
    private final Shape view;
    private final Map<Storage, Chunks> chunks = new EnumMap<>(Storage.class);

    private ListShapes(Heap heap) {
        this.heap = heap;
        list =
                heap.shape("coex.List")
                        .reference("root")
                        .reference("tail")
                        .intField("start")
                        .intField("end")
                        .build();
        node = heap.shape("coex.List.node").intField("shift").arrayOf(Kind.REFERENCE).build();
        view =
                heap.shape("coex.Array.view")
                        .reference("array")
                        .intField("offset")
                        .intField("length")
                        .build();
    }

    static ListShapes of(Heap heap) {
        return ConcurrentHeap.of(heap).extension(ListShapes.class, () -> new ListShapes(heap));
    }

    Shape list() {
        return list;
    }

    Shape node() {
        return node;
    }

    Shape view() {
        return view;
    }

    synchronized Chunks chunks(Elements elements) {
        return chunks.computeIfAbsent(elements.storage(), _ -> register(elements));
    }

    private Chunks register(Elements elements) {
        String of = "[" + elements.storage().name().toLowerCase(Locale.ROOT) + "]";
        Kind kind = elements.kind();
        return new Chunks(
                heap.shape("coex.List.leaf" + of).intField("claim").arrayOf(kind).build(),
                heap.shape("coex.List.tail" + of).intField("claim").arrayOf(kind).mutable().build(),
                heap.shape("coex.Array" + of).arrayOf(kind).build());
    }
}
