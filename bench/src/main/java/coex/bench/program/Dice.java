package coex.bench.program;

/// Cheap random numbers, the same sequence for the same seed (xorshift).
final class Dice {
    private long state;

    Dice(long seed) {
        state = seed * 0x9E37_79B9_7F4A_7C15L | 1;
    }

    /// A number below `bound`, a power of two.
    int below(int bound) {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return (int) (state >>> 20) & (bound - 1);
    }
}
