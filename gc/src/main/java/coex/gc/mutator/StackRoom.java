// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

/// Makes sure that there is stack for what must not be cut short by a StackOverflowError: it is
/// thrown here, before anything has changed, or not at all.
///
/// How much a call takes depends on whether it is interpreted or compiled, and by which compiler,
/// so this is generous and not exact. What can be made right with a failure at any point is made
/// so; this is for the rest: several words that change together, and a state that has to be left
/// again.
public final class StackRoom {

    /// Some 2 kB in compiled code, and 8 in interpreted: several times what the deepest of our slow
    /// paths takes.
    private static final int LEVELS = 32;

    /// For a whole collection.
    private static final int LEVELS_OF_A_CYCLE = 160;

    private StackRoom() {}

    /// @throws StackOverflowError if a slow path could end in one
    public static void require() {
        descend(LEVELS, 1, 2, 3, 4);
    }

    /// Whether a collection could run on the calling thread.
    public static boolean isEnoughForACycle() {
        try {
            descend(LEVELS_OF_A_CYCLE, 1, 2, 3, 4);
            return true;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    private static long descend(int levels, long a, long b, long c, long d) {
        return levels == 0 ? a : descend(levels - 1, b + levels, c ^ a, d + b, a) + a + b + c + d;
    }
}
