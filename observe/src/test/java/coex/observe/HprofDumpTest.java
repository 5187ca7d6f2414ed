package coex.observe;

import static coex.observe.hprof.NetBeansDump.handle;
import static coex.observe.hprof.NetBeansDump.pathToRoot;
import static coex.observe.hprof.NetBeansDump.text;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;
import coex.gc.mutator.MutatorContext;
import coex.observe.HprofDump.Progress;
import coex.observe.HprofDump.Summary;
import coex.observe.hprof.NetBeansDump;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netbeans.lib.profiler.heap.GCRoot;
import org.netbeans.lib.profiler.heap.Instance;
import org.netbeans.lib.profiler.heap.JavaFrameGCRoot;
import org.netbeans.lib.profiler.heap.ObjectArrayInstance;
import org.netbeans.lib.profiler.heap.PrimitiveArrayInstance;
import org.netbeans.lib.profiler.heap.ThreadObjectGCRoot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What is in a dump, as the library behind VisualVM reads it.
class HprofDumpTest {

    @TempDir Path folder;

    /// The header flag of an object that may be referred to.
    private static final long SEALED = 1L << 56;

    private Heap heap;
    private Mutator mutator;
    private Frame frame;
    private Summary summary;
    private final List<Progress> progress = new ArrayList<>();

