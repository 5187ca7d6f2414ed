package coex.codegen.split;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a part needs when it is entered.
class LiveAtEntriesTest {

    private final Register a = new Register(0, Kind.INT64, "a");
    private final Register b = new Register(1, Kind.INT64, "b");
    private final Register flag = new Register(2, Kind.BOOL, "flag");
    private final BasicBlock first = new BasicBlock(0);
    private final BasicBlock second = new BasicBlock(1);
    private final BasicBlock third = new BasicBlock(2);
    private final BasicBlock elsewhere = new BasicBlock(3);

    private static Instruction write(Register register) {
        return new Instruction.Load(register, new Constant.Int64(1));
    }

    private static void fill(BasicBlock block, Instruction... instructions) {
        for (Instruction instruction : instructions) {
            block.add(instruction, 1);
        }
    }

    private static void leave(BasicBlock block) {
        block.end(new Terminator.Return(Optional.empty()), 1);
    }

    private Set<Register> live(BasicBlock... entries) {
        return LiveAtEntries.of(List.of(first, second, third), List.of(entries)::contains);
    }

    @Test
    void whatIsWrittenBeforeItIsReadIsNotNeeded() {
        fill(first, write(a), new Instruction.Copy(b, a));
        first.end(new Terminator.Jump(second), 1);
        second.end(new Terminator.BranchIf(flag, third, third), 1);
        leave(third);
        assertThat(live(first)).containsExactly(flag);
    }

    @Test
    void onlyTheEntriesCount() {
        first.end(new Terminator.Jump(second), 1);
        fill(second, write(a));
        second.end(new Terminator.Jump(third), 1);
        fill(third, new Instruction.Copy(b, a));
        leave(third);
        assertThat(live(first)).isEmpty();
        assertThat(live(first, third)).containsExactly(a);
    }

    @Test
    void whatABranchComparesIsNeeded() {
        first.end(new Terminator.Branch(Terminator.Comparison.LESS, a, b, second, third), 1);
        leave(second);
        leave(third);
        assertThat(live(first)).containsExactlyInAnyOrder(a, b);
    }

    @Test
    void whatIsReadOnAnyWayIsNeeded() {
        first.end(new Terminator.BranchIf(flag, second, third), 1);
        fill(second, write(a));
        second.end(new Terminator.Jump(third), 1);
        fill(third, new Instruction.Copy(b, a));
        leave(third);
        assertThat(live(first)).containsExactlyInAnyOrder(a, flag);
    }

    @Test
    void aLoopNeedsWhatItsNextRoundReads() {
        fill(first, new Instruction.Copy(b, b));
        first.end(new Terminator.Jump(second), 1);
        fill(second, new Instruction.Copy(flag, flag));
        second.end(new Terminator.BranchIf(flag, first, third), 1);
        leave(third);
        assertThat(live(second)).containsExactlyInAnyOrder(b, flag);
    }

    @Test
    void whatAnotherPartReadsIsNoMatterOfThisOne() {
        first.end(new Terminator.Jump(elsewhere), 1);
        leave(second);
        leave(third);
        fill(elsewhere, new Instruction.Copy(b, a));
        leave(elsewhere);
        assertThat(live(first)).isEmpty();
    }

    /// Something may be thrown before `a` is written.
    @Test
    void whatAHandlerReadsIsNeededAlthoughTheBlockWritesIt() {
        first.end(new Terminator.Jump(second), 1);
        second.setHandler(Optional.of(third));
        fill(second, write(a));
        leave(second);
        fill(third, new Instruction.Copy(b, a));
        leave(third);
        assertThat(live(first)).containsExactly(a);
    }
}
