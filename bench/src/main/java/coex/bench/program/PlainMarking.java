package coex.bench.program;

import java.lang.ref.Reference;
import java.util.Random;

/// Builds the trees of [HandleTree] from Java objects and has the JVM collect them; its log says
/// how long marking took.
public final class PlainMarking {

    private PlainMarking() {}

    private static final class Node {
        Node left;
        Node right;
        long value;

        Node(Node left, Node right, long value) {
            this.left = left;
            this.right = right;
            this.value = value;
        }
    }

    /// Arguments: the layout, the number of objects, the number of collections.
    static void main(String[] args) {
        boolean sequential = args[0].equals("SEQUENTIAL");
        int objects = Integer.parseInt(args[1]);
        int collections = Integer.parseInt(args[2]);
        Node root = sequential ? buildSequential(objects) : buildScattered(objects, new Random(25));
        for (int i = 0; i <= collections; i++) { // the first moves everything out of the nursery
            System.gc();
        }
        Reference.reachabilityFence(root);
    }

    private static Node buildSequential(int count) {
        if (count == 0) {
            return null;
        }
        int below = (count - 1) / 2;
        Node left = buildSequential(below);
        Node right = buildSequential(count - 1 - below);
        return new Node(left, right, count);
    }

    private static Node buildScattered(int count, Random random) {
        int[] place = ScatteredPlaces.of(count, random);
        Node[] nodes = new Node[count];
        for (int i = 0; i < count; i++) {
            nodes[i] = new Node(null, null, i);
        }
        for (int i = 0; i < count; i++) {
            Node node = nodes[place[i]];
            if (2 * i + 1 < count) {
                node.left = nodes[place[2 * i + 1]];
            }
            if (2 * i + 2 < count) {
                node.right = nodes[place[2 * i + 2]];
            }
        }
        return nodes[place[0]];
    }
}
