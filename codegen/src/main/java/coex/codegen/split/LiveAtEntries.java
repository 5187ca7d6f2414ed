package coex.codegen.split;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Register;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// The registers that a part reads before it has written them, when it is entered at one of its
/// entries. Should the part have written them before, then in another call of its method. What a
/// handler reads is needed all through the blocks it covers, which are in the same part.
final class LiveAtEntries {

    private final List<BasicBlock> part;
    private final Map<BasicBlock, Set<Register>> liveAtStart = new HashMap<>();

    private LiveAtEntries(List<BasicBlock> part) {
        this.part = part;
        part.forEach(block -> liveAtStart.put(block, new HashSet<>()));
    }

    static Set<Register> of(List<BasicBlock> part, Predicate<BasicBlock> isEntry) {
        var analysis = new LiveAtEntries(part);
        analysis.solve();
        var result = new HashSet<Register>();
        part.stream().filter(isEntry).forEach(block -> result.addAll(analysis.liveAt(block)));
        return result;
    }

    private Set<Register> liveAt(BasicBlock block) {
        return liveAtStart.get(block);
    }

    private void solve() {
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (BasicBlock block : part.reversed()) {
                isChanged |= liveAt(block).addAll(liveBefore(block));
            }
        }
    }

    private Set<Register> liveBefore(BasicBlock block) {
        Set<Register> caught =
                block.handler().map(handler -> liveAtStart.get(handler)).orElse(Set.of());
        var live = new HashSet<>(caught);
        for (BasicBlock next : block.terminator().successors()) {
            live.addAll(liveAtStart.getOrDefault(next, Set.of()));
        }
        live.addAll(block.terminator().sources());
        for (BasicBlock.Step step : block.steps().reversed()) {
            step.instruction()
                    .target()
                    .filter(target -> !caught.contains(target))
                    .ifPresent(live::remove);
            live.addAll(step.instruction().sources());
        }
        return live;
    }
}
