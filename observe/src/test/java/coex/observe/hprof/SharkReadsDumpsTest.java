package coex.observe.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.observe.HprofDump;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import shark.GcRoot;
import shark.HeapObject.HeapInstance;
import shark.HeapObject.HeapObjectArray;
import shark.HeapObject.HeapPrimitiveArray;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// The same dump, read by a second parser, agrees with the heap too.
class SharkReadsDumpsTest {

    @TempDir Path folder;

    @Test
    void objectsFieldsRootsAndTextAreThose() throws IOException {
        try (Heap heap = Heap.open();
                GlobalRoot global = heap.newRoot()) {
            Shape node =
                    heap.shape("Node").reference("next").weak("weak").longField("value").build();
            Shape nodes = heap.shape("Nodes").arrayOf(Kind.REFERENCE).mutable().build();
            Shape ints = heap.shape("Ints").arrayOf(Kind.INT).build();
            Shape text = heap.shape("Text").text().build();
            Mutator mutator = heap.attach();
            Frame frame = mutator.frame(3);
            for (int i = 0; i < 100; i++) {
                long cell = mutator.allocate(node);
                mutator.setLong(cell, node.field("value"), -i);
                mutator.setReference(cell, node.field("next"), frame.get(0));
                mutator.setWeak(cell, node.field("weak"), frame.get(0));
                mutator.seal(cell);
                frame.set(0, cell);
            }
            global.set(mutator, mutator.allocateArray(nodes, 7));
            frame.set(1, mutator.allocateArray(ints, 9));
            frame.set(2, mutator.allocateArray(text, 5));
            mutator.setBytes(frame.get(2), 0, new byte[] {'h', 'e', 'l', 'l', 'o'}, 0, 5);
            Path file = folder.resolve("heap.hprof");
            HprofDump.write(heap, file, null);

            try (SharkDump dump = new SharkDump(file)) {
                assertThatInstancesMatch(dump);
                assertThatHeadMatches(dump, frame.get(0));
                assertThatArraysMatch(dump, global.get(mutator), frame.get(1));
                var string = (HeapInstance) dump.graph().findObjectById(frame.get(2) * 8);
                assertThat(string.readAsJavaString()).isEqualTo("hello");
                assertThat(dump.graph().getGcRoots())
                        .filteredOn(root -> root instanceof GcRoot.JavaFrame)
                        .extracting(GcRoot::getId)
                        .containsExactlyInAnyOrder(
                                frame.get(0) * 8, frame.get(1) * 8, frame.get(2) * 8);
                assertThat(dump.graph().getGcRoots())
                        .filteredOn(root -> root instanceof GcRoot.JniGlobal)
                        .extracting(GcRoot::getId)
                        .containsExactly(global.get(mutator) * 8);
                assertThat(dump.danglingReferences()).isZero();
            }
        }
    }

    private static void assertThatInstancesMatch(SharkDump dump) {
        Map<String, Integer> counts = new HashMap<>();
        for (HeapInstance instance : SharkDump.in(dump.graph().getInstances())) {
            counts.merge(instance.getInstanceClassName(), 1, Integer::sum);
        }
        assertThat(counts)
                .containsEntry("coex.Node", 100)
                .containsEntry("java.lang.ref.WeakReference", 99)
                .containsEntry("java.lang.Thread", 1);
    }

    private static void assertThatHeadMatches(SharkDump dump, long handle) {
        var head = (HeapInstance) dump.graph().findObjectById(handle * 8);
        assertThat(head.get("coex.Node", "value").getValue().getAsLong()).isEqualTo(-99L);
        HeapInstance next = head.get("coex.Node", "next").getValueAsInstance();
        assertThat(next.get("coex.Node", "value").getValue().getAsLong()).isEqualTo(-98L);
        HeapInstance weak = head.get("coex.Node", "weak").getValueAsInstance();
        assertThat(
                        weak.get("java.lang.ref.Reference", "referent")
                                .getValue()
                                .getAsNonNullObjectId())
                .isEqualTo(next.getObjectId());
    }

    private static void assertThatArraysMatch(SharkDump dump, long nodes, long ints) {
        var references = (HeapObjectArray) dump.graph().findObjectById(nodes * 8);
        assertThat(references.getArrayClassName()).isEqualTo("coex.Nodes[]");
        assertThat(references.readRecord().getElementIds()).hasSize(7).containsOnly(0);
        var numbers = (HeapPrimitiveArray) dump.graph().findObjectById(ints * 8);
        assertThat(numbers.readRecord().getSize()).isEqualTo(9);
    }
}
