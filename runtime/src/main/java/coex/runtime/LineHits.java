package coex.runtime;

/// Which lines of programs were run in this process. Code that was compiled to tell calls [#hit].
///
/// Numbers are reserved before the code that has them is compiled, and so before it runs.
public final class LineHits {

    private static final int CHUNK_BITS = 12;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int MOST_CHUNKS = 1 << 14;

    /// Where the numbers of a chunk are, 1 for a line that was run.
    ///
    /// - writers: chunks by [#reserve], under its lock; what is in them by every thread of a
    ///   program
    /// - readers: those threads, and whoever asks when programs have ended
    /// - ordering: plain. A thread of a program was started after its numbers were reserved, and
    ///   who asks has joined it. All that is ever written is 1, so writers need no order among each
    ///   other
    /// - if it has not been joined, since a program would not end: its last lines may be missing
    private static final byte[][] CHUNKS = new byte[MOST_CHUNKS][];

    private static int next;

    private LineHits() {}

    /// A number that no other line has.
    public static synchronized int reserve() {
        int chunk = next >> CHUNK_BITS;
        if (chunk == MOST_CHUNKS) {
            throw new IllegalStateException("too many lines to count: most=" + next);
        }
        if (CHUNKS[chunk] == null) {
            CHUNKS[chunk] = new byte[CHUNK];
        }
        return next++;
    }

    /// Generated code calls this when it comes to a line.
    public static void hit(int number) {
        CHUNKS[number >> CHUNK_BITS][number & CHUNK - 1] = 1;
    }

    public static boolean isHit(int number) {
        return CHUNKS[number >> CHUNK_BITS][number & CHUNK - 1] != 0;
    }
}
