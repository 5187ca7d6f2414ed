package coex.runtime.type;

/// What is still to be done with parts of a value, for those who go through values that may be
/// nested as deeply as memory allows, and a Java stack may not. The part that was put on last comes
/// off first. For one thread.
///
/// It grows by blocks: nothing is copied, so nothing takes long between two safepoints.
final class WorkStack {

    private static final int FIRST_BLOCK = 16;
    private static final int MOST_IN_BLOCK = 4096;

    /// Handles are unsigned 32-bit numbers, so two of them make a long.
    private static final int HANDLE_BITS = 32;

    private static final class Block {
        private final RuntimeType[] types;
        private final long[] handles;
        private final int[] places;
        private final Block below;
        private int top;

        Block(int size, Block below) {
            this.types = new RuntimeType[size];
            this.handles = new long[size];
            this.places = new int[size];
            this.below = below;
        }
    }

    private Block block = new Block(FIRST_BLOCK, null);

    /// An empty block above, if there was one: who goes up and down at its border makes no other.
    private Block spare;

    private long size;

    private RuntimeType type;
    private long handles;
    private int place;

    long size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /// @param second another handle, or a number of 32 bits
    void push(RuntimeType of, long first, long second, int at) {
        if (block.top == block.types.length) {
            block = above();
        }
        block.types[block.top] = of;
        block.handles[block.top] = first << HANDLE_BITS | second & 0xFFFF_FFFFL;
        block.places[block.top++] = at;
        size++;
    }

    private Block above() {
        if (spare != null) {
            Block next = spare;
            spare = null;
            return next;
        }
        return new Block(Math.min(2 * block.types.length, MOST_IN_BLOCK), block);
    }

    /// Takes the last part off, which the methods below then tell.
    void pop() {
        if (block.top == 0) {
            spare = block;
            block = block.below;
        }
        int last = --block.top;
        type = block.types[last];
        handles = block.handles[last];
        place = block.places[last];
        size--;
    }

    /// The type of the part that would come off next.
    RuntimeType topType() {
        return block.top > 0 ? block.types[block.top - 1] : block.below.types[block.below.top - 1];
    }

    RuntimeType type() {
        return type;
    }

    long first() {
        return handles >>> HANDLE_BITS;
    }

    long second() {
        return handles & 0xFFFF_FFFFL;
    }

    int place() {
        return place;
    }
}