    @BeforeEach
    void open() {
        heap = Heap.open(SmallHeaps.calm().name("sample").build());
        mutator = heap.attach();
        frame = mutator.frame(16);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private NetBeansDump dump() throws IOException {
        Path file = folder.resolve("heap.hprof");
        summary = HprofDump.write(heap, file, progress::add);
        return new NetBeansDump(file);
    }

    private long newText(Shape shape, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        long handle = mutator.allocateArray(shape, bytes.length);
        mutator.setBytes(handle, 0, bytes, 0, bytes.length);
        mutator.seal(handle);
        return handle;
    }

    @Test
    void anEmptyHeapIsADumpWithoutObjects() throws IOException {
        NetBeansDump dump = dump();

        assertThat(summary.objects()).isZero();
        assertThat(summary.objectBytes()).isZero();
        assertThat(dump.roots(GCRoot.JAVA_FRAME)).isEmpty();
        assertThat(dump.roots(GCRoot.THREAD_OBJECT)).hasSize(1);
        assertThat(dump.heap().getSystemProperties()).containsEntry("coex.heap", "sample");
    }

    @Test
    void everyLiveObjectIsAnInstanceOfItsShapesClassAndNoDeadOneIs() throws IOException {
        Shape pair = heap.shape("Pair").reference("left").reference("right").build();
        Shape leaf = heap.shape("app.Leaf<T>").longField("value").build();
        for (int i = 0; i < 1000; i++) {
            frame.set(1, mutator.allocate(leaf));
            mutator.seal(frame.get(1));
            long cell = mutator.allocate(pair);
            mutator.setReference(cell, pair.field("left"), frame.get(0));
            mutator.setReference(cell, pair.field("right"), frame.get(1));
            mutator.seal(cell);
            frame.set(0, cell);
            mutator.allocate(leaf); // dies
        }
        frame.set(1, 0);

        NetBeansDump dump = dump();

        assertThat(dump.count("coex.Pair")).isEqualTo(1000);
        assertThat(dump.count("coex.app.Leaf_T_")).isEqualTo(1000);
        assertThat(dump.type("coex.Pair").getAllInstancesSize())
                .isEqualTo(1000L * pair.fixedBytes());
        assertThat(dump.type("coex.app.Leaf_T_").getAllInstancesSize())
                .isEqualTo(1000L * leaf.fixedBytes());
        assertThat(summary.objects()).isEqualTo(2000);
        assertThat(summary.objectBytes())
                .isEqualTo(1000L * (pair.fixedBytes() + leaf.fixedBytes()))
                .isEqualTo(heap.stats().collection().bytesMarked());
        assertThat(summary.fileBytes()).isEqualTo(folder.resolve("heap.hprof").toFile().length());
        assertThat(summary.droppedReferences()).isZero();
        assertThat(progress.getLast()).isEqualTo(new Progress(2000, 2000, summary.fileBytes()));
    }

    @Test
    void fieldsOfEveryKindHaveTheirNamesAndValues() throws IOException {
        Shape shape =
                heap.shape("Record")
                        .booleanField("flag")
                        .longField("long")
                        .byteField("byte")
                        .reference("self made")
                        .doubleField("double")
                        .intField("int")
                        .reference("nothing")
                        .mutable()
                        .build();
        long handle = mutator.allocate(shape);
        frame.set(0, handle);
        mutator.setBoolean(handle, shape.field("flag"), true);
        mutator.setLong(handle, shape.field("long"), Long.MIN_VALUE + 7);
        mutator.setByte(handle, shape.field("byte"), (byte) -3);
        mutator.setReference(handle, shape.field("self made"), handle);
        mutator.setDouble(handle, shape.field("double"), -0.1);
        mutator.setInt(handle, shape.field("int"), -77);

        Instance object = dump().object(handle);

        assertThat(object.getValueOfField("flag")).isEqualTo(true);
        assertThat(object.getValueOfField("long")).isEqualTo(Long.MIN_VALUE + 7);
        assertThat(object.getValueOfField("byte")).isEqualTo((byte) -3);
        assertThat(handle(object.getValueOfField("self made"))).isEqualTo(handle);
        assertThat(object.getValueOfField("double")).isEqualTo(-0.1);
        assertThat(object.getValueOfField("int")).isEqualTo(-77);
        assertThat(object.getValueOfField("nothing")).isNull();
        assertThat(object.getSize()).isEqualTo(shape.fixedBytes());
    }

    @Test
    void arraysOfEveryKindHaveTheirElements() throws IOException {
        for (Kind kind : List.of(Kind.BYTE, Kind.BOOLEAN, Kind.INT, Kind.LONG, Kind.DOUBLE)) {
            Shape shape = heap.shape(kind.text() + "s").arrayOf(kind).build();
            frame.set(kind.ordinal(), mutator.allocateArray(shape, 3));
        }
        mutator.setByte(frame.get(Kind.BYTE.ordinal()), 1, (byte) -128);
        mutator.setBoolean(frame.get(Kind.BOOLEAN.ordinal()), 1, true);
        mutator.setInt(frame.get(Kind.INT.ordinal()), 1, 0x01020304);
        mutator.setLong(frame.get(Kind.LONG.ordinal()), 1, 0x0102030405060708L);
        mutator.setDouble(frame.get(Kind.DOUBLE.ordinal()), 1, Math.E);

        NetBeansDump dump = dump();

        assertThat(elements(dump, Kind.BYTE)).containsExactly("0", "-128", "0");
        assertThat(elements(dump, Kind.BOOLEAN)).containsExactly("false", "true", "false");
        assertThat(elements(dump, Kind.INT)).containsExactly("0", "" + 0x01020304, "0");
        assertThat(elements(dump, Kind.LONG)).containsExactly("0", "" + 0x0102030405060708L, "0");
        assertThat(elements(dump, Kind.DOUBLE)).containsExactly("0.0", "" + Math.E, "0.0");
        assertThat(summary.objects()).isEqualTo(5);
    }

    private List<String> elements(NetBeansDump dump, Kind kind) {
        var array = (PrimitiveArrayInstance) dump.object(frame.get(kind.ordinal()));
        assertThat(array.getJavaClass().getName()).isEqualTo(kind.text() + "[]");
        List<String> values = new ArrayList<>();
        for (Object each : array.getValues()) {
            values.add((String) each);
        }
        return values;
    }

    @Test
    void anArrayOfReferencesNamesItsElementsInOrder() throws IOException {
        Shape nodes = heap.shape("Nodes").arrayOf(Kind.REFERENCE).mutable().build();
        Shape node = heap.shape("Node").mutable().build();
        frame.set(0, mutator.allocateArray(nodes, 3));
        mutator.setReference(frame.get(0), 0, mutator.allocate(node));
        mutator.setReference(frame.get(0), 2, frame.get(0));

        var array = (ObjectArrayInstance) dump().object(frame.get(0));

        assertThat(array.getJavaClass().getName()).isEqualTo("coex.Nodes[]");
        assertThat(handle(array.getValues().get(0)))
                .isEqualTo(mutator.getReference(frame.get(0), 0));
        assertThat(array.getValues().get(1)).isNull();
        assertThat(handle(array.getValues().get(2))).isEqualTo(frame.get(0));
    }

    @Test
    void aNodeOfATrieIsAnArrayOfWhatItRefersTo() throws IOException {
        NodeShape shape = ConcurrentHeap.of(heap).nodeShape("Trie", new NodeForm(1, 1, 0));
        Shape leaf = heap.shape("Leaf").build();
        frame.set(1, mutator.allocate(leaf));
        mutator.seal(frame.get(1));
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        int bytes = shape.form().bytesOf(0b101, 0b10);
        long address = context.allocator().take(bytes, SEALED);
        int[] words = {0b101, 0b10, 0, (int) frame.get(1), 0, 0, 7, 0, 8, 0};
        for (int i = 0; i < words.length; i++) {
            context.storeRoot(address + 8 + 4L * i, words[i]);
        }
        frame.set(0, context.allocator().publish(address, shape.id(), SEALED));

        var array = (ObjectArrayInstance) dump().object(frame.get(0));

        assertThat(array.getJavaClass().getName()).isEqualTo("coex.Trie[]");
        assertThat(array.getLength()).isEqualTo(3);
        assertThat(array.getValues().get(0)).isNull();
        assertThat(handle(array.getValues().get(1))).isEqualTo(frame.get(1));
    }

    @Test
    void anArrayLongerThanTheBufferIsWhole() throws IOException {
        int length = 3_000_001;
        Shape longs = heap.shape("Longs").arrayOf(Kind.LONG).build();
        Shape holders = heap.shape("Holders").arrayOf(Kind.REFERENCE).mutable().build();
        frame.set(0, mutator.allocateArray(longs, length));
        frame.set(1, mutator.allocateArray(holders, length));
        for (int i = 0; i < length; i++) {
            mutator.setLong(frame.get(0), i, i * 0x9E3779B97F4A7C15L);
        }
        mutator.setReference(frame.get(1), length - 1, frame.get(1));

        NetBeansDump dump = dump();

        List<?> values = ((PrimitiveArrayInstance) dump.object(frame.get(0))).getValues();
        assertThat(values.size()).isEqualTo(length);
        for (int i = 0; i < length; i += 997) {
            assertThat(values.get(i)).isEqualTo("" + i * 0x9E3779B97F4A7C15L);
        }
        List<?> references = ((ObjectArrayInstance) dump.object(frame.get(1))).getValues();
        assertThat(references.size()).isEqualTo(length);
        assertThat(handle(references.get(length - 1))).isEqualTo(frame.get(1));
        assertThat(progress.size()).as("told while the arrays were written").isGreaterThan(30);
    }

    @Test
    void textsAreStrings() throws IOException {
        Shape shape = heap.shape("Text").text().build();
        List<String> samples =
                List.of(
                        "",
                        "plain ASCII",
                        "Größe in Ångström",
                        "字 and 🦉 and \0",
                        "long ASCII ".repeat(5000),
                        "lång é ".repeat(5000),
                        "長い🦉".repeat(5000));
        for (int i = 0; i < samples.size(); i++) {
            frame.set(i, newText(shape, samples.get(i)));
        }

        NetBeansDump dump = dump();

        for (int i = 0; i < samples.size(); i++) {
            Instance string = dump.object(frame.get(i));
            assertThat(string.getJavaClass().getName()).isEqualTo("java.lang.String");
            assertThat(text(string)).isEqualTo(samples.get(i));
        }
        assertThat(summary.objects()).isEqualTo(samples.size());
    }

    @Test
    void bytesThatAreNotUtf8AreShownAsReplacements() throws IOException {
        Shape shape = heap.shape("Text").text().build();
        byte[] bytes = {'a', (byte) 0xFF, 'b', (byte) 0xC3};
        frame.set(0, mutator.allocateArray(shape, bytes.length));
        mutator.setBytes(frame.get(0), 0, bytes, 0, bytes.length);

        assertThat(text(dump().object(frame.get(0)))).isEqualTo("a\uFFFDb\uFFFD");
    }

    @Test
    void aPathLeadsFromAnObjectToTheFrameThatKeepsIt() throws IOException {
        Shape node = heap.shape("Node").reference("next").longField("value").build();
        List<Long> chain = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            long cell = mutator.allocate(node);
            mutator.setReference(cell, node.field("next"), frame.get(3));
            mutator.seal(cell);
            frame.set(3, cell);
            chain.add(cell);
        }

        NetBeansDump dump = dump();

        List<Instance> path = pathToRoot(dump.object(chain.getFirst()));
        assertThat(path.stream().map(NetBeansDump::handle).toList()).isEqualTo(chain);
        var root = (JavaFrameGCRoot) dump.heap().getGCRoot(path.getLast());
        assertThat(root.getFrameNumber()).isZero();
        Instance thread = root.getThreadGCRoot().getInstance();
        assertThat(text(thread.getValueOfField("name")))
                .isEqualTo(Thread.currentThread().getName());
        assertThat(thread.getValueOfField("tid")).isEqualTo(Thread.currentThread().threadId());
    }

