package coex.codegen.lower;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;

import java.util.List;

/// Whether a loop's body is done so soon that many rounds may pass between two polls: some
/// instructions, none a safepoint, none that takes longer the larger a value is.
final class ShortBody {

    private static final int MOST_INSTRUCTIONS = 40;

    private ShortBody() {}

    static boolean isOf(List<BasicBlock> body) {
        return body.stream().mapToInt(block -> block.steps().size()).sum() <= MOST_INSTRUCTIONS
                && body.stream()
                        .flatMap(block -> block.steps().stream())
                        .allMatch(step -> isBrief(step.instruction()));
    }

    private static boolean isBrief(Instruction instruction) {
        return !instruction.isSafepoint()
                && (!(instruction instanceof Instruction.CallRuntime call)
                        || call.method().isBrief());
    }
}
