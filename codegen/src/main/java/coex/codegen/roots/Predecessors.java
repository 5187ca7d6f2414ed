package coex.codegen.roots;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Routine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// From which blocks each block of a routine is reached; a handler is from all it covers.
final class Predecessors {

    private Predecessors() {}

    static Map<BasicBlock, List<BasicBlock>> of(Routine routine) {
        Map<BasicBlock, List<BasicBlock>> result = new HashMap<>();
        for (BasicBlock block : routine.blocks()) {
            for (BasicBlock next : block.next()) {
                result.computeIfAbsent(next, _ -> new ArrayList<>()).add(block);
            }
        }
        return result;
    }
}