    @Test
    void framesAreNumberedFromTheTopAndShownWithTheirDepth() throws IOException {
        Shape node = heap.shape("Node").mutable().build();
        frame.set(0, mutator.allocate(node));
        try (Frame middle = mutator.frame(1);
                Frame top = mutator.frame(2)) {
            middle.set(0, mutator.allocate(node));
            top.set(1, mutator.allocate(node));

            NetBeansDump dump = dump();

            assertThat(frameNumber(dump, top.get(1))).isEqualTo(0);
            assertThat(frameNumber(dump, middle.get(0))).isEqualTo(1);
            assertThat(frameNumber(dump, frame.get(0))).isEqualTo(2);
            var thread = (ThreadObjectGCRoot) dump.roots(GCRoot.THREAD_OBJECT).getFirst();
            assertThat(thread.getStackTrace())
                    .extracting(StackTraceElement::toString)
                    .containsExactly(
                            "coex.ShadowStack.frame_of_2_slots(ShadowStack:3)",
                            "coex.ShadowStack.frame_of_1_slot(ShadowStack:2)",
                            "coex.ShadowStack.frame_of_16_slots(ShadowStack:1)");
        }
    }

    private static int frameNumber(NetBeansDump dump, long handle) {
        return ((JavaFrameGCRoot) dump.heap().getGCRoot(dump.object(handle))).getFrameNumber();
    }

