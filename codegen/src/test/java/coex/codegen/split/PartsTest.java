package coex.codegen.split;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.ir.Terminator;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

class PartsTest {

    private static final int HUGE_METHOD = 8000;

    private final Register sum = new Register(0, Kind.INT64, "sum");
    private final Register temporary = new Register(1, Kind.INT64, "");
    private final Register flag = new Register(2, Kind.BOOL, "flag");
    private final List<BasicBlock> blocks = new ArrayList<>();

    private BasicBlock block(int additions) {
        var block = new BasicBlock(blocks.size());
        for (int i = 0; i < additions; i++) {
            block.add(new Instruction.Load(temporary, new Constant.Int64(i)), i);
            block.add(
                    new Instruction.Binary(Instruction.BinaryCode.ADD_INT64, sum, sum, temporary),
                    i);
        }
        blocks.add(block);
        return block;
    }

    private Routine routine() {
        return new Routine(
                new RoutineName("Main", "f"),
                "f",
                List.of(sum, flag),
                Optional.of(Kind.INT64),
                3,
                blocks,
                "f.coex",
                1,
                true,
                List.of());
    }

    private void leave(BasicBlock block) {
        block.end(new Terminator.Return(Optional.of(sum)), 1);
    }

    @Test
    void aSmallRoutineIsLeftAsItIs() {
        leave(block(10));
        assertThat(Parts.areNeededFor(routine())).isFalse();
    }

    @Test
    void oneLongBlockIsCutIntoPartsThatTheJitCompiles() {
        leave(block(5000));
        assertThat(Parts.areNeededFor(routine())).isTrue();
        Parts parts = Parts.of(routine());
        assertThat(parts.parts()).hasSizeGreaterThan(10);
        assertThat(parts.parts())
                .allSatisfy(
                        part ->
                                assertThat(part.stream().mapToInt(CodeSize::of).sum())
                                        .isLessThan(HUGE_METHOD));
    }

    @Test
    void nothingIsLostAndTheOrderStays() {
        BasicBlock first = block(700);
        BasicBlock second = block(900);
        first.end(new Terminator.Jump(second), 1);
        leave(second);
        Parts parts = Parts.of(routine());
        List<Instruction> before =
                blocks.stream()
                        .flatMap(block -> block.steps().stream())
                        .map(BasicBlock.Step::instruction)
                        .toList();
        List<Instruction> after =
                parts.parts().stream()
                        .flatMap(List::stream)
                        .flatMap(block -> block.steps().stream())
                        .map(BasicBlock.Step::instruction)
                        .toList();
        assertThat(after).isEqualTo(before);
    }

    @Test
    void theFirstBlockIsEntryZeroAndEveryWayIntoAPartIsAnEntry() {
        leave(block(2000));
        Parts parts = Parts.of(routine());
        assertThat(parts.entry(parts.routine().blocks().getFirst())).contains(0);
        var entered = new HashSet<Integer>(parts.partsOfEntries());
        assertThat(entered).hasSize(parts.parts().size());
    }

    @Test
    void aLoopThatFitsIsNotCut() {
        BasicBlock before = block(150);
        BasicBlock loop = block(60);
        BasicBlock again = block(60);
        BasicBlock after = block(200);
        before.end(new Terminator.Jump(loop), 1);
        loop.end(new Terminator.BranchIf(flag, again, after), 1);
        again.end(new Terminator.Jump(loop), 1);
        leave(after);
        Parts parts = Parts.of(routine());
        assertThat(parts.parts()).hasSizeGreaterThan(1);
        for (BasicBlock block : parts.routine().blocks()) {
            for (BasicBlock next : block.terminator().successors()) {
                boolean isBack = next.number() <= block.number();
                if (isBack) {
                    assertThat(parts.areTogether(block, next)).isTrue();
                }
            }
        }
    }

    @Test
    void registersOfSeveralPartsAreSharedAndThoseOfOneAreNot() {
        BasicBlock first = block(900);
        leave(first);
        Register own = new Register(3, Kind.INT64, "own");
        first.steps().addFirst(new BasicBlock.Step(new Instruction.Copy(own, own), 1));
        first.steps()
                .addFirst(new BasicBlock.Step(new Instruction.Load(own, new Constant.Int64(1)), 1));
        Parts parts = Parts.of(routine());
        assertThat(parts.shared()).containsKey(sum).doesNotContainKey(own);
    }

