package coex.runtime.task;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Whose turn it is at each fair `select` of a program. Any thread may ask. Tasks that are at one
/// `select` at the same moment may get the same turn, and the last one to choose says which is
/// next: each goes round, not all together.
public final class RoundRobin {

    private final Map<Integer, Integer> turns = new ConcurrentHashMap<>();

    /// @param count of the cases
    public int next(int site, int count) {
        return turns.getOrDefault(site, 0) % count;
    }

    public void set(int site, int turn) {
        turns.put(site, turn);
    }
}
