package coex.bench.program;

import java.util.concurrent.ConcurrentHashMap;

/// [Board] with maps that are changed in place: readers see each change, and no moment as a whole.
public final class ConcurrentBoard extends Board {

    private final ConcurrentHashMap<String, ConcurrentHashMap<String, Long>> board =
            new ConcurrentHashMap<>();

    private ConcurrentBoard() {}

    /// Argument: milliseconds.
    static void main(String[] args) throws InterruptedException {
        new ConcurrentBoard().run(Integer.parseInt(args[0]));
    }

    @Override
    void put(String outer, String inner, long value) {
        board.computeIfAbsent(outer, _ -> new ConcurrentHashMap<>()).put(inner, value);
    }

    @Override
    Long get(String outer, String inner) {
        ConcurrentHashMap<String, Long> found = board.get(outer);
        return found == null ? null : found.get(inner);
    }
}
