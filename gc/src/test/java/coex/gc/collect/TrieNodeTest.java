package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.ValidationReport;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// Trie nodes with any bitmaps are laid out, traced, checked and shown as their form says.
class TrieNodeTest {

    /// Counts of bits around the places where layouts change, in bitmaps that overlap or not.
    private static final int[] BITMAPS = {
        0, 1, 0x8000_0000, 3, 0x8000_0001, 0x0001_0101, 0x0F0F, 0x7FFF_FFFF, -1
    };

    private ConcurrentHeap heap;
    private Mutator mutator;
    private MutatorContext context;
    private Shape leaf;

    @BeforeEach
    void open() {
        heap = ConcurrentHeap.open(Heaps.verified().build());
        mutator = heap.attach();
        context = ConcurrentHeap.contextOf(mutator);
        leaf = heap.shape("Leaf").longField("x").build();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long leaf() {
        long handle = mutator.allocate(leaf);
        mutator.seal(handle);
        return handle;
    }

    /// A node all of whose references are new leaves; they are added to `leaves`.
    private long node(NodeShape shape, int entryBits, int childBits, List<Long> leaves) {
        NodeForm form = shape.form();
        int references =
                form.referenceCount(Integer.bitCount(entryBits), Integer.bitCount(childBits));
        int bytes = form.bytesOf(entryBits, childBits);
        try (Frame frame = mutator.frame(references + 1)) {
            for (int i = 0; i < references; i++) {
                frame.set(i, leaf());
            }
            long address = context.allocator().take(bytes, ObjectHeader.SEALED);
            Memory.fill(address, bytes, (byte) 0x7F); // words that look like no live handle
            Memory.putInt(address + NodeForm.ENTRY_BITS_OFFSET, entryBits);
            Memory.putInt(address + NodeForm.CHILD_BITS_OFFSET, childBits);
            for (int i = 0; i < references; i++) {
                leaves.add(frame.get(i));
                Memory.putInt(address + NodeForm.FIRST_REFERENCE + 4 * i, (int) frame.get(i));
            }
            return context.allocator().publish(address, shape.id(), ObjectHeader.SEALED);
        }
    }

    @Test
    void partsOfANodeLieOneAfterTheOther() {
        NodeForm form = new NodeForm(1, 2, 1);
        assertThat(form.referenceCount(3, 2)).isEqualTo(5);
        assertThat(NodeForm.firstWord(form.referenceCount(3, 2))).isEqualTo(16 + 20 + 4);
        assertThat(form.bytesOf(0b10101, 0b11)).isEqualTo(40 + 3 * 16 + 8);
        assertThat(new NodeForm(0, 2, 0).bytesOf(1, 0)).isEqualTo(32);
        assertThat(new NodeForm(0, 2, 0).bytesOf(-1, -1)).isEqualTo(16 + 128 + 512);
    }

    @Test
    void aNodeKeepsWhatItRefersToAndNothingElse() {
        for (int form = 0; form < 27; form++) {
            int references = form % 3;
            int words = form / 3 % 3;
            int extra = form / 9;
            NodeShape shape = heap.nodeShape("Node" + form, new NodeForm(references, words, extra));
            for (int entryBits : BITMAPS) {
                keepsItsReferences(shape, entryBits, BITMAPS[(form + entryBits & 31) % 9]);
            }
        }
    }

    private void keepsItsReferences(NodeShape shape, int entryBits, int childBits) {
        List<Long> leaves = new ArrayList<>();
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, node(shape, entryBits, childBits, leaves));
            heap.collect(); // verified after every phase, and traced a second time
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo(leaves.size() + 1L);
            long expected =
                    shape.form().bytesOf(entryBits, childBits)
                            + (long) leaves.size() * leaf.fixedBytes();
            assertThat(heap.stats().collection().bytesMarked()).isEqualTo(expected);
            for (long handle : leaves) {
                assertThat(mutator.getLong(handle, leaf.field("x"))).isZero();
            }
        }
        heap.collect();
        assertThat(heap.stats().collection().objectsMarked()).isZero();
    }

    @Test
    void theVerifierNamesAFreedReferenceInAnyPlaceOfANode() {
        NodeShape shape = heap.nodeShape("Node", new NodeForm(2, 1, 1));
        List<Long> leaves = new ArrayList<>();
        try (Frame frame = mutator.frame(1)) {
            long node = node(shape, 0b101, 0b110, leaves);
            frame.set(0, node);
            int unused = 1 << 15; // a handle that was never given out
            for (int i = 0; i < leaves.size(); i++) {
                long at = context.address(node) + NodeForm.FIRST_REFERENCE + 4 * i;
                int before = Memory.getInt(at);
                Memory.putInt(at, unused);
                ValidationReport report = heap.validate();
                assertThat(report.isValid()).as("reference " + i).isFalse();
                Memory.putInt(at, before);
            }
            Heaps.assertValid(heap);
        }
    }

    @Test
    void anInspectorSeesANodesSize() {
        NodeShape shape = heap.nodeShape("Node", new NodeForm(1, 1, 1));
        try (Frame frame = mutator.frame(1)) {
            long node = node(shape, 0b111, 0b11000, new ArrayList<>());
            frame.set(0, node);
            long[] bytes = new long[1];
            long[] last = new long[1];
            heap.inspect(
                    inspector ->
                            inspector.forEachObject(
                                    object -> {
                                        if (object.shape() == shape) {
                                            bytes[0] = object.bytes();
                                            last[0] = object.longAt(object.bytes() - 8);
                                        }
                                        return true;
                                    }));
            assertThat(bytes[0]).isEqualTo(shape.form().bytesOf(0b111, 0b11000));
            assertThat(last[0]).isEqualTo(0x7F7F_7F7F_7F7F_7F7FL);
        }
    }
}
