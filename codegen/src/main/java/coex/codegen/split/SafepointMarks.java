package coex.codegen.split;

import coex.codegen.ir.Instruction;

/// Whether generated code says, before each instruction, what it takes that instruction for: a
/// safepoint, or none. The mutator then finds out whether that is so. Only in tests:
/// `-Dcoex.check.safepoints=true`, which the mutator looks for too.
public final class SafepointMarks {

    /// Read once, like the mutator's.
    public static final boolean WRITTEN = Boolean.getBoolean("coex.check.safepoints");

    private static final int OF_SAFEPOINT = 4;
    private static final int OF_QUIET_CALL = 20;

    private SafepointMarks() {}

    /// What they add to an instruction in bytes of bytecode.
    static int bytes(Instruction instruction) {
        if (!WRITTEN) {
            return 0;
        }
        boolean isBracketed =
                instruction instanceof Instruction.CallRuntime call && !call.method().isSafepoint();
        return (isBracketed ? OF_QUIET_CALL : 0) + (instruction.isSafepoint() ? OF_SAFEPOINT : 0);
    }
}
