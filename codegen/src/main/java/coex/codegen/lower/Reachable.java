package coex.codegen.lower;

import coex.codegen.ir.BasicBlock;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The blocks of a routine that can be run. What follows a `return` is right and never run.
final class Reachable {

    private Reachable() {}

    /// Those among `blocks` that are reached from the first, in the same order.
    static List<BasicBlock> of(List<BasicBlock> blocks) {
        Set<BasicBlock> reached = new HashSet<>();
        var pending = new ArrayDeque<BasicBlock>();
        reached.add(blocks.getFirst());
        pending.add(blocks.getFirst());
        while (!pending.isEmpty()) {
            for (BasicBlock next : pending.poll().next()) {
                if (reached.add(next)) {
                    pending.add(next);
                }
            }
        }
        return blocks.stream().filter(reached::contains).toList();
    }
}
