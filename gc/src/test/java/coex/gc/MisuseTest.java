package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// Every mistake a caller can make is refused with the numbers in the message, and does no harm.
/// Whole, since it is the list of them.
class MisuseTest {

    private static final long HUGE = 1L << 40;

    /// One mistake, and what the message about it must contain.
    private record Misuse(
            String name, Class<? extends HeapException> type, Act act, List<String> parts) {
        @Override
        public String toString() {
            return name;
        }
    }

    @FunctionalInterface
    private interface Act {
        void on(World world) throws Exception;
    }

    /// A heap with one object of every sort, all in slots of one frame.
    private static final class World implements AutoCloseable {
        final Heap heap = Heap.open(options("here"));
        final Heap elsewhere = Heap.open(options("elsewhere"));
        final Mutator m = heap.attach();
        final Shape node = fields(heap, "Node").build();
        final Shape twin = fields(heap, "Twin").build();
        final Shape cell = fields(heap, "Cell").weak("weak").build();
        final Shape references = heap.shape("References").arrayOf(Kind.REFERENCE).build();
        final Shape cells = heap.shape("Cells").arrayOf(Kind.REFERENCE).mutable().build();
        final Shape longs = heap.shape("Longs").arrayOf(Kind.LONG).mutable().build();
        final Shape bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).mutable().build();
        final Shape text = heap.shape("Text").arrayOf(Kind.BYTE).build();
        final Shape pair = heap.shape("Pair").reference("next").longField("value").build();
        final Shape words = heap.shape("Words").longField("a").doubleField("b").build();
        final Shape narrow =
                heap.shape("Narrow").intField("i").byteField("b").booleanField("z").build();
        final Shape foreign = fields(elsewhere, "Node").build();
        final Shape foreignWords = elsewhere.shape("Words").longField("a").doubleField("b").build();
        final Frame frame = m.frame(16);
        final long freed;
        final long sealed = root(0, m.allocate(node));
        final long unsealed = root(1, m.allocate(node));
        final long aCell = root(2, m.allocate(cell));
        final long aTwin = root(3, m.allocate(twin));
        final long sealedArray = root(4, m.allocateArray(references, 3));
        final long openArray = root(5, m.allocateArray(references, 3));
        final long cellArray = root(6, m.allocateArray(cells, 3));
        final long longArray = root(7, m.allocateArray(longs, 3));
        final long byteArray = root(8, m.allocateArray(bytes, 10));
        final long sealedText = root(9, m.allocateArray(text, 10));
        final long neverUsed = 1023;

        World() {
            m.seal(sealed);
            m.seal(aTwin);
            m.seal(sealedArray);
            m.seal(sealedText);
            freed = m.allocate(node);
            heap.collect();
        }

        private static HeapOptions options(String name) {
            return Heaps.calm()
                    .name(name)
                    .initialBytes(1 << 20)
                    .maximumBytes(8 << 20)
                    .initialHandles(1024)
                    .maximumHandles(4096)
                    .runHandles(16)
                    .build();
        }

        private static ShapeBuilder fields(Heap heap, String name) {
            return heap.shape(name)
                    .reference("next")
                    .intField("int")
                    .longField("long")
                    .doubleField("double")
                    .byteField("byte")
                    .booleanField("boolean");
        }

        private long root(int slot, long handle) {
            frame.set(slot, handle);
            return handle;
        }

        Field field(String name) {
            return node.field(name);
        }

