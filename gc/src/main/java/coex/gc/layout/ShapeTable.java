// SPDX-License-Identifier: Apache-2.0
package coex.gc.layout;

import coex.gc.HeapUsageException;
import coex.gc.Shape;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/// The shapes of one heap by id. Ids count from 1; entries are added and never change.
public final class ShapeTable {

    private final Map<String, Shape> byName = new HashMap<>();
    private int count;

    /// Shapes and their trace words by id.
    ///
    /// - writers: whoever registers a shape, holding this object's monitor; elements go from null
    ///   and 0 to their final value, once, and full arrays are replaced by longer ones
    /// - readers: every mutator and the marker, without a lock
    /// - ordering: volatile
    /// - why: an object of a shape exists only after its registration returned, so whoever can name
    ///   the object and reads this field afterwards finds the entry. A reader that kept an older
    ///   array reads the field again when it misses an entry.
    private volatile Entries entries = new Entries(new Shape[16], new long[16]);

    private record Entries(Shape[] shapes, long[] traceWords) {}

    /// Gives the next id to `shapeWithId` and records the shape it returns.
    public synchronized Shape register(String name, IntFunction<Shape> shapeWithId) {
        Shape known = byName.get(name);
        if (known != null) {
            throw new HeapUsageException(
                    "shape already defined: shape=%s id=%d".formatted(name, known.id()));
        }
        if (count == ObjectHeader.MOST_SHAPES) {
            throw new HeapUsageException(
                    "too many shapes: shape=%s maximum=%d".formatted(name, count));
        }
        int id = count + 1;
        Shape shape = shapeWithId.apply(id);
        Shape[] shapes = entries.shapes;
        long[] traceWords = entries.traceWords;
        if (id == shapes.length) {
            shapes = Arrays.copyOf(shapes, 2 * id);
            traceWords = Arrays.copyOf(traceWords, 2 * id);
        }
        shapes[id] = shape;
        traceWords[id] = TraceWord.of(shape);
        entries = new Entries(shapes, traceWords);
        byName.put(name, shape);
        count = id;
        return shape;
    }

    /// The shape with this id, or null if there is none.
    public Shape find(int id) {
        Shape[] shapes = entries.shapes;
        return id > 0 && id < shapes.length ? shapes[id] : null;
    }

    /// The trace words by id, as of now; 0 or out of range where there is no shape.
    public long[] traceWords() {
        return entries.traceWords;
    }
}
