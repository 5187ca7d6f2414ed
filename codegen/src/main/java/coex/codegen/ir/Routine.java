package coex.codegen.ir;

import java.util.List;
import java.util.Optional;

/// A function as the back end sees it: registers, and blocks of instructions. The first block is
/// where it begins.
///
/// @param displayName for stack traces
/// @param borrowsArguments whether every caller keeps the arguments alive until it returns
/// @param variables what debuggers are shown; none unless the program is compiled for one
public record Routine(
        RoutineName name,
        String displayName,
        List<Register> parameters,
        Optional<Kind> result,
        int registerCount,
        List<BasicBlock> blocks,
        String sourceName,
        int line,
        boolean borrowsArguments,
        List<Variable> variables) {

    /// Whether some of its blocks have handlers.
    public boolean hasHandlers() {
        return blocks.stream().anyMatch(block -> block.handler().isPresent());
    }

    public Routine withBlocks(List<BasicBlock> others) {
        return new Routine(
                name,
                displayName,
                parameters,
                result,
                registerCount,
                others,
                sourceName,
                line,
                borrowsArguments,
                variables);
    }
}
