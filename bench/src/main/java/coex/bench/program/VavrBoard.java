package coex.bench.program;

import io.vavr.collection.HashMap;

/// [Board] with Vavr's maps in a volatile field.
public final class VavrBoard extends Board {

    private volatile HashMap<String, HashMap<String, Long>> board = HashMap.empty();

    private VavrBoard() {}

    /// Argument: milliseconds.
    static void main(String[] args) throws InterruptedException {
        new VavrBoard().run(Integer.parseInt(args[0]));
    }

    @Override
    void put(String outer, String inner, long value) {
        HashMap<String, HashMap<String, Long>> now = board;
        board = now.put(outer, now.getOrElse(outer, HashMap.empty()).put(inner, value));
    }

    @Override
    Long get(String outer, String inner) {
        HashMap<String, Long> found = board.getOrElse(outer, null);
        return found == null ? null : found.getOrElse(inner, null);
    }
}
