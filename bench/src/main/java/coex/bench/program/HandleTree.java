package coex.bench.program;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;

import java.util.Random;

/// Builds binary trees of 32-byte objects in a heap, laid out in memory in one of two ways.
final class HandleTree {

    private final Mutator mutator;
    private final Layout sequential;
    private final Layout scattered;
    private final Shape array;

    /// A shape with two references and two longs, and its fields.
    private record Layout(Shape shape, Field left, Field right, Field value) {
        static Layout of(Shape shape) {
            return new Layout(
                    shape, shape.field("left"), shape.field("right"), shape.field("value"));
        }
    }

    HandleTree(Heap heap, Mutator mutator) {
        this.mutator = mutator;
        this.sequential =
                Layout.of(
                        heap.shape("Node")
                                .reference("left")
                                .reference("right")
                                .longField("value")
                                .longField("other")
                                .build());
        this.scattered =
                Layout.of(
                        heap.shape("MutableNode")
                                .reference("left")
                                .reference("right")
                                .longField("value")
                                .longField("other")
                                .mutable()
                                .build());
        this.array = heap.shape("Nodes").arrayOf(Kind.REFERENCE).mutable().build();
    }

    /// A tree built from its leaves up, as immutable data is: a node lies directly after its right
    /// subtree, and that after its left. The caller roots the handle returned.
    long buildSequential(int count) {
        if (count == 0) {
            return 0;
        }
        int below = (count - 1) / 2;
        try (Frame frame = mutator.frame(2)) {
            frame.set(0, buildSequential(below));
            frame.set(1, buildSequential(count - 1 - below));
            long node = mutator.allocate(sequential.shape);
            mutator.setReference(node, sequential.left, frame.get(0));
            mutator.setReference(node, sequential.right, frame.get(1));
            mutator.setLong(node, sequential.value, count);
            mutator.seal(node);
            return node;
        }
    }

    /// A tree whose every node lies at a random place. The caller roots the handle returned.
    long buildScattered(int count, Random random) {
        int[] place = ScatteredPlaces.of(count, random);
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocateArray(array, count));
            for (int i = 0; i < count; i++) {
                long node = mutator.allocate(scattered.shape);
                mutator.setLong(node, scattered.value, i);
                mutator.setReference(frame.get(0), i, node);
            }
            long nodes = frame.get(0);
            for (int i = 0; i < count; i++) {
                long node = mutator.getReference(nodes, place[i]);
                if (2 * i + 1 < count) {
                    long left = mutator.getReference(nodes, place[2 * i + 1]);
                    mutator.setReference(node, scattered.left, left);
                }
                if (2 * i + 2 < count) {
                    long right = mutator.getReference(nodes, place[2 * i + 2]);
                    mutator.setReference(node, scattered.right, right);
                }
                mutator.safepoint();
            }
            return mutator.getReference(nodes, place[0]);
        }
    }
}