    @Test
    void everyRootOfAVeryDeepStackIsThere() throws IOException {
        Shape node = heap.shape("Node").mutable().build();
        int depth = 10_000;
        for (int i = 0; i < depth; i++) {
            mutator.frame(1).set(0, mutator.allocate(node));
        }

        NetBeansDump dump = dump();

        assertThat(dump.count("coex.Node")).isEqualTo(depth);
        assertThat(dump.roots(GCRoot.JAVA_FRAME)).hasSize(depth);
        var thread = (ThreadObjectGCRoot) dump.roots(GCRoot.THREAD_OBJECT).getFirst();
        assertThat(thread.getStackTrace()).hasSize(4096);
    }

    @Test
    void globalRootsKeepTheirObjects() throws IOException {
        Shape node = heap.shape("Node").mutable().build();
        try (GlobalRoot root = heap.newRoot();
                GlobalRoot empty = heap.newRoot()) {
            root.set(mutator, mutator.allocate(node));
            empty.set(mutator, 0);

            NetBeansDump dump = dump();

            assertThat(dump.roots(GCRoot.JNI_GLOBAL))
                    .extracting(each -> handle(each.getInstance()))
                    .containsExactly(root.get(mutator));
        }
    }

    @Test
    void aWeakReferenceIsShownButKeepsNothing() throws IOException {
        Shape node = heap.shape("Node").longField("value").mutable().build();
        Shape cell =
                heap.shape("Cell")
                        .weak("first")
                        .reference("strong")
                        .weak("second")
                        .weak("third")
                        .build();
        long target = mutator.allocate(node);
        frame.set(0, target);
        long holder = mutator.allocate(cell);
        frame.set(1, holder);
        mutator.setWeak(holder, cell.field("first"), target);
        mutator.setWeak(holder, cell.field("third"), holder);
        mutator.setReference(holder, cell.field("strong"), mutator.allocate(node));
        NetBeansDump dump = dump();

        Instance object = dump.object(holder);
        Instance first = (Instance) object.getValueOfField("first");
        assertThat(first.getJavaClass().getName()).isEqualTo("java.lang.ref.WeakReference");
        assertThat(handle(first.getValueOfField("referent"))).isEqualTo(target);
        assertThat(object.getValueOfField("second")).isNull();
        Instance third = (Instance) object.getValueOfField("third");
        assertThat(handle(third.getValueOfField("referent"))).isEqualTo(holder);
        assertThat(dump.count("java.lang.ref.WeakReference")).isEqualTo(2);
        assertThat(object.getRetainedSize())
                .as("itself, its two weak references, the node it holds")
                .isEqualTo(cell.fixedBytes() + 2 * 16 + node.fixedBytes());
    }

