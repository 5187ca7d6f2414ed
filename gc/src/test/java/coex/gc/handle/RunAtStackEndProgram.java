package coex.gc.handle;

import java.util.BitSet;

/// A thread takes handles from a run until its stack ends, at another step each time, and then the
/// rest of them: no handle is given out twice.
///
/// Prints `all is well`, or what is not.
public final class RunAtStackEndProgram {

    private static final int ROUNDS = 400;
    private static final int WORDS = 64;
    private static final long STACK_BYTES = 180 << 10;

    /// Short spans, so that there are many steps from one to the next.
    private static final long PATTERN = 0x36DB_6DB6_DB6D_B6DBL;

    private final BitSet given = new BitSet(WORDS * 64);
    private final long[] taken = new long[WORDS * 64];
    private int count;
    private int overflows;
    private String wrong;

    private RunAtStackEndProgram() {}

    public static void main(String[] args) throws InterruptedException {
        var program = new RunAtStackEndProgram();
        Thread deep = new Thread(null, program::overflowOften, "deep", STACK_BYTES);
        deep.start();
        deep.join();
        System.out.println(program.wrong == null ? "all is well" : program.wrong);
    }

    private void overflowOften() {
        for (int round = 0; round < ROUNDS && wrong == null; round++) {
            HandleRun run = new HandleRun();
            run.startRefill(WORDS * 64, WORDS);
            for (int word = 0; word < WORDS; word++) {
                run.add(word, PATTERN);
            }
            count = 0;
            try {
                shift(run, round % 60);
            } catch (StackOverflowError e) {
                overflows++;
            }
            while (run.hasNext()) {
                taken[count++] = run.next();
            }
            requireDistinct(round);
        }
        if (wrong == null && overflows != ROUNDS) {
            wrong = "overflows: " + overflows;
        }
    }

    /// So that the stack ends elsewhere in each round.
    private void shift(HandleRun run, int levels) {
        if (levels == 0) {
            descend(run, 0, 0, 0);
        } else {
            shift(run, levels - 1);
        }
    }

    private long descend(HandleRun run, long a, long b, long c) {
        if (run.hasNext()) {
            long handle = run.next();
            taken[count++] = handle;
        }
        return descend(run, a + 1, b + a, c + b) + 1;
    }

    private void requireDistinct(int round) {
        given.clear();
        for (int i = 0; i < count; i++) {
            int handle = (int) taken[i];
            if (given.get(handle)) {
                wrong = "given out twice: handle=" + handle + " round=" + round;
                return;
            }
            given.set(handle);
        }
    }
}
