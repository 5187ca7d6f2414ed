package coex.codegen.roots;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Layout;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.ir.RuntimeMethod;
import coex.codegen.ir.Terminator;
import coex.language.type.Type;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

/// Where frames are, and what has no slot in them.
class FramePlanTest {

    private static final RoutineName OTHER = new RoutineName("Main", "other");
    private static final Layout PAIR =
            new Layout.Struct(
                    Type.Basic.STRING,
                    List.of(
                            new Layout.Field(Type.Basic.STRING),
                            new Layout.Field(Type.Basic.STRING)));

    private final Register given = new Register(0, Kind.HANDLE, "given");
    private final Register made = new Register(1, Kind.HANDLE, "made");
    private final Register part = new Register(2, Kind.HANDLE, "part");
    private final Register flag = new Register(3, Kind.BOOL, "flag");
    private final BasicBlock start = new BasicBlock(0);
    private final BasicBlock left = new BasicBlock(1);
    private final BasicBlock right = new BasicBlock(2);

    private static Instruction make(Register register) {
        return new Instruction.CallRuntime(
                Optional.of(register),
                new RuntimeMethod("StringCalls", "concat", true, false),
                List.of());
    }

    private static Instruction call(Register... arguments) {
        return new Instruction.Call(Optional.empty(), OTHER, List.of(arguments));
    }

    private static Instruction use(Register register) {
        return new Instruction.RefuseNil(register, "test");
    }

    private static void fill(BasicBlock block, Instruction... instructions) {
        for (Instruction instruction : instructions) {
            block.add(instruction, 1);
        }
    }

    private static void leave(BasicBlock block) {
        block.end(new Terminator.Return(Optional.empty()), 1);
    }

    private FramePlan plan(boolean borrows, BasicBlock... blocks) {
        return FramePlan.of(
                new Routine(
                        new RoutineName("Main", "f"),
                        "f",
                        List.of(given, flag),
                        Optional.empty(),
                        4,
                        List.of(blocks),
                        "f.coex",
                        1,
                        borrows,
                        List.of()));
    }

    /// The routine decides at its start; the left way calls, the right one does not.
    private FramePlan decided() {
        start.end(new Terminator.BranchIf(flag, left, right), 1);
        leave(right);
        return plan(true, start, left, right);
    }

    @Test
    void aWayThatCallsNothingHasNoFrame() {
        fill(left, make(made), call(), use(made));
        leave(left);
        FramePlan plan = decided();
        assertThat(plan.isFramed(start)).isFalse();
        assertThat(plan.isFramed(right)).isFalse();
        assertThat(plan.isEntered(left)).isTrue();
        assertThat(plan.slots().count()).isEqualTo(1);
    }

    @Test
    void theFrameIsMadeOnceBeforeALoop() {
        fill(left, make(made), call(made));
        left.end(new Terminator.BranchIf(flag, left, right), 1);
        FramePlan plan = decided();
        assertThat(plan.isEntered(left)).isTrue();
        assertThat(plan.isFramed(right)).isTrue();
        assertThat(plan.isEntered(right)).as("reached without a frame too").isTrue();
    }

    @Test
    void onlyARoutineThatCallsOthersPollsAtItsEntry() {
        fill(start, make(made));
        leave(start);
        assertThat(plan(true, start).pollsAtEntry()).isFalse();
        start.steps().add(new BasicBlock.Step(call(), 1));
        assertThat(plan(true, start).pollsAtEntry()).isTrue();
    }

    @Test
    void aParameterNeedsNoSlotIfTheCallerKeepsIt() {
        fill(start, call(), use(given));
        leave(start);
        assertThat(plan(true, start).slots().of(given)).isEmpty();
        assertThat(plan(false, start).slots().of(given)).isPresent();
    }

    @Test
    void whatIsReadFromAParameterNeedsNoSlot() {
        fill(start, new Instruction.LoadField(part, PAIR, 0, given), call(), use(part));
        leave(start);
        assertThat(plan(true, start).slots().count()).isZero();
    }

    @Test
    void aVariableThatGoesAlongAParametersPartsNeedsNoSlot() {
        fill(start, new Instruction.Copy(part, given));
        start.end(new Terminator.Jump(left), 1);
        fill(left, new Instruction.LoadField(part, PAIR, 0, part), call(), use(part));
        left.end(new Terminator.BranchIf(flag, left, right), 1);
        leave(right);
        assertThat(plan(true, start, left, right).slots().count()).isZero();
    }

