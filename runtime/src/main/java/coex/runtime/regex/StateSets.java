package coex.runtime.regex;

/// One match: goes through a text once, with the set of all instructions that the characters so far
/// can lead to. Each instruction is looked at once for each character at most.
final class StateSets {

    /// So many instructions are looked at between two pauses.
    private static final int PAUSE_AFTER = 1024;

    private final Pattern pattern;
    private final Text text;
    private final int flags;
    private final Runnable pause;

    /// Instructions to go on with at this character, and those for the next one.
    private int[] states;

    private int[] nextStates;
    private int count;
    private int nextCount;

    /// Instructions still to be looked at.
    private final int[] stack;

    /// Of an instruction, the last step in which it was met; of a state, in which it was added to
    /// the next.
    private final int[] met;

    private final int[] added;
    private int step;
    private int work;

    StateSets(Pattern pattern, Text text, int flags, Runnable pause) {
        int size = pattern.operations.length;
        this.pattern = pattern;
        this.text = text;
        this.flags = flags;
        this.pause = pause;
        this.states = new int[size + 1];
        this.nextStates = new int[size + 1];
        this.stack = new int[size + 1];
        this.met = new int[size];
        this.added = new int[size];
    }

    boolean isFound() {
        int before = Assertion.NOTHING;
        for (int at = 0; ; at += text.count(at)) {
            step++;
            int after = text.after(at);
            if (at == 0 || !pattern.isAnchored()) {
                states[count++] = 0; // a match may begin here
            }
            if (count == 0) {
                return false;
            }
            int folded = pattern.folded(after);
            for (int i = 0; i < count; i++) {
                if (leadsToEnd(states[i], before, after, folded)) {
                    return true;
                }
            }
            if (after == Assertion.NOTHING) {
                return false;
            }
            int[] empty = states;
            states = nextStates;
            nextStates = empty;
            count = nextCount;
            nextCount = 0;
            before = after;
        }
    }

    /// Follows all ways from an instruction that consume nothing. Those that take the character go
    /// on behind it.
    private boolean leadsToEnd(int start, int before, int after, int folded) {
        int top = push(start, 0);
        while (top > 0) {
            int at = stack[--top];
            if (++work % PAUSE_AFTER == 0) {
                pause.run();
            }
            switch (pattern.operations[at]) {
                case Code.MATCH -> {
                    return true;
                }
                case Code.SPLIT -> {
                    top = push(at + pattern.first[at], top);
                    top = push(at + pattern.second[at], top);
                }
                case Code.JUMP -> top = push(at + pattern.first[at], top);
                case Code.ASSERT -> {
                    if (Assertion.of(pattern.first[at])
                            .holds(before, after, flags, pattern.hasLines)) {
                        top = push(at + 1, top);
                    }
                }
                default -> {
                    if (after != Assertion.NOTHING && pattern.takes(at, after, folded)) {
                        goOnAt(at + 1);
                    }
                }
            }
        }
        return false;
    }

    private int push(int instruction, int top) {
        if (met[instruction] == step) {
            return top;
        }
        met[instruction] = step;
        stack[top] = instruction;
        return top + 1;
    }

    private void goOnAt(int instruction) {
        if (added[instruction] != step) {
            added[instruction] = step;
            nextStates[nextCount++] = instruction;
        }
    }
}
