package coex.stress.torture;

import coex.gc.Field;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;

/// The objects of a torture run, which can be told from each other and from rubbish by looking at
/// them: each carries an identity and a checksum, and the identities of what it must refer to.
///
/// | kind | contents |
/// | --- | --- |
/// | node | two references, fixed for good, and the identities behind them |
/// | blob | bytes that follow from the identity and the length |
/// | cells | an array of mutable references; the first is a node that gives the array its identity |
/// | weak box | a weak reference and the identity of what it names |
///
/// Immutable but for the contents of cells; usable by any thread with its own mutator.
final class Specimens {

    private static final int BLOB_HEADER = 12;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final Shape node;
    private final Field left;
    private final Field right;
    private final Field identity;
    private final Field leftIdentity;
    private final Field rightIdentity;
    private final Field check;
    private final Shape blob;
    private final Shape cells;
    private final Shape weakBox;
    private final Field target;
    private final Field boxIdentity;
    private final Field targetIdentity;
    private final Field boxCheck;

    Specimens(Heap heap) {
        node =
                heap.shape("Node")
                        .reference("left")
                        .reference("right")
                        .longField("identity")
                        .longField("leftIdentity")
                        .longField("rightIdentity")
                        .longField("check")
                        .build();
        left = node.field("left");
        right = node.field("right");
        identity = node.field("identity");
        leftIdentity = node.field("leftIdentity");
        rightIdentity = node.field("rightIdentity");
        check = node.field("check");
        blob = heap.shape("Blob").arrayOf(Kind.BYTE).build();
        cells = heap.shape("Cells").arrayOf(Kind.REFERENCE).mutable().build();
        weakBox =
                heap.shape("WeakBox")
                        .weak("target")
                        .longField("identity")
                        .longField("targetIdentity")
                        .longField("check")
                        .build();
        target = weakBox.field("target");
        boxIdentity = weakBox.field("identity");
        targetIdentity = weakBox.field("targetIdentity");
        boxCheck = weakBox.field("check");
    }

    // Making. What is referred to is in the caller's frames; the result is not, yet.

    /// Makes a node that refers to the objects in two slots of a frame.
    long makeNode(Mutator mutator, long id, Roots from, int leftSlot, int rightSlot) {
        long handle = mutator.allocate(node);
        requireZero(mutator, handle);
        mutator.setReference(handle, left, from.handle(leftSlot));
        mutator.setReference(handle, right, from.handle(rightSlot));
        mutator.setLong(handle, identity, id);
        mutator.setLong(handle, leftIdentity, from.identity(leftSlot));
        mutator.setLong(handle, rightIdentity, from.identity(rightSlot));
        mutator.setLong(handle, check, sum(id, from.identity(leftSlot), from.identity(rightSlot)));
        mutator.seal(handle);
        return handle;
    }

    /// A node that is under construction until [#endNode].
    long beginNode(Mutator mutator) {
        long handle = mutator.allocate(node);
        requireZero(mutator, handle);
        return handle;
    }

    /// Has it refer to the object in a slot of a frame.
    void setRight(Mutator mutator, long handle, Roots from, int slot) {
        mutator.setReference(handle, right, from.handle(slot));
        mutator.setLong(handle, rightIdentity, from.identity(slot));
    }

    void setLeft(Mutator mutator, long handle, long child, long childIdentity) {
        mutator.setReference(handle, left, child);
        mutator.setLong(handle, leftIdentity, childIdentity);
    }

    void endNode(Mutator mutator, long handle, long id) {
        mutator.setLong(handle, identity, id);
        long leftId = mutator.getLong(handle, leftIdentity);
        long rightId = mutator.getLong(handle, rightIdentity);
        mutator.setLong(handle, check, sum(id, leftId, rightId));
        mutator.seal(handle);
    }

    private void requireZero(Mutator mutator, long handle) {
        if (mutator.getLong(handle, identity) != 0
                || mutator.getReference(handle, left) != 0
                || mutator.getLong(handle, check) != 0) {
            throw Damage.corrupted("a new object is not empty: handle=%d", handle);
        }
    }

    long makeBlob(Mutator mutator, long id, int length) {
        int bytes = Math.max(length, BLOB_HEADER);
        long handle = mutator.allocateArray(blob, bytes);
        for (int at : new int[] {0, bytes / 2, bytes - 1}) {
            if (mutator.getByte(handle, at) != 0) {
                throw Damage.corrupted("a new array is not empty: handle=%d at=%d", handle, at);
            }
        }
        mutator.setBytes(handle, 0, blobBytes(id, bytes), 0, bytes);
        mutator.seal(handle);
        return handle;
    }

    private static byte[] blobBytes(long id, int bytes) {
        byte[] contents = new byte[bytes];
        for (int i = 0; i < 8; i++) {
            contents[i] = (byte) (id >>> (8 * i));
        }
        for (int i = 0; i < 4; i++) {
            contents[8 + i] = (byte) (bytes >>> (8 * i));
        }
        for (int i = BLOB_HEADER; i < bytes; i++) {
            contents[i] = filler(id, i);
        }
        return contents;
    }

    private static byte filler(long id, int at) {
        return (byte) ((id + at) * MIX >>> 56);
    }

    /// Makes an array of cells; the node in a slot of the frame gives it its identity.
    long makeCells(Mutator mutator, Roots from, int nodeSlot, int length) {
        long handle = mutator.allocateArray(cells, Math.max(1, length));
        if (mutator.getReference(handle, mutator.length(handle) - 1) != 0) {
            throw Damage.corrupted("a new array is not empty: handle=%d", handle);
        }
        mutator.setReference(handle, 0, from.handle(nodeSlot));
        return handle;
    }

