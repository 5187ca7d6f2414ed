package coex.codegen.ir;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where the variables of a routine surely have a value: a forward analysis over blocks. Where ways
/// meet, a variable has one if it has one on all of them, which is where the program can name it,
/// or less.
public final class AssignedVariables {

    private final List<Variable> variables;
    private final Map<Integer, Integer> numbers = new HashMap<>();
    private final Map<BasicBlock, BitSet> atStart = new HashMap<>();

    /// @param blocks all blocks, the first one first
    public AssignedVariables(
            List<BasicBlock> blocks, List<Register> parameters, List<Variable> variables) {
        this.variables = variables;
        for (int i = 0; i < variables.size(); i++) {
            numbers.put(variables.get(i).register().number(), i);
        }
        var given = new BitSet();
        parameters.forEach(register -> numberOf(register).ifPresent(given::set));
        atStart.put(blocks.getFirst(), given);
        if (!variables.isEmpty()) {
            solve(blocks);
        }
    }

    private Optional<Integer> numberOf(Register register) {
        return Optional.ofNullable(numbers.get(register.number()));
    }

    private void solve(List<BasicBlock> blocks) {
        boolean hasChanged = true;
        while (hasChanged) {
            hasChanged = false;
            for (BasicBlock block : blocks) {
                BitSet start = atStart.get(block);
                if (start != null) {
                    BitSet end = after(block, start);
                    for (BasicBlock next : block.terminator().successors()) {
                        hasChanged |= meet(next, end);
                    }
                    if (block.handler().isPresent()) {
                        hasChanged |= meet(block.handler().get(), start); // from any step
                    }
                }
            }
        }
    }

    private BitSet after(BasicBlock block, BitSet start) {
        BitSet end = (BitSet) start.clone();
        for (BasicBlock.Step step : block.steps()) {
            step.instruction().target().flatMap(this::numberOf).ifPresent(end::set);
        }
        return end;
    }

    private boolean meet(BasicBlock block, BitSet coming) {
        BitSet known = atStart.get(block);
        if (known == null) {
            atStart.put(block, (BitSet) coming.clone());
            return true;
        }
        int before = known.cardinality();
        known.and(coming);
        return known.cardinality() != before;
    }

    public List<Variable> atStartOf(BasicBlock block) {
        return of(atStart.getOrDefault(block, new BitSet()));
    }

    public List<Variable> atEndOf(BasicBlock block) {
        return of(after(block, atStart.getOrDefault(block, new BitSet())));
    }

    private List<Variable> of(BitSet set) {
        return set.stream().mapToObj(variables::get).toList();
    }
}