    @Test
    void retainedSizesAreThoseOfTheHeap() throws IOException {
        Shape node = heap.shape("Node").reference("next").longField("value").build();
        for (int i = 0; i < 100; i++) {
            long cell = mutator.allocate(node);
            mutator.setReference(cell, node.field("next"), frame.get(0));
            mutator.seal(cell);
            frame.set(0, cell);
        }

        Instance head = dump().object(frame.get(0));

        assertThat(head.getRetainedSize()).isEqualTo(100L * node.fixedBytes());
    }

    @Test
    void shapesWhoseNamesLookAlikeAreDifferentClasses() throws IOException {
        Shape spaced = heap.shape("a b").build();
        Shape underscored = heap.shape("a_b").build();
        Shape ours = heap.shape("ShadowStack").build();
        frame.set(0, mutator.allocate(spaced));
        frame.set(1, mutator.allocate(underscored));
        frame.set(2, mutator.allocate(ours));

        NetBeansDump dump = dump();

        assertThat(dump.object(frame.get(0)).getJavaClass().getName()).isEqualTo("coex.a_b");
        assertThat(dump.object(frame.get(1)).getJavaClass().getName()).isEqualTo("coex.a_b_2");
        assertThat(dump.object(frame.get(2)).getJavaClass().getName())
                .isEqualTo("coex.ShadowStack_3");
    }

    @Test
    void aHeapCanBeDumpedTwice() throws IOException {
        Shape node = heap.shape("Node").mutable().build();
        frame.set(0, mutator.allocate(node));
        Path first = folder.resolve("first.hprof");
        HprofDump.write(heap, first, null);
        frame.set(1, mutator.allocate(node));
        Path second = folder.resolve("second.hprof");
        HprofDump.write(heap, second, null);

        assertThat(new NetBeansDump(first).count("coex.Node")).isEqualTo(1);
        assertThat(new NetBeansDump(second).count("coex.Node")).isEqualTo(2);
        assertThat(heap.validate().isValid()).isTrue();
    }
}
