package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Register;
import coex.codegen.ir.RuntimeMethod;

import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Lets `xs = xs.append(x)` lengthen the list object that `xs` has, instead of making another,
/// where nothing else can have that object. To the program both are the same; a loop that grows a
/// list makes an object for each chunk, not for each element.
///
/// `append` gives an object that only its register has: the register *owns* it. The empty list is
/// no object, so it is owned too. A register no longer owns its list after the list was given to
/// anything but the methods that only look at it: copied to another register, stored, passed,
/// returned, captured. A temporary register whose last use is to be copied, as that of a literal,
/// hands on what it owns. At a place that is reached from several, a register owns its list if it
/// does on every way there; at the start and in a handler, where anything may have come before,
/// none does.
///
/// That is a forward analysis over the few registers that such statements have.
final class OwnLists {

    private static final RuntimeMethod APPEND = RuntimeMethods.safepoint("ListCalls", "append");
    private static final RuntimeMethod APPEND_TO_OWN =
            RuntimeMethods.safepoint("ListCalls", "appendToOwn");

    private final List<BasicBlock> blocks;

    /// The registers of statements of the form, by number.
    private final BitSet candidates = new BitSet();

    /// The copies that are the last use of what they copy.
    private final Set<BasicBlock.Step> lastUses =
            Collections.newSetFromMap(new IdentityHashMap<>());

    /// What owns its list at the start of each block. Too much at first, but for where none does.
    private final Map<BasicBlock, BitSet> atStart = new HashMap<>();

    private OwnLists(List<BasicBlock> blocks) {
        this.blocks = blocks;
        for (BasicBlock block : blocks) {
            block.steps().stream()
                    .map(BasicBlock.Step::instruction)
                    .flatMap(instruction -> appendedToItself(instruction).stream())
                    .forEach(register -> candidates.set(register.number()));
        }
    }

    static void in(List<BasicBlock> blocks) {
        var lists = new OwnLists(blocks);
        if (!lists.candidates.isEmpty()) {
            lists.findLastUses();
            lists.solve();
            blocks.forEach(lists::rewrite);
        }
    }

    /// The register of a statement `xs = xs.append(x)`.
    private static Optional<Register> appendedToItself(Instruction instruction) {
        return instruction instanceof Instruction.CallRuntime call && isAppend(call)
                ? call.target().filter(target -> looksAt(call, target))
                : Optional.empty();
    }

    private static boolean isAppend(Instruction.CallRuntime call) {
        return call.method().equals(APPEND);
    }

    /// A candidate that is only used in one block, which writes it first, has its last use there.
    private void findLastUses() {
        Map<Integer, BasicBlock.Step> last = new HashMap<>();
        Map<Integer, BasicBlock> only = new HashMap<>();
        var elsewhere = new BitSet();
        for (BasicBlock block : blocks) {
            for (BasicBlock.Step step : block.steps()) {
                for (Register register : step.instruction().sources()) {
                    if (only.get(register.number()) != block) {
                        elsewhere.set(register.number());
                    }
                    last.put(register.number(), step);
                }
                step.instruction()
                        .target()
                        .filter(target -> only.putIfAbsent(target.number(), block) != null)
                        .filter(target -> only.get(target.number()) != block)
                        .ifPresent(target -> elsewhere.set(target.number()));
            }
            block.terminator().sources().forEach(register -> elsewhere.set(register.number()));
        }
        last.forEach(
                (register, step) -> {
                    if (!elsewhere.get(register)
                            && step.instruction() instanceof Instruction.Copy) {
                        lastUses.add(step);
                    }
                });
    }

    private void solve() {
        blocks.forEach(block -> atStart.put(block, (BitSet) candidates.clone()));
        atStart.get(blocks.getFirst()).clear();
        blocks.forEach(block -> block.handler().ifPresent(handler -> atStart.get(handler).clear()));
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (BasicBlock block : blocks) {
                var owned = (BitSet) atStart.get(block).clone();
                block.steps().forEach(step -> pass(step, owned));
                for (BasicBlock next : block.terminator().successors()) {
                    BitSet before = atStart.get(next);
                    int count = before.cardinality();
                    before.and(owned);
                    isChanged |= before.cardinality() != count;
                }
            }
        }
    }

    /// Changes what owns its list before an instruction to what does after it.
    private void pass(BasicBlock.Step step, BitSet owned) {
        Instruction instruction = step.instruction();
        boolean gives = givesOwned(step, owned);
        for (Register register : instruction.sources()) {
            if (owned.get(register.number()) && !looksAt(instruction, register)) {
                owned.clear(register.number());
            }
        }
        instruction
                .target()
                .filter(target -> candidates.get(target.number()))
                .ifPresent(target -> owned.set(target.number(), gives));
    }

    private boolean givesOwned(BasicBlock.Step step, BitSet owned) {
        return switch (step.instruction()) {
            case Instruction.CallRuntime call -> isAppend(call);
            case Instruction.Load load -> load.constant() instanceof Constant.Empty;
            case Instruction.Copy copy ->
                    owned.get(copy.source().number()) && lastUses.contains(step);
            default -> false;
        };
    }

    /// Whether an instruction that reads a register with a list does no more than look at the list.
    private static boolean looksAt(Instruction instruction, Register list) {
        return instruction instanceof Instruction.RefuseNil
                || instruction instanceof Instruction.CallRuntime call && looksAt(call, list);
    }

    private static boolean looksAt(Instruction.CallRuntime call, Register list) {
        return (isAppend(call) || call.method().onlyLooks())
                && call.arguments().contains(new Argument.InRegister(list))
                && !call.arguments().contains(new Argument.AsBits(list));
    }

    private void rewrite(BasicBlock block) {
        var owned = (BitSet) atStart.get(block).clone();
        block.steps()
                .replaceAll(
                        step -> {
                            boolean isOwn =
                                    appendedToItself(step.instruction())
                                            .filter(register -> owned.get(register.number()))
                                            .isPresent();
                            pass(step, owned);
                            return isOwn ? appendingToOwn(step) : step;
                        });
    }

    private static BasicBlock.Step appendingToOwn(BasicBlock.Step step) {
        var call = (Instruction.CallRuntime) step.instruction();
        return new BasicBlock.Step(
                new Instruction.CallRuntime(call.target(), APPEND_TO_OWN, call.arguments()),
                step.line());
    }
}
