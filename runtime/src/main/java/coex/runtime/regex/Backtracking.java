package coex.runtime.regex;

import coex.runtime.error.CoexError;

import java.util.Arrays;

/// One match of a pattern with back references: tries one way after the other. No way is known to
/// do that in bounded time, so it ends with an error after so many steps, or when so many decisions
/// are open.
final class Backtracking {

    static final int MOST_STEPS = 100_000_000;

    /// Two for each open decision.
    private static final int MOST_ENTRIES = 1 << 23;

    private static final int PAUSE_AFTER = 1024;
    private static final int UNSET = -1;

    private final Pattern pattern;
    private final Text text;
    private final int flags;
    private final Runnable pause;

    /// Where groups begin and end, and the last rounds of loops began.
    private final int[] registers;

    /// What to try next: an instruction and a position. Or, with the number of a register negated,
    /// minus one, what it was before.
    private int[] stack = new int[64];

    private int top;
    private int steps;

    Backtracking(Pattern pattern, Text text, int flags, Runnable pause) {
        this.pattern = pattern;
        this.text = text;
        this.flags = flags;
        this.pause = pause;
        this.registers = new int[pattern.registers];
    }

    boolean isFound() {
        for (int start = 0; ; start += text.count(start)) {
            Arrays.fill(registers, UNSET);
            if (isFoundAt(start)) {
                return true;
            }
            if (start == text.length() || pattern.isAnchored()) {
                return false;
            }
        }
    }

    private boolean isFoundAt(int start) {
        top = 0;
        push(0, start);
        while (top > 0) {
            int position = stack[--top];
            int instruction = stack[--top];
            if (instruction < 0) {
                registers[-instruction - 1] = position;
            } else if (leadsToEnd(instruction, position)) {
                return true;
            }
        }
        return false;
    }

    /// Follows one way until it ends.
    private boolean leadsToEnd(int instruction, int position) {
        int at = instruction;
        int here = position;
        while (true) {
            countStep();
            int one = pattern.first[at];
            switch (pattern.operations[at]) {
                case Code.MATCH -> {
                    return true;
                }
                case Code.SPLIT -> {
                    push(at + pattern.second[at], here);
                    at += one;
                }
                case Code.JUMP -> at += one;
                case Code.JUMP_IF_STILL -> at += registers[one] == here ? pattern.second[at] : 1;
                case Code.MARK -> {
                    push(-one - 1, registers[one]);
                    registers[one] = here;
                    at++;
                }
                case Code.ASSERT -> {
                    if (!Assertion.of(one)
                            .holds(text.before(here), text.after(here), flags, pattern.hasLines)) {
                        return false;
                    }
                    at++;
                }
                case Code.BACK_REFERENCE -> {
                    here = afterCopy(one, here);
                    if (here < 0) {
                        return false;
                    }
                    at++;
                }
                default -> {
                    int after = text.after(here);
                    if (after == Assertion.NOTHING
                            || !pattern.takes(at, after, pattern.folded(after))) {
                        return false;
                    }
                    here += text.count(here);
                    at++;
                }
            }
        }
    }

    /// The position after what a group has matched, if that comes again here; -1 if not.
    private int afterCopy(int group, int position) {
        int from = registers[2 * group];
        int to = registers[2 * group + 1];
        if (from == UNSET || to == UNSET) {
            return -1;
        }
        int here = position;
        for (int at = from; at < to; at += text.count(at)) {
            countStep();
            int after = text.after(here);
            if (after == Assertion.NOTHING
                    || pattern.folded(after) != pattern.folded(text.after(at))) {
                return -1;
            }
            here += text.count(here);
        }
        return here;
    }

    private void countStep() {
        steps++;
        if (steps > MOST_STEPS) {
            throw new CoexError(
                    "regex with back references takes too long: steps=%d text=%d"
                            .formatted(MOST_STEPS, text.length()));
        }
        if (steps % PAUSE_AFTER == 0) {
            pause.run();
        }
    }

    private void push(int instruction, int value) {
        if (top == stack.length) {
            if (top == MOST_ENTRIES) {
                throw new CoexError(
                        "regex with back references needs too much memory: decisions=%d text=%d"
                                .formatted(MOST_ENTRIES / 2, text.length()));
            }
            stack = Arrays.copyOf(stack, 2 * top);
        }
        stack[top++] = instruction;
        stack[top++] = value;
    }
}
