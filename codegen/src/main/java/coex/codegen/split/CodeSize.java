package coex.codegen.split;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Routine;

import java.util.List;

/// About how many bytes of bytecode things become, rather too many than too few.
public final class CodeSize {

    private static final int END_OF_BLOCK = 14;

    private CodeSize() {}

    public static int of(Routine routine) {
        return of(routine.blocks());
    }

    static int of(List<BasicBlock> blocks) {
        return blocks.stream().mapToInt(CodeSize::of).sum();
    }

    static int of(BasicBlock block) {
        return END_OF_BLOCK + block.steps().stream().mapToInt(step -> of(step.instruction())).sum();
    }

    /// Each register that is read or written takes some bytes, and a handle that is written is
    /// rooted.
    static int of(Instruction instruction) {
        int own =
                switch (instruction) {
                    case Instruction.Load _ -> 3;
                    case Instruction.Copy _, Instruction.Unary _, Instruction.Binary _ -> 3;
                    case Instruction.Poll _ -> 8;
                    case Instruction.Catch _ -> 10;
                    case Instruction.RefuseNil _ -> 14;
                    case Instruction.Keep _ -> 0;
                    case Instruction.LoadField _, Instruction.HasLayout _ -> 14;
                    case Instruction.Call _, Instruction.CallValue _ -> 6;
                    case Instruction.CallForeign _ -> 10;
                    case Instruction.CallRuntime call ->
                            (call.method().givesUp() ? 2 : 1) * (8 + 4 * call.arguments().size());
                    case Instruction.New made -> 45 + 22 * made.sources().size();
                };
        return own
                + SafepointMarks.bytes(instruction)
                + 4 * instruction.sources().size()
                + instruction.target().map(_ -> 14).orElse(0);
    }
}