    /// Makes a weak box that names the object in a slot of the frame.
    long makeWeakBox(Mutator mutator, long id, Roots from, int slot) {
        long handle = mutator.allocate(weakBox);
        mutator.setLong(handle, boxIdentity, id);
        mutator.setLong(handle, targetIdentity, from.identity(slot));
        mutator.setLong(handle, boxCheck, sum(id, from.identity(slot), 0));
        mutator.setWeak(handle, target, from.handle(slot));
        return handle;
    }

    // Looking. No safepoint, so the caller may have the handle in a local only.

    /// The identity of an intact object; 0 for null.
    long identify(Mutator mutator, long handle) {
        if (handle == 0) {
            return 0;
        }
        if (!mutator.isLive(handle)) {
            throw Damage.lost("not live: handle=%d", handle);
        }
        Shape shape = mutator.shapeOf(handle);
        if (shape == node) {
            return identifyNode(mutator, handle);
        }
        if (shape == blob) {
            return identifyBlob(mutator, handle);
        }
        if (shape == cells) {
            long named = mutator.getReference(handle, 0);
            if (named == 0 || !isNode(mutator, named)) {
                throw Damage.corrupted("cells without a node: handle=%d first=%d", handle, named);
            }
            return ~identifyNode(mutator, named);
        }
        if (shape == weakBox) {
            long id = mutator.getLong(handle, boxIdentity);
            expect(
                    mutator.getLong(handle, boxCheck),
                    sum(id, mutator.getLong(handle, targetIdentity), 0),
                    "weak box",
                    handle);
            return id;
        }
        throw Damage.corrupted("of no known shape: handle=%d shape=%s", handle, shape);
    }

    private long identifyNode(Mutator mutator, long handle) {
        if (!mutator.isLive(handle)) {
            throw Damage.lost("not live: node=%d", handle);
        }
        long id = mutator.getLong(handle, identity);
        expect(
                mutator.getLong(handle, check),
                sum(
                        id,
                        mutator.getLong(handle, leftIdentity),
                        mutator.getLong(handle, rightIdentity)),
                "node",
                handle);
        return id;
    }

    private long identifyBlob(Mutator mutator, long handle) {
        int length = mutator.length(handle);
        if (length < BLOB_HEADER) {
            throw Damage.corrupted("blob too short: handle=%d length=%d", handle, length);
        }
        byte[] header = new byte[BLOB_HEADER];
        mutator.getBytes(handle, 0, header, 0, BLOB_HEADER);
        long id = 0;
        for (int i = 7; i >= 0; i--) {
            id = id << 8 | header[i] & 0xFF;
        }
        int noted = 0;
        for (int i = 3; i >= 0; i--) {
            noted = noted << 8 | header[8 + i] & 0xFF;
        }
        expect(noted, length, "blob's length", handle);
        int step = Math.max(1, length / 8);
        for (int at = BLOB_HEADER; at < length; at += step) {
            expect(mutator.getByte(handle, at), filler(id, at), "byte " + at + " of blob", handle);
        }
        return id;
    }

    /// Looks at what can be reached from an object, `depth` steps deep.
    void inspect(Mutator mutator, long handle, int depth) {
        if (handle == 0 || depth == 0) {
            return;
        }
        Shape shape = mutator.shapeOf(handle);
        if (shape == node) {
            inspectChild(mutator, handle, left, leftIdentity, depth);
            inspectChild(mutator, handle, right, rightIdentity, depth);
        } else if (shape == cells) {
            int length = mutator.length(handle);
            int step = Math.max(1, length / 4);
            for (int cell = 0; cell < length; cell += step) {
                long held = mutator.getReference(handle, cell);
                identify(mutator, held);
                inspect(mutator, held, depth - 1);
            }
        }
    }

    private void inspectChild(
            Mutator mutator, long handle, Field field, Field expected, int depth) {
        long child = mutator.getReference(handle, field);
        expect(
                identify(mutator, child),
                mutator.getLong(handle, expected),
                "what a node refers to",
                handle);
        inspect(mutator, child, depth - 1);
    }

    /// Follows one of a node's references; 0 if the object is not a node.
    long follow(Mutator mutator, long handle, boolean toLeft) {
        return isNode(mutator, handle) ? mutator.getReference(handle, toLeft ? left : right) : 0;
    }

    boolean isNode(Mutator mutator, long handle) {
        return handle != 0 && mutator.isLive(handle) && mutator.shapeOf(handle) == node;
    }

    boolean isCells(Mutator mutator, long handle) {
        return handle != 0 && mutator.shapeOf(handle) == cells;
    }

    boolean isWeakBox(Mutator mutator, long handle) {
        return handle != 0 && mutator.shapeOf(handle) == weakBox;
    }

    /// Reads a weak box: an intact object, and the right one, or 0.
    long readWeak(Mutator mutator, long handle) {
        long named = mutator.getWeak(handle, target);
        if (named != 0) {
            expect(
                    identify(mutator, named),
                    mutator.getLong(handle, targetIdentity),
                    "what a weak box names",
                    handle);
        }
        return named;
    }

    static void expect(long found, long expected, String what, long handle) {
        if (found != expected) {
            throw Damage.corrupted(
                    "%s: handle=%d found=%d expected=%d", what, handle, found, expected);
        }
    }

    private static long sum(long first, long second, long third) {
        return ((first * MIX + second) * MIX + third) * MIX ^ MIX;
    }
}