    /// The second round of the loop enters the part anew and needs what the first has left.
    @Test
    void aRegisterThatAPartFindsAsItLeftItIsShared() {
        Register kept = new Register(3, Kind.INT64, "kept");
        BasicBlock before = block(1);
        BasicBlock head = block(1);
        BasicBlock body = block(1);
        BasicBlock far = block(2000);
        BasicBlock after = block(1);
        before.add(new Instruction.Load(kept, new Constant.Int64(1)), 1);
        before.end(new Terminator.Jump(head), 1);
        head.end(new Terminator.BranchIf(flag, body, after), 1);
        body.add(new Instruction.Copy(kept, kept), 1);
        body.end(new Terminator.Jump(far), 1);
        far.end(new Terminator.Jump(head), 1);
        leave(after);
        assertThat(Parts.of(routine()).shared()).containsKey(kept);
    }

    /// A block of that size between two others, covered by a handler after it.
    private BasicBlock guarded(int additions) {
        BasicBlock before = block(300);
        BasicBlock body = block(additions);
        BasicBlock handler = block(1);
        BasicBlock after = block(300);
        body.setHandler(Optional.of(handler));
        before.end(new Terminator.Jump(body), 1);
        body.end(new Terminator.Jump(after), 1);
        handler.end(new Terminator.Jump(after), 1);
        leave(after);
        return handler;
    }

    private static void assertHandlersAreWithWhatTheyCover(Parts parts) {
        List<BasicBlock> covered =
                parts.routine().blocks().stream()
                        .filter(block -> block.handler().isPresent())
                        .toList();
        assertThat(covered).isNotEmpty();
        assertThat(covered)
                .allSatisfy(
                        block ->
                                assertThat(parts.areTogether(block, block.handler().orElseThrow()))
                                        .isTrue());
    }

    @Test
    void aHandlerIsInOnePartWithWhatItCovers() {
        guarded(100);
        Parts parts = Parts.of(routine());
        assertThat(parts.parts()).hasSizeGreaterThan(1);
        assertHandlersAreWithWhatTheyCover(parts);
        assertThat(parts.largest()).isLessThan(HUGE_METHOD);
    }

    @Test
    void aHandlerIsInOnePartWithWhatItCoversHoweverLargeThatIs() {
        guarded(1000);
        Parts parts = Parts.of(routine());
        assertThat(parts.parts()).hasSizeGreaterThan(1);
        assertHandlersAreWithWhatTheyCover(parts);
        assertThat(parts.largest()).isGreaterThan(HUGE_METHOD);
        long pieces =
                parts.routine().blocks().stream()
                        .filter(block -> block.handler().isPresent())
                        .count();
        assertThat(pieces).as("a long block in pieces, all covered").isGreaterThan(1);
    }

    /// The part is entered anew before the covered block, which writes the register only after it
    /// may have been left for the handler.
    @Test
    void aRegisterThatAHandlerFindsAsThePartLeftItIsShared() {
        Register kept = new Register(3, Kind.INT64, "kept");
        BasicBlock before = block(1);
        BasicBlock head = block(1);
        BasicBlock body = block(1);
        BasicBlock handler = block(1);
        BasicBlock far = block(2000);
        BasicBlock after = block(1);
        before.add(new Instruction.Load(kept, new Constant.Int64(1)), 1);
        before.end(new Terminator.Jump(head), 1);
        head.end(new Terminator.BranchIf(flag, body, after), 1);
        body.add(new Instruction.Load(kept, new Constant.Int64(2)), 1);
        body.setHandler(Optional.of(handler));
        body.end(new Terminator.Jump(far), 1);
        handler.add(new Instruction.Copy(sum, kept), 1);
        handler.end(new Terminator.Jump(far), 1);
        far.end(new Terminator.Jump(head), 1);
        leave(after);
        assertThat(Parts.of(routine()).shared()).containsKey(kept);
    }
}
