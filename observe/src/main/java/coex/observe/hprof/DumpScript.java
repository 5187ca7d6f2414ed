// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import coex.gc.Heap;
import coex.gc.Shape;
import coex.gc.diagnose.HeapInspector.StackView;
import coex.gc.diagnose.LiveObjects;
import coex.observe.HprofDump.Progress;
import coex.observe.HprofDump.Summary;

import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// A dump from its first to its last byte.
///
/// Run once, by the thread that dumps, while it holds the collector's role, so nothing is freed.
/// Mutators run on; the stacks are looked at once, at the beginning, in passing, and so is each
/// root and each field when it is written.
public final class DumpScript {

    private static final int GLOBAL_ROOT = 0x01;

    private final Heap heap;
    private final WritableByteChannel channel;
    private final Consumer<Progress> progress;
    private final Limits limits;
    private final boolean all;

    private RecordStream out;
    private ObjectWriter objects;
    private Membership members;
    private boolean complete;

    /// @param all whether to write also what the collection has found and no root leads to any more
    public DumpScript(
            Heap heap, WritableByteChannel channel, boolean all, Consumer<Progress> progress) {
        this(heap, channel, all, progress, Limits.USUAL);
    }

    /// What tests change in order not to need a very large heap.
    ///
    /// @param leastIdBytes of an identifier, 4 or 8
    /// @param mostItemBytes longer arrays are cut
    /// @param mostYounger so many objects may be written beyond twice those that were found
    record Limits(int leastIdBytes, long mostItemBytes, long mostYounger) {
        static final Limits USUAL =
                new Limits(Integer.BYTES, RecordStream.MOST_ITEM_BYTES, 1 << 20);
    }

    DumpScript(
            Heap heap,
            WritableByteChannel channel,
            boolean all,
            Consumer<Progress> progress,
            Limits limits) {
        this.heap = heap;
        this.channel = channel;
        this.all = all;
        this.progress = progress;
        this.limits = limits;
    }

    /// Writes everything.
    public void write(LiveObjects live) {
        List<StackView> views = live.stacks(Integer.MAX_VALUE);
        List<Shape> shapes = live.shapes();
        long mostYounger = limits.mostYounger() + live.count();
        Identifiers identifiers =
                Identifiers.of(live, shapes, views.size(), mostYounger, limits.leastIdBytes());
        out = new RecordStream(channel, identifiers.bytes(), () -> tell(live));

        Symbols symbols = new Symbols();
        ClassTable table = new ClassTable(identifiers, symbols);
        JavaClasses java = new JavaClasses(table, identifiers);
        ShapeClass[] classes = ShapeClass.define(shapes, table, java, identifiers.bytes());
        Stacks stacks = new Stacks(views, symbols, java);
        ItemWriter items = new ItemWriter(out, identifiers, java);
        members = new Membership(live, identifiers, shapes.size(), mostYounger);
        objects =
                new ObjectWriter(
                        out,
                        items,
                        identifiers,
                        java,
                        classes,
                        live,
                        members,
                        limits.mostItemBytes());

        out.begin(System.currentTimeMillis());
        symbols.write(out);
        table.writeLoads(out);
        stacks.writeTraces(out);
        table.writeDumps(out);
        writeProperties(items, identifiers, java);
        stacks.writeThreads(out, items, identifiers, members);
        writeGlobalRoots(live);
        objects.write(all);
        complete = true;
        out.end();
    }

    /// What VisualVM shows on its first page.
    private void writeProperties(ItemWriter items, Identifiers identifiers, JavaClasses java) {
        Map<String, String> properties = new TreeMap<>();
        properties.put("coex.heap", heap.options().name());
        properties.put("java.vm.name", "Coex heap");
        for (String each : List.of("java.version", "os.name", "os.arch")) {
            properties.put(each, System.getProperty(each));
        }
        long node = 0;
        for (var each : properties.entrySet()) {
            long key = items.string(each.getKey());
            long value = items.string(each.getValue());
            long next = node;
            node = identifiers.fresh();
            items.whole(node, java.mapNode, each.getKey().hashCode(), key, value, next);
        }
        long nodes = identifiers.fresh();
        items.objectArray(nodes, java.mapNodes, 1);
        out.id(node);
        long map = identifiers.fresh();
        items.whole(map, java.map, nodes);
        items.whole(java.systemProperties, java.properties, 0, map);
    }

    private void writeGlobalRoots(LiveObjects live) {
        live.forEachGlobalRoot(
                handle -> {
                    long id = members.identifier(handle);
                    if (id != 0) {
                        out.item(1 + 2L * out.idBytes());
                        out.u1(GLOBAL_ROOT);
                        out.id(id);
                        out.id(0);
                    }
                });
    }

    private void tell(LiveObjects live) {
        if (progress != null) {
            long written = objects.objects();
            long total = complete ? written : Math.max(written, live.count() + members.younger());
            progress.accept(new Progress(written, total, out.fileBytes()));
        }
    }

    /// Bytes of the file so far.
    public long fileBytes() {
        return out == null ? 0 : out.fileBytes();
    }

    public Summary summary(Duration elapsed) {
        return new Summary(
                objects.objects(),
                objects.objectBytes(),
                out.fileBytes(),
                elapsed,
                objects.unreachable(),
                members.younger(),
                members.dropped(),
                objects.cut());
    }
}
