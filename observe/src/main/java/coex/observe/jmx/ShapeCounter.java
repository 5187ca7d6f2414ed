// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.Shape;
import coex.gc.diagnose.ObjectView;
import coex.gc.diagnose.ObjectVisitor;
import coex.observe.HeapMXBean;
import coex.observe.HeapMXBean.ShapeFigures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Counts objects and bytes by shape, for as long as it may. Run by one thread.
final class ShapeCounter implements ObjectVisitor {

    private static final int CLOCK_EVERY = 1024;

    private final long began = System.nanoTime();
    private final long budgetNanos;
    private long objects;
    private long bytes;
    private boolean complete = true;

    /// By shape id; two ids may not share a name.
    private Shape[] shapes = new Shape[64];

    private long[] objectsOf = new long[64];
    private long[] bytesOf = new long[64];

    ShapeCounter(long budgetNanos) {
        this.budgetNanos = budgetNanos;
    }

    @Override
    public boolean visit(ObjectView object) {
        if (++objects % CLOCK_EVERY == 0 && System.nanoTime() - began > budgetNanos) {
            complete = false;
        }
        bytes += object.bytes();
        Shape shape = object.shape();
        if (shape != null) {
            count(shape, object.shapeId(), object.bytes());
        }
        return complete;
    }

    private void count(Shape shape, int id, long size) {
        if (id >= shapes.length) {
            int length = Math.max(id + 1, shapes.length * 2);
            shapes = Arrays.copyOf(shapes, length);
            objectsOf = Arrays.copyOf(objectsOf, length);
            bytesOf = Arrays.copyOf(bytesOf, length);
        }
        shapes[id] = shape;
        objectsOf[id]++;
        bytesOf[id] += size;
    }

    HeapMXBean.Census census(int mostShapes) {
        List<ShapeFigures> all = new ArrayList<>();
        for (int id = 0; id < shapes.length; id++) {
            if (objectsOf[id] > 0) {
                all.add(new ShapeFigures(shapes[id].name(), objectsOf[id], bytesOf[id]));
            }
        }
        all.sort(Comparator.comparingLong(ShapeFigures::bytes).reversed());
        return new HeapMXBean.Census(
                List.copyOf(all.subList(0, Math.min(mostShapes, all.size()))),
                objects,
                bytes,
                complete,
                System.nanoTime() - began);
    }
}
