package coex.runtime.task;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Whose turn it is at each fair `select` of a program. Any thread may ask.
public final class Turns {

    private final Map<Integer, Integer> turns = new ConcurrentHashMap<>();

    /// @param count of the cases
    public int next(int site, int count) {
        return turns.getOrDefault(site, 0) % count;
    }

    public void set(int site, int turn) {
        turns.put(site, turn);
    }
}