    @Test
    void aVariableThatIsSometimesMadeAnewHasASlot() {
        fill(start, new Instruction.Copy(part, given));
        start.end(new Terminator.BranchIf(flag, left, right), 1);
        fill(left, make(part));
        left.end(new Terminator.Jump(right), 1);
        fill(right, call(), use(part));
        leave(right);
        assertThat(plan(true, start, left, right).slots().of(part)).isPresent();
    }

    @Test
    void anElementOfAParameterNeedsNoSlotButTheResultOfAnotherCallDoes() {
        fill(
                start,
                new Instruction.CallRuntime(
                        Optional.of(part),
                        new RuntimeMethod("ListCalls", "get", false, false),
                        List.of(new Argument.InRegister(given))),
                new Instruction.Call(Optional.of(made), OTHER, List.of(given)),
                call(),
                use(part),
                use(made));
        leave(start);
        FramePlan plan = plan(true, start);
        assertThat(plan.slots().of(part)).isEmpty();
        assertThat(plan.slots().of(made)).isPresent();
    }

    @Test
    void aConstantNeedsNoSlotAndNoVariable() {
        fill(start, new Instruction.Load(part, new Constant.Text("x")), call(), use(part));
        leave(start);
        FramePlan plan = plan(true, start);
        assertThat(plan.slots().count()).isZero();
        assertThat(plan.constants().of(part)).contains(new Constant.Text("x"));
    }

    @Test
    void aPollRootsWhatHasNoSlotItself() {
        fill(start, make(made));
        start.end(new Terminator.Jump(left), 1);
        var poll = new BasicBlock.Step(new Instruction.Poll(), 1);
        left.steps().add(poll);
        fill(left, use(made));
        left.end(new Terminator.BranchIf(flag, left, right), 1);
        leave(right);
        FramePlan plan = plan(true, start, left, right);
        assertThat(plan.slots().count()).isZero();
        assertThat(plan.unrootedAt(poll)).containsExactly(made);
    }

    @Test
    void aCallThatGivesUpRootsWhatHasNoSlotItself() {
        var equal =
                new Instruction.CallRuntime(
                        Optional.of(flag),
                        new RuntimeMethod("StringCalls", "equal", false, true),
                        List.of(new Argument.InRegister(part), new Argument.InRegister(part)));
        fill(start, make(part), make(made));
        start.end(new Terminator.Jump(left), 1);
        var step = new BasicBlock.Step(equal, 1);
        left.steps().add(step);
        fill(left, use(made));
        leave(left);
        FramePlan plan = plan(true, start, left);
        assertThat(plan.slots().of(made)).isEmpty();
        assertThat(plan.unrootedAt(step)).as("it keeps its arguments itself").containsExactly(made);
    }

    @Test
    void aPollLeavesToTheFrameWhatIsInIt() {
        fill(start, make(made));
        start.end(new Terminator.Jump(left), 1);
        var poll = new BasicBlock.Step(new Instruction.Poll(), 1);
        left.steps().add(poll);
        fill(left, call(), use(made));
        left.end(new Terminator.BranchIf(flag, left, right), 1);
        leave(right);
        FramePlan plan = plan(true, start, left, right);
        assertThat(plan.slots().of(made)).isPresent();
        assertThat(plan.unrootedAt(poll)).isEmpty();
    }

    @Test
    void aPollBeforeTheFrameRootsWhatWillBeInIt() {
        var poll = new BasicBlock.Step(new Instruction.Poll(), 1);
        start.steps().add(poll);
        start.end(new Terminator.Jump(left), 1);
        fill(left, call(), use(given));
        leave(left);
        FramePlan plan = plan(false, start, left);
        assertThat(plan.isFramed(start)).isFalse();
        assertThat(plan.slots().of(given)).isPresent();
        assertThat(plan.unrootedAt(poll)).containsExactly(given);
    }

    /// What is thrown comes from a place where the frame is there, to one that relies on it.
    @Test
    void aRoutineWithAHandlerHasItsFrameThroughout() {
        fill(left, make(made), call(), use(made));
        leave(left);
        right.setHandler(Optional.of(left));
        FramePlan plan = decided();
        assertThat(plan.isEntered(start)).isTrue();
        assertThat(plan.isFramed(right)).isTrue();
        assertThat(plan.isEntered(left)).isFalse();
        assertThat(plan.isEntered(right)).isFalse();
    }
}