        @Override
        public void close() {
            heap.close();
            elsewhere.close();
        }
    }

    private static final List<Misuse> ALL = new ArrayList<>();

    private static void usage(String name, Act act, String... parts) {
        ALL.add(new Misuse(name, HeapUsageException.class, act, List.of(parts)));
    }

    private static void exhausted(String name, Act act, String... parts) {
        ALL.add(new Misuse(name, HeapExhaustedException.class, act, List.of(parts)));
    }

    private static void closed(String name, Act act) {
        ALL.add(
                new Misuse(
                        name,
                        HeapClosedException.class,
                        world -> {
                            world.heap.close();
                            act.on(world);
                        },
                        List.of("heap closed: heap=here")));
    }

    static List<Misuse> misuses() {
        ALL.clear();
        badHandles();
        wrongFields();
        creating();
        arrays();
        sealing();
        shapes();
        frames();
        roots();
        wrongThread();
        safeRegions();
        detached();
        foreigners();
        closedHeap();
        others();
        return List.copyOf(ALL);
    }

    /// Each way to name an object, with each sort of handle that names none.
    private static void badHandles() {
        interface Use {
            void of(World world, long handle);
        }
        record Way(String name, Use use) {}
        List<Way> ways =
                List.of(
                        new Way("getInt", (w, h) -> w.m.getInt(h, w.field("int"))),
                        new Way("setLong", (w, h) -> w.m.setLong(h, w.field("long"), 1)),
                        new Way("getReference", (w, h) -> w.m.getReference(h, w.field("next"))),
                        new Way("setReference of", (w, h) -> w.m.setReference(h, 0, 0)),
                        new Way(
                                "compareAndSetLong",
                                (w, h) -> w.m.compareAndSetLong(h, w.cell.field("long"), 0, 1)),
                        new Way("getWeak", (w, h) -> w.m.getWeak(h, w.cell.field("weak"))),
                        new Way("element", (w, h) -> w.m.getLong(h, 0)),
                        new Way("getBytes", (w, h) -> w.m.getBytes(h, 0, new byte[1], 0, 1)),
                        new Way("setBytes", (w, h) -> w.m.setBytes(h, 0, new byte[1], 0, 1)),
                        new Way("length", (w, h) -> w.m.length(h)),
                        new Way("shapeOf", (w, h) -> w.m.shapeOf(h)),
                        new Way("seal", (w, h) -> w.m.seal(h)),
                        new Way(
                                "register",
                                (w, h) -> w.heap.newCleanerQueue().register(w.m, h, 1)));
        for (Way way : ways) {
            usage(way.name + " of null", w -> way.use.of(w, 0), "null handle", "handle=0");
        }
        List<Way> stores =
                List.of(
                        new Way("slot", (w, h) -> w.frame.set(0, h)),
                        new Way(
                                "field",
                                (w, h) -> w.m.setReference(w.unsealed, w.field("next"), h)),
                        new Way(
                                "cell",
                                (w, h) -> w.m.setReference(w.aCell, w.cell.field("next"), h)),
                        new Way("element value", (w, h) -> w.m.setReference(w.cellArray, 1, h)),
                        new Way("weak", (w, h) -> w.m.setWeak(w.aCell, w.cell.field("weak"), h)),
                        new Way(
                                "compareAndSet value",
                                (w, h) -> w.m.compareAndSetReference(w.cellArray, 0, 0, h)),
                        new Way("root", (w, h) -> w.heap.newRoot().set(w.m, h)),
                        new Way(
                                "root compareAndSet",
                                (w, h) -> w.heap.newRoot().compareAndSet(w.m, 0, h)),
                        new Way("spawn", (w, h) -> w.m.spawn((_, _) -> {}, h)),
                        new Way("create", (w, h) -> w.m.create(w.pair, h, 1)),
                        new Way(
                                "create of a cell",
                                (w, h) -> w.m.create(w.cell, 0, 0, 0, 0, 0, 0, h)));
        List<Way> all = new ArrayList<>(ways);
        all.addAll(stores);
        for (Way way : all) {
            usage(way.name + " of -1", w -> way.use.of(w, -1), "no such handle: handle=-1");
            usage(
                    way.name + " of a huge number",
                    w -> way.use.of(w, HUGE),
                    "no such handle: handle=" + HUGE,
                    "handles=1024");
            usage(
                    way.name + " beyond the table",
                    w -> way.use.of(w, 1024),
                    "no such handle: handle=1024 handles=1024");
            usage(
                    way.name + " of a handle never used",
                    w -> way.use.of(w, w.neverUsed),
                    "handle never used: handle=1023");
            usage(
                    way.name + " of a freed handle",
                    w -> way.use.of(w, w.freed),
                    "freed handle: handle=",
                    "freed in cycle=1");
        }
        usage(
                "a number that is a handle modulo 2^32",
                w -> w.m.getInt((1L << 32) + w.sealed, w.field("int")),
                "no such handle");
        usage(
                "compareAndSetReference expecting a number that is a handle modulo 2^32",
                w -> {
                    w.m.setReference(w.cellArray, 0, w.sealed);
                    w.m.compareAndSetReference(w.cellArray, 0, (1L << 32) + w.sealed, 0);
                },
                "no such handle",
                "handle=42949");
        usage(
                "compareAndSetReference of a field expecting a negative number",
                w -> w.m.compareAndSetReference(w.aCell, w.cell.field("next"), Long.MIN_VALUE, 0),
                "no such handle: handle=" + Long.MIN_VALUE);
        usage(
                "root expecting a number that is null modulo 2^32",
                w -> w.heap.newRoot().compareAndSet(w.m, 1L << 32, w.sealed),
                "no such handle: handle=" + (1L << 32));
    }

    private static void wrongFields() {
        usage("no field", w -> w.m.getInt(w.sealed, null), "field missing", "field=null");
        usage(
                "field of a shape with the same layout",
                w -> w.m.getInt(w.sealed, w.twin.field("int")),
                "wrong field: handle=",
                "shape=Node field=Twin.int:int");
        usage(
                "field of another shape, written",
                w -> w.m.setReference(w.unsealed, w.twin.field("next"), 0),
                "wrong field: handle=",
                "field=Twin.next:reference");
        usage(
                "field of an array",
                w -> w.m.getLong(w.longArray, w.field("long")),
                "wrong field",
                "shape=Longs field=Node.long:long");
        usage(
                "field of another heap",
                w -> w.m.getInt(w.sealed, w.foreign.field("int")),
                "field of another heap",
                "heap=here field's heap=elsewhere");
        usage(
                "field of another heap, written",
                w -> w.m.setInt(w.unsealed, w.foreign.field("int"), 1),
                "field of another heap",
                "heap=here field's heap=elsewhere");
        usage("unknown field", w -> w.node.field("x"), "no such field: shape=Node field=x", "next");
        usage("nameless field", w -> w.node.field(null), "no such field", "field=null");
        String[] kinds = {"next", "int", "long", "double", "byte", "boolean"};
        for (String read : kinds) {
            for (String kind : kinds) {
                if (!read.equals(kind)) {
                    usage(
                            "read %s as %s".formatted(read, kind),
                            w -> get(w, kind, w.sealed, w.field(read)),
                            "wrong kind: handle=",
                            "field=Node." + read);
                    usage(
                            "write %s as %s".formatted(read, kind),
                            w -> set(w, kind, w.unsealed, w.field(read)),
                            "wrong kind: handle=",
                            "field=Node." + read);
                }
            }
        }
        usage(
                "a reference as weak",
                w -> w.m.getWeak(w.aCell, w.cell.field("next")),
                "wrong kind",
                "accessed as=weak");
        usage(
                "a weak field as a reference",
                w -> w.m.getReference(w.aCell, w.cell.field("weak")),
                "wrong kind",
                "accessed as=reference");
        usage(
                "a weak field written as a reference",
                w -> w.m.setReference(w.aCell, w.cell.field("weak"), w.sealed),
                "wrong kind",
                "Cell.weak:weak");
        usage(
                "compareAndSetLong of a double",
                w -> w.m.compareAndSetLong(w.aCell, w.cell.field("double"), 0, 1),
                "wrong kind");
    }

    private static void creating() {
        usage("create of no shape", w -> w.m.create(null, 1), "shape missing: shape=null");
        usage("create of no values", w -> w.m.create(w.words, (long[]) null), "values=null");
        usage(
                "create of a foreign shape",
                w -> w.m.create(w.foreignWords, 1, 2),
                "shape of another heap: shape=Words heap=here shape's heap=elsewhere");
        usage("create of an array", w -> w.m.create(w.longs, 1), "an array shape needs a length");
        for (int count = 0; count < 7; count++) {
            long[] values = new long[count];
            if (count != 2) {
                usage(
                        "create of two words with " + count,
                        w -> create(w, w.words, values),
                        "a value for each field is needed: shape=Words fields=2 values=" + count);
            }
            if (count != 6) {
                usage(
                        "create of six values with " + count,
                        w -> create(w, w.node, values),
                        "a value for each field is needed: shape=Node fields=6 values=" + count);
            }
        }
        long[][] bad = {
            {1L << 31, 0, 0},
            {-(1L << 31) - 1, 0, 0},
            {0, 128, 0},
            {0, -129, 0},
            {0, 0, 2},
            {0, 0, -1}
        };
        for (long[] values : bad) {
            usage(
                    "create of narrow values " + List.of(values[0], values[1], values[2]),
                    w -> w.m.create(w.narrow, values[0], values[1], values[2]),
                    "value out of range: value=",
                    "kind=" + (values[0] != 0 ? "int" : values[1] != 0 ? "byte" : "boolean"));
        }
        usage(
                "create with an object under construction",
                w -> w.m.create(w.pair, w.unsealed, 1),
                "unsealed object published: handle=",
                "shape=Node");
        usage(
                "write of what was created",
                w -> w.m.setLong(w.m.create(w.words, 1, 2), w.words.field("a"), 3),
                "object is sealed: handle=",
                "shape=Words");
    }

    /// By the method for so many values, if there is one.
    private static long create(World w, Shape shape, long[] v) {
        return switch (v.length) {
            case 1 -> w.m.create(shape, v[0]);
            case 2 -> w.m.create(shape, v[0], v[1]);
            case 3 -> w.m.create(shape, v[0], v[1], v[2]);
            case 4 -> w.m.create(shape, v[0], v[1], v[2], v[3]);
            default -> w.m.create(shape, v);
        };
    }

    private static void get(World w, String kind, long handle, Field field) {
        switch (kind) {
            case "next" -> w.m.getReference(handle, field);
            case "int" -> w.m.getInt(handle, field);
            case "long" -> w.m.getLong(handle, field);
            case "double" -> w.m.getDouble(handle, field);
            case "byte" -> w.m.getByte(handle, field);
            default -> w.m.getBoolean(handle, field);
        }
    }

    private static void set(World w, String kind, long handle, Field field) {
        switch (kind) {
            case "next" -> w.m.setReference(handle, field, w.sealed);
            case "int" -> w.m.setInt(handle, field, 1);
            case "long" -> w.m.setLong(handle, field, 1);
            case "double" -> w.m.setDouble(handle, field, 1);
            case "byte" -> w.m.setByte(handle, field, (byte) 1);
            default -> w.m.setBoolean(handle, field, true);
        }
    }

    private static void arrays() {
        for (int index : new int[] {-1, 3, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            String said = "index out of range: handle=";
            String numbers = "index=%d length=3".formatted(index);
            usage("read " + index, w -> w.m.getLong(w.longArray, index), said, numbers);
            usage("write " + index, w -> w.m.setLong(w.longArray, index, 1), said, numbers);
            usage("reference " + index, w -> w.m.getReference(w.sealedArray, index), said, numbers);
            usage(
                    "write reference " + index,
                    w -> w.m.setReference(w.cellArray, index, w.sealed),
                    said,
                    numbers);
            usage(
                    "compareAndSet " + index,
                    w -> w.m.compareAndSetReference(w.cellArray, index, 0, w.sealed),
                    said,
                    numbers);
            usage(
                    "compareAndSetLong " + index,
                    w -> w.m.compareAndSetLong(w.longArray, index, 0, 1),
                    said,
                    numbers);
        }
        usage(
                "longs read as ints",
                w -> w.m.getInt(w.longArray, 0),
                "wrong kind",
                "shape=Longs[long] accessed as=array of int");
        usage("longs as doubles", w -> w.m.setDouble(w.longArray, 0, 1), "array of double");
        usage("longs as references", w -> w.m.setReference(w.longArray, 0, 0), "wrong kind");
        usage("bytes as booleans", w -> w.m.getBoolean(w.byteArray, 0), "array of boolean");
        usage("bytes as longs", w -> w.m.getLong(w.byteArray, 0), "array of long");
        usage("object as array", w -> w.m.getByte(w.sealed, 0), "wrong kind", "shape=Node");
        usage("length of an object", w -> w.m.length(w.sealed), "not an array: handle=", "Node");
        usage("negative length", w -> w.m.allocateArray(w.longs, -1), "length=-1");
        usage(
                "most negative length",
                w -> w.m.allocateArray(w.longs, Integer.MIN_VALUE),
                "negative length: shape=Longs[long] length=" + Integer.MIN_VALUE);
        exhausted(
                "huge length",
                w -> w.m.allocateArray(w.longs, Integer.MAX_VALUE),
                "heap exhausted: resource=bytes requested=17179869192",
                "limit=8388608");
        ranges();
    }

    private static void ranges() {
        int max = Integer.MAX_VALUE;
        int min = Integer.MIN_VALUE;
        int[][] bad = {
            // index, from, count; the array in the heap has 10 bytes, the other 4
            {-1, 0, 1},
            {0, -1, 1},
            {0, 0, -1},
            {10, 0, 1},
            {9, 0, 2},
            {0, 0, 5},
            {0, 4, 1},
            {max, 0, 1},
            {0, max, 1},
            {0, 0, max},
            {max, 0, max},
            {0, max, max},
            {max, max, max},
            {min, 0, 0},
            {0, min, 0},
            {0, 0, min},
            {min, min, min},
            {11, 0, 0},
            {0, 5, 0},
            {min, 0, max},
            {0, min, max},
            {1, 1, max},
            {max, max, 2}
        };
        for (int[] b : bad) {
            String numbers =
                    "index=%d count=%d length=10 from=%d array=4".formatted(b[0], b[2], b[1]);
            usage(
                    "getBytes index=%d from=%d count=%d".formatted(b[0], b[1], b[2]),
                    w -> w.m.getBytes(w.byteArray, b[0], new byte[4], b[1], b[2]),
                    "range out of bounds: handle=",
                    numbers);
            usage(
                    "setBytes index=%d from=%d count=%d".formatted(b[0], b[1], b[2]),
                    w -> w.m.setBytes(w.byteArray, b[0], new byte[4], b[1], b[2]),
                    "range out of bounds: handle=",
                    numbers);
        }
        usage("getBytes into null", w -> w.m.getBytes(w.byteArray, 0, null, 0, 0), "array=null");
        usage("setBytes from null", w -> w.m.setBytes(w.byteArray, 0, null, 0, 0), "array=null");
        usage("getBytes of longs", w -> w.m.getBytes(w.longArray, 0, new byte[1], 0, 1), "Longs");
        usage("setBytes of longs", w -> w.m.setBytes(w.longArray, 0, new byte[1], 0, 1), "Longs");
        usage("getBytes of object", w -> w.m.getBytes(w.sealed, 0, new byte[1], 0, 1), "Node");
        usage(
                "setBytes of a sealed array",
                w -> w.m.setBytes(w.sealedText, 0, new byte[1], 0, 1),
                "object is sealed: handle=",
                "shape=Text");
    }

    private static void sealing() {
        String[] kinds = {"next", "int", "long", "double", "byte", "boolean"};
        for (String kind : kinds) {
            usage(
                    "write sealed " + kind,
                    w -> set(w, kind, w.aTwin, w.twin.field(kind)),
                    "object is sealed: handle=",
                    "shape=Twin");
        }
        usage(
                "write sealed element",
                w -> w.m.setReference(w.sealedArray, 0, w.sealed),
                "object is sealed",
                "shape=References");
        String said = "unsealed object published: handle=";
        usage(
                "unsealed in a field",
                w -> w.m.setReference(w.openArray, 0, w.unsealed),
                said,
                "shape=Node");
        usage(
                "unsealed in itself",
                w -> w.m.setReference(w.unsealed, w.field("next"), w.unsealed),
                said);
        usage("unsealed in a cell", w -> w.m.setReference(w.cellArray, 0, w.unsealed), said);
        usage(
                "unsealed in a mutable field",
                w -> w.m.setReference(w.aCell, w.cell.field("next"), w.unsealed),
                said);
        usage(
                "unsealed by compareAndSet",
                w -> w.m.compareAndSetReference(w.aCell, w.cell.field("next"), 0, w.unsealed),
                said);
        usage(
                "unsealed by compareAndSet of an element",
                w -> w.m.compareAndSetReference(w.cellArray, 0, 0, w.unsealed),
                said);
        usage("unsealed in a root", w -> w.heap.newRoot().set(w.m, w.unsealed), said);
        usage(
                "unsealed in a root by compareAndSet",
                w -> w.heap.newRoot().compareAndSet(w.m, 0, w.unsealed),
                said);
        usage("unsealed as argument", w -> w.m.spawn((_, _) -> {}, w.sealed, w.unsealed), said);
        usage(
                "unsealed as weak",
                w -> w.m.setWeak(w.aCell, w.cell.field("weak"), w.unsealed),
                said);
        usage(
                "reference initialised twice",
                w -> {
                    w.m.setReference(w.unsealed, w.field("next"), w.sealed);
                    w.m.setReference(w.unsealed, w.field("next"), w.aTwin);
                },
                "reference already initialised: handle=",
                "holds=");
        usage(
                "reference initialised, then cleared",
                w -> {
                    w.m.setReference(w.openArray, 2, w.sealed);
                    w.m.setReference(w.openArray, 2, 0);
                },
                "reference already initialised");
        usage(
                "compareAndSet of an immutable field",
                w -> w.m.compareAndSetReference(w.unsealed, w.field("next"), 0, w.sealed),
                "object is immutable: handle=",
                "shape=Node");
        usage(
                "compareAndSet of an immutable element",
                w -> w.m.compareAndSetReference(w.openArray, 0, 0, w.sealed),
                "object is immutable",
                "shape=References");
        usage(
                "compareAndSetLong of an immutable field",
                w -> w.m.compareAndSetLong(w.unsealed, w.field("long"), 0, 1),
                "object is immutable");
        usage(
                "compareAndSetLong of a sealed field",
                w -> w.m.compareAndSetLong(w.sealed, w.field("long"), 0, 1),
                "object is sealed");
    }

    private static void shapes() {
        usage("no shape", w -> w.m.allocate(null), "shape missing", "shape=null");
        usage("no array shape", w -> w.m.allocateArray(null, 1), "shape missing", "shape=null");
        usage("array as object", w -> w.m.allocate(w.longs), "needs a length", "Longs");
        usage("object as array", w -> w.m.allocateArray(w.node, 1), "not an array shape", "Node");
        usage(
                "shape of another heap",
                w -> w.m.allocate(w.foreign),
                "shape of another heap: shape=Node heap=here shape's heap=elsewhere");
        usage("unknown shape id", w -> w.heap.shape(999), "no such shape: id=999");
        usage("shape id 0", w -> w.heap.shape(0), "no such shape: id=0");
        usage("negative shape id", w -> w.heap.shape(-1), "no such shape: id=-1");
        usage("nameless shape", w -> w.heap.shape(null), "shape without a name", "name=null");
        usage("blank shape", w -> w.heap.shape("  "), "shape without a name");
        usage(
                "defined twice",
                w -> w.heap.shape("Node").build(),
                "already defined: shape=Node id=1");
    }

    private static void frames() {
        usage("slot -1", w -> w.frame.get(-1), "slot out of range", "slot=-1 slots=16");
        usage("slot 16", w -> w.frame.set(16, 0), "slot out of range: frame=0 slot=16 slots=16");
        usage("slot max", w -> w.frame.get(Integer.MAX_VALUE), "slot=2147483647 slots=16");
        usage("slot of a frame of none", w -> w.m.frame(0).get(0), "slot=0 slots=0");
        usage(
                "frame too large",
                w -> w.m.frame(Frame.MAXIMUM_SLOTS + 1),
                "frame size out of range: slots=1025 maximum=1024");
        usage("huge frame", w -> w.m.frame(Integer.MAX_VALUE), "slots=2147483647 maximum=1024");
        usage("negative frame", w -> w.m.frame(-1), "slots=-1 maximum=1024");
        usage(
                "read a popped frame",
                w -> {
                    Frame popped = w.m.frame(1);
                    popped.close();
                    popped.get(0);
                },
                "frame popped: frame=1 depth=1");
        usage(
                "write a popped frame",
                w -> {
                    Frame popped = w.m.frame(1);
                    popped.close();
                    Frame other = w.m.frame(1);
                    assertThat(other.slots()).isEqualTo(1);
                    popped.set(0, w.sealed);
                },
                "frame popped: frame=1 depth=2");
    }

    private static void roots() {
        usage(
                "closed root read",
                w -> {
                    GlobalRoot root = w.heap.newRoot();
                    root.close();
                    root.get(w.m);
                },
                "global root closed: root=0");
        usage(
                "closed root written",
                w -> {
                    GlobalRoot root = w.heap.newRoot();
                    root.close();
                    root.set(w.m, w.sealed);
                },
                "global root closed: root=0");
        usage("root without mutator", w -> w.heap.newRoot().get(null), "mutator=null");
        usage("queue without mutator", w -> queue(w).register(null, w.sealed, "x"), "mutator=null");
        usage(
                "no attachment",
                w -> queue(w).register(w.m, w.sealed, null),
                "attachment missing: handle=",
                "attachment=null");
    }

    private static CleanerQueue<String> queue(World w) {
        return w.heap.newCleanerQueue();
    }

    /// One use of each class that belongs to a thread.
    private record Use(String name, Act act) {}

    private static List<Use> uses() {
        return List.of(
                new Use("allocate", w -> w.m.allocate(w.node)),
                new Use("allocateArray", w -> w.m.allocateArray(w.longs, 1)),
                new Use("create", w -> w.m.create(w.words, 1, 2)),
                new Use("create of a pair", w -> w.m.create(w.pair, 0, 2)),
                new Use("create of many", w -> w.m.create(w.node, 0, 0, 0, 0, 0, 0)),
                new Use("seal", w -> w.m.seal(w.unsealed)),
                new Use("isLive", w -> w.m.isLive(w.sealed)),
                new Use("shapeOf", w -> w.m.shapeOf(w.sealed)),
                new Use("length", w -> w.m.length(w.longArray)),
                new Use("getInt", w -> w.m.getInt(w.sealed, w.field("int"))),
                new Use("getLong", w -> w.m.getLong(w.longArray, 0)),
                new Use("getReference", w -> w.m.getReference(w.sealed, w.field("next"))),
                new Use("setByte", w -> w.m.setByte(w.unsealed, w.field("byte"), (byte) 1)),
                new Use("setReference", w -> w.m.setReference(w.cellArray, 0, w.sealed)),
                new Use("setReference to 0", w -> w.m.setReference(w.cellArray, 0, 0)),
                new Use("getBytes", w -> w.m.getBytes(w.byteArray, 0, new byte[1], 0, 1)),
                new Use("setBytes", w -> w.m.setBytes(w.byteArray, 0, new byte[1], 0, 1)),
                new Use(
                        "compareAndSetReference",
                        w -> w.m.compareAndSetReference(w.cellArray, 0, 0, 0)),
                new Use("compareAndSetLong", w -> w.m.compareAndSetLong(w.longArray, 0, 0, 1)),
                new Use("getWeak", w -> w.m.getWeak(w.aCell, w.cell.field("weak"))),
                new Use("setWeak", w -> w.m.setWeak(w.aCell, w.cell.field("weak"), 0)),
                new Use("safepoint", w -> w.m.safepoint()),
                new Use("spawn", w -> w.m.spawn((_, _) -> {})),
                new Use("frame", w -> w.m.frame(1)),
                new Use("slot read", w -> w.frame.get(0)),
                new Use("slot written", w -> w.frame.set(0, 0)),
                new Use("root read", w -> w.heap.newRoot().get(w.m)),
                new Use("root written", w -> w.heap.newRoot().set(w.m, 0)),
                new Use("root compareAndSet", w -> w.heap.newRoot().compareAndSet(w.m, 0, 0)),
                new Use("register", w -> w.heap.newCleanerQueue().register(w.m, w.sealed, "x")));
    }

    private static void wrongThread() {
        List<Use> uses = new ArrayList<>(uses());
        uses.add(new Use("close", w -> w.m.close()));
        uses.add(new Use("close frame", w -> w.frame.close()));
        uses.add(new Use("safeRegion", w -> w.m.safeRegion()));
        for (Use use : uses) {
            usage(
                    use.name + " by another thread",
                    w -> inThread(w, () -> use.act.on(w)),
                    "wrong thread: mutator of=" + "main-of-test used by=stranger");
        }
        usage(
                "close a region of another thread",
                w -> {
                    SafeRegion region = w.m.safeRegion();
                    try {
                        inThread(w, region::close);
                    } finally {
                        region.close();
                    }
                },
                "wrong thread",
                "stranger");
    }

    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }

    private static void inThread(World w, Step step) throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread =
                Thread.ofPlatform()
                        .name("stranger")
                        .start(
                                () -> {
                                    try {
                                        step.run();
                                    } catch (Throwable e) {
                                        thrown.set(e);
                                    }
                                });
        thread.join();
        if (thrown.get() instanceof RuntimeException e) {
            throw e;
        }
        assertThat(thrown.get()).as("mutator of %s", w.m.thread()).isNull();
    }

    private static void safeRegions() {
        for (Use use : uses()) {
            usage(
                    use.name + " in a safe region",
                    w -> {
                        try (var _ = w.m.safeRegion()) {
                            use.act.on(w);
                        }
                    },
                    "in a safe region",
                    "heap=here thread=main-of-test");
        }
        usage(
                "detach in a safe region",
                w -> {
                    try (var _ = w.m.safeRegion()) {
                        w.m.close();
                    }
                },
                "cannot detach in a safe region");
    }

    private static void detached() {
        for (Use use : uses()) {
            usage(
                    use.name + " after detaching",
                    w -> {
                        w.m.close();
                        use.act.on(w);
                    },
                    "mutator detached: heap=here thread=main-of-test");
        }
        usage(
                "safeRegion after detaching",
                w -> {
                    w.m.close();
                    w.m.safeRegion();
                },
                "mutator detached");
    }

    private static void foreigners() {
        usage(
                "root of another heap",
                w -> w.elsewhere.newRoot().get(w.m),
                "mutator of another heap: heap=elsewhere mutator's heap=here");
        usage(
                "root of another heap written",
                w -> w.elsewhere.newRoot().set(w.m, w.sealed),
                "mutator of another heap");
        usage(
                "queue of another heap",
                w -> w.elsewhere.newCleanerQueue().register(w.m, w.sealed, 1),
                "mutator of another heap: heap=elsewhere mutator's heap=here");
    }

    private static void closedHeap() {
        for (Use use : uses()) {
            if (use.name.startsWith("root") || use.name.equals("register")) {
                continue; // these make something new first, below
            }
            closed(use.name + " after close", use.act);
        }
        closed("attach after close", w -> w.heap.attach());
        closed("newRoot after close", w -> w.heap.newRoot());
        closed("newCleanerQueue after close", w -> w.heap.newCleanerQueue());
        closed("collect after close", w -> w.heap.collect());
        closed("requestCollection after close", w -> w.heap.requestCollection());
        closed("awaitCollection after close", w -> w.heap.awaitCollection());
        closed("stats after close", w -> w.heap.stats());
        closed("validate after close", w -> w.heap.validate());
        closed("shape after close", w -> w.heap.shape("New").build());
        closed("safeRegion after close", w -> w.m.safeRegion());
        interface Later {
            void on(World w, GlobalRoot root, CleanerQueue<String> queue);
        }
        record Kept(String name, Later later) {}
        List.of(
                        new Kept("root read", (w, root, _) -> root.get(w.m)),
                        new Kept("root written", (w, root, _) -> root.set(w.m, 0)),
                        new Kept("compareAndSet", (w, root, _) -> root.compareAndSet(w.m, 0, 0)),
                        new Kept("register", (w, _, queue) -> queue.register(w.m, w.sealed, "x")))
                .forEach(
                        kept ->
                                ALL.add(
                                        new Misuse(
                                                kept.name + " after close",
                                                HeapClosedException.class,
                                                w -> {
                                                    GlobalRoot root = w.heap.newRoot();
                                                    CleanerQueue<String> queue = queue(w);
                                                    w.heap.close();
                                                    kept.later.on(w, root, queue);
                                                },
                                                List.of("heap closed: heap=here"))));
    }

    private static void others() {
        usage("spawn without task", w -> w.m.spawn(null, w.sealed), "cannot spawn", "task=null");
        usage(
                "spawn without factory",
                w -> w.m.spawn(null, (_, _) -> {}, w.sealed),
                "cannot spawn: factory=null");
        usage(
                "spawn without arguments",
                w -> w.m.spawn(Thread::new, (_, _) -> {}, (long[]) null),
                "arguments=null");
        usage(
                "spawn with too many arguments",
                w -> w.m.spawn((_, _) -> {}, new long[1025]),
                "too many arguments: arguments=1025 maximum=1024");
        usage("no options", _ -> Heap.open(null), "options missing: options=null");
    }

    @ParameterizedTest
    @MethodSource("misuses")
    void aMistakeIsNamedWithItsNumbersAndDoesNoHarm(Misuse misuse) {
        String name = Thread.currentThread().getName();
        Thread.currentThread().setName("main-of-test");
        try (World world = new World()) {
            Throwable thrown = catchThrowable(() -> misuse.act.on(world));
            assertThat(thrown).isExactlyInstanceOf(misuse.type);
            assertThat(thrown.getMessage()).contains(misuse.parts);
            if (!world.heap.isClosed()) {
                Heaps.assertValid(world.heap);
                world.heap.collect();
                Heaps.assertValid(world.heap);
            }
            Heaps.assertValid(world.elsewhere);
        } finally {
            Thread.currentThread().setName(name);
        }
    }
}
