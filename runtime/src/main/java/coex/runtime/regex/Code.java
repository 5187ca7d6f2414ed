package coex.runtime.regex;

import coex.runtime.regex.PatternException.Cause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The instructions a pattern becomes, while they are written. Jumps are relative, so a stretch of
/// code can be moved and copied.
final class Code {

    /// More is refused: a match looks at each of them for each character.
    static final int MOST_INSTRUCTIONS = 1 << 17;

    /// Of those ever written, however many were taken away again. A repetition with numbers leaves
    /// at least twice what it takes, so without `{0}` no pattern comes here that is not too large
    /// anyway.
    static final int MOST_WRITTEN = 2 * MOST_INSTRUCTIONS;

    /// So many instructions are written or moved before each pause, at least.
    static final int PAUSE_AFTER = 1024;

    // Instructions, with their operands

    /// The character, folded if case is ignored.
    static final int CHARACTER = 0;

    static final int ANY = 1;

    /// Any but a newline.
    static final int ANY_IN_LINE = 2;

    /// The number of the set.
    static final int SET = 3;

    /// An assertion's number.
    static final int ASSERT = 4;

    /// Two distances: goes on at both.
    static final int SPLIT = 5;

    /// A distance.
    static final int JUMP = 6;

    /// A register, which becomes the position.
    static final int MARK = 7;

    /// A register and a distance: jumps if the position is still that of the register.
    static final int JUMP_IF_STILL = 8;

    /// A group's number.
    static final int BACK_REFERENCE = 9;

    static final int MATCH = 10;

    private final Runnable pause;

    int[] operations = new int[16];
    int[] first = new int[16];
    int[] second = new int[16];
    private int size;
    private int written;
    private int work;

    final List<CharacterSet> sets = new ArrayList<>();

    /// @param pause called again and again while it takes time; what it throws ends the writing
    Code(Runnable pause) {
        this.pause = pause;
    }

    int size() {
        return size;
    }

    void add(int operation, int one, int two) throws PatternException {
        insert(size, operation, one, two);
    }

    /// Puts an instruction before what begins at `at`. No jump from before may lead behind that.
    void insert(int at, int operation, int one, int two) throws PatternException {
        makeRoom(1);
        move(at, at + 1, size - at);
        wrote(1, size - at);
        operations[at] = operation;
        first[at] = one;
        second[at] = two;
        size++;
    }

    /// Has the jump at `at` lead to where code is written next.
    void leadHere(int at) {
        if (operations[at] == JUMP) {
            first[at] = size - at;
        } else {
            second[at] = size - at;
        }
    }

    /// The instructions from `from` on, taken away.
    Stretch take(int from) {
        var taken =
                new Stretch(
                        Arrays.copyOfRange(operations, from, size),
                        Arrays.copyOfRange(first, from, size),
                        Arrays.copyOfRange(second, from, size));
        size = from;
        return taken;
    }

    record Stretch(int[] operations, int[] first, int[] second) {
        int size() {
            return operations.length;
        }
    }

    void add(Stretch stretch) throws PatternException {
        makeRoom(stretch.size());
        System.arraycopy(stretch.operations, 0, operations, size, stretch.size());
        System.arraycopy(stretch.first, 0, first, size, stretch.size());
        System.arraycopy(stretch.second, 0, second, size, stretch.size());
        size += stretch.size();
        wrote(stretch.size(), 0);
    }

    private void wrote(int count, int moved) throws PatternException {
        written += count;
        if (written > MOST_WRITTEN) {
            throw new PatternException(Cause.TOO_LARGE);
        }
        work += count + moved;
        if (work >= PAUSE_AFTER) {
            work = 0;
            pause.run();
        }
    }

    /// @throws PatternException if there would be too many
    void makeRoom(long count) throws PatternException {
        if (size + count > MOST_INSTRUCTIONS) {
            throw new PatternException(Cause.TOO_LARGE);
        }
        if (size + count > operations.length) {
            int larger = (int) Math.max(size + count, 2L * size);
            operations = Arrays.copyOf(operations, larger);
            first = Arrays.copyOf(first, larger);
            second = Arrays.copyOf(second, larger);
        }
    }

    private void move(int from, int to, int count) {
        System.arraycopy(operations, from, operations, to, count);
        System.arraycopy(first, from, first, to, count);
        System.arraycopy(second, from, second, to, count);
    }

    void trim() {
        operations = Arrays.copyOf(operations, size);
        first = Arrays.copyOf(first, size);
        second = Arrays.copyOf(second, size);
    }
}
