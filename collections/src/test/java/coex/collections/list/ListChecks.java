package coex.collections.list;

import static coex.collections.list.ListLayout.END;
import static coex.collections.list.ListLayout.FIRST;
import static coex.collections.list.ListLayout.LENGTH;
import static coex.collections.list.ListLayout.LEVEL_BITS;
import static coex.collections.list.ListLayout.MOST_CHILDREN;
import static coex.collections.list.ListLayout.ROOT;
import static coex.collections.list.ListLayout.SHIFT;
import static coex.collections.list.ListLayout.START;
import static coex.collections.list.ListLayout.TAIL;
import static coex.collections.list.ListLayout.child;
import static coex.collections.list.ListLayout.handleAt;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Shape;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// What [ListLayout] and [ArrayType] say of their objects, checked object by object.
final class ListChecks {

    private static final int CLAIMED = 0xFF;

    private final MutatorContext mutator;
    private final Elements elements;
    private final int start;
    private final int tailStart;

    private ListChecks(MutatorContext mutator, Elements elements, int start, int tailStart) {
        this.mutator = mutator;
        this.elements = elements;
        this.start = start;
        this.tailStart = tailStart;
    }

    static void assertInvariants(MutatorContext mutator, ListType type, long list) {
        if (list == 0) {
            return;
        }
        long address = mutator.address(list);
        assertThat(shapeName(mutator, list)).isEqualTo("coex.List");
        int start = Memory.getInt(address + START);
        int end = Memory.getInt(address + END);
        int tailStart = type.tailStart(end);
        long root = handleAt(address + ROOT);
        assertThat(start).isBetween(0, end - 1);
        assertThat(root == 0)
                .as("root=%d tail start=%d", root, tailStart)
                .isEqualTo(tailStart == 0);
        ListChecks checks = new ListChecks(mutator, type.elements(), start, tailStart);
        checks.chunk(handleAt(address + TAIL), end - tailStart);
        if (root != 0) {
            assertThat(start).isLessThan(tailStart);
            int shift = ListTree.shift(mutator, root);
            assertThat((long) tailStart).isLessThanOrEqualTo(1L << shift + LEVEL_BITS);
            int levels = (shift - type.elements().leafShift()) / LEVEL_BITS + 1;
            assertThat(levels)
                    .as("levels for %d positions", tailStart)
                    .isEqualTo(type.tree().levels(tailStart));
            assertThat(levels == 1 || tailStart - 1 >>> shift > 0)
                    .as("no lower tree would do")
                    .isTrue();
            checks.node(root, shift, 0);
        }
    }

    private static String shapeName(MutatorContext mutator, long handle) {
        return mutator.core().shapeAt(mutator.address(handle)).name();
    }

    private void node(long handle, int shift, int from) {
        assertThat(shapeName(mutator, handle)).isEqualTo("coex.List.node");
        long address = mutator.address(handle);
        assertThat(Memory.getInt(address + SHIFT)).isEqualTo(shift);
        int length = Memory.getInt(address + LENGTH);
        int needed = (int) Math.min(MOST_CHILDREN, (tailStart - 1L - from >> shift) + 1);
        assertThat(length).as("children of a node").isEqualTo(needed);
        for (int i = 0; i < length; i++) {
            int first = from + (i << shift);
            long child = child(address, i);
            boolean live = (long) first + (1L << shift) > start;
            if (live) {
                assertThat(child).as("child %d", i).isNotZero();
            }
            if (live && shift > elements.leafShift()) {
                node(child, shift - LEVEL_BITS, first);
            } else if (live) {
                chunk(child, elements.perLeaf());
            }
        }
    }

    private void chunk(long handle, int used) {
        long address = mutator.address(handle);
        int length = Memory.getInt(address + LENGTH);
        assertThat(length).isBetween(used, elements.perLeaf());
        int claim = Memory.getInt(address + ListLayout.CLAIM);
        if (!shapeName(mutator, handle).startsWith("coex.List.tail")) {
            assertThat(shapeName(mutator, handle)).startsWith("coex.List.leaf");
            assertThat(claim).as("claim of a leaf").isZero();
            return;
        }
        assertThat(claim & CLAIMED).isBetween(used, length);
        for (int i = claim & CLAIMED; i < length; i++) {
            assertThat(elements.load(address + FIRST, i)).as("place not taken").isZero();
        }
    }

    static void assertArrayInvariants(MutatorContext mutator, ArrayType type, long array) {
        if (array == 0) {
            return;
        }
        assertThat(type.length(mutator, array)).isPositive();
        long address = mutator.address(array);
        if (shapeName(mutator, array).equals("coex.Array.view")) {
            long whole = handleAt(address + ArrayType.ARRAY);
            assertThat(shapeName(mutator, whole)).startsWith("coex.Array[");
            int length = Memory.getInt(mutator.address(whole) + Shape.LENGTH_OFFSET);
            int offset = Memory.getInt(address + ArrayType.OFFSET);
            int viewed = Memory.getInt(address + ArrayType.VIEW_LENGTH);
            assertThat(offset).isNotNegative();
            assertThat(viewed).isBetween(1, length - 1);
            assertThat((long) offset + viewed).isLessThanOrEqualTo(length);
        }
    }
}
