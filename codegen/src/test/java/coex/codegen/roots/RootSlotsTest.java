package coex.codegen.roots;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.ir.RuntimeMethod;
import coex.codegen.ir.Terminator;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class RootSlotsTest {

    private static final RoutineName USE = new RoutineName("Main", "use");

    private final Register a = new Register(0, Kind.HANDLE, "a");
    private final Register b = new Register(1, Kind.HANDLE, "b");
    private final Register number = new Register(2, Kind.INT64, "n");
    private final BasicBlock start = new BasicBlock(0);

    /// Something that gives a handle, and is no safepoint.
    private static Instruction write(Register register) {
        return new Instruction.CallRuntime(
                Optional.of(register),
                new RuntimeMethod("JsonCalls", "get", false, false),
                List.of());
    }

    /// A safepoint that is no poll.
    private static Instruction collect() {
        return new Instruction.Call(Optional.empty(), USE, List.of());
    }

    /// Something that needs a handle, and is no safepoint.
    private static Instruction read(Register register) {
        return new Instruction.RefuseNil(register, "test");
    }

    private void add(Instruction... instructions) {
        for (Instruction instruction : instructions) {
            start.add(instruction, 1);
        }
    }

    private RootSlots slots(List<Register> parameters, BasicBlock... more) {
        var blocks = new ArrayList<BasicBlock>();
        blocks.add(start);
        blocks.addAll(List.of(more));
        return FramePlan.of(
                        new Routine(
                                new RoutineName("Main", "f"),
                                "f",
                                parameters,
                                Optional.empty(),
                                3,
                                blocks,
                                "f.coex",
                                1,
                                false,
                                List.of()))
                .slots();
    }

    private RootSlots slots() {
        start.end(new Terminator.Return(Optional.empty()), 1);
        return slots(List.of());
    }

    @Test
    void aHandleThatIsOnlyPassedOnNeedsNoSlot() {
        add(write(a), read(a));
        assertThat(slots().count()).isZero();
    }

    @Test
    void aHandleThatIsNeededAfterASafepointHasASlot() {
        add(write(a), collect(), read(a));
        RootSlots slots = slots();
        assertThat(slots.count()).isEqualTo(1);
        assertThat(slots.of(a)).hasValue(0);
    }

    @Test
    void numbersNeverHaveSlots() {
        add(new Instruction.Load(number, new Constant.Int64(1)), collect(), read(number));
        assertThat(slots().count()).isZero();
    }

    @Test
    void handlesThatFollowOneAnotherShareASlot() {
        add(write(a), collect(), read(a));
        add(write(b), collect(), read(b));
        assertThat(slots().count()).isEqualTo(1);
    }

    /// Never live at one safepoint together, but `b` is written while `a` is needed: in one slot it
    /// would take the place of `a`.
    @Test
    void aHandleThatIsWrittenWhileAnotherIsNeededHasASlotOfItsOwn() {
        add(write(b), collect(), read(b));
        add(write(a), write(b));
        add(new Instruction.Copy(b, b), collect(), read(a));
        assertThat(slots().count()).isEqualTo(2);
    }

    @Test
    void handlesThatAreNeededTogetherHaveSlotsOfTheirOwnWhicheverIsWrittenFirst() {
        add(write(b), write(a), collect(), read(a), read(b));
        assertThat(slots().count()).isEqualTo(2);
    }

    @Test
    void parametersThatAreNeededTogetherHaveSlotsOfTheirOwn() {
        add(collect(), read(a), read(b));
        start.end(new Terminator.Return(Optional.empty()), 1);
        RootSlots slots = slots(List.of(a, b));
        assertThat(slots.count()).isEqualTo(2);
        assertThat(slots.of(a)).isNotEqualTo(slots.of(b));
    }

    @Test
    void aHandleThatTheNextRoundOfALoopNeedsHasASlot() {
        BasicBlock loop = new BasicBlock(1);
        BasicBlock after = new BasicBlock(2);
        add(write(a), new Instruction.Load(number, new Constant.Int64(1)));
        start.end(new Terminator.Jump(loop), 1);
        loop.add(read(a), 2);
        loop.add(collect(), 2);
        loop.end(new Terminator.BranchIf(number, loop, after), 2);
        after.end(new Terminator.Return(Optional.empty()), 3);
        assertThat(slots(List.of(), loop, after).count()).isEqualTo(1);
    }

    @Test
    void anArgumentIsKeptWhileItsCallRuns() {
        add(write(a), new Instruction.Call(Optional.empty(), USE, List.of(a)));
        assertThat(slots().count()).isEqualTo(1);
    }

    @Test
    void theRuntimeKeepsWhatItIsGivenItself() {
        add(
                write(a),
                new Instruction.CallRuntime(
                        Optional.empty(),
                        new RuntimeMethod("GcCalls", "collect", true, false),
                        List.of(new Argument.InRegister(a))));
        assertThat(slots().count()).isZero();
    }

    @Test
    void aHandleThatIsNeededAfterPollsOnlyHasNoSlot() {
        add(write(a), new Instruction.Poll(), read(a));
        assertThat(slots().count()).isZero();
    }

    /// A block that is covered by a handler, after the start and before the handler.
    private RootSlots covered(BasicBlock body, BasicBlock handler) {
        start.end(new Terminator.Jump(body), 1);
        body.setHandler(Optional.of(handler));
        body.end(new Terminator.Return(Optional.empty()), 1);
        handler.end(new Terminator.Return(Optional.empty()), 1);
        return slots(List.of(), body, handler);
    }

    @Test
    void whatAHandlerNeedsKeepsItsSlotInTheBlockThatIsCovered() {
        BasicBlock body = new BasicBlock(1);
        BasicBlock handler = new BasicBlock(2);
        add(new Instruction.Load(number, new Constant.Int64(1)), write(a));
        body.add(write(b), 1);
        body.add(collect(), 1);
        body.add(read(b), 1);
        handler.add(new Instruction.Catch(number), 1);
        handler.add(read(a), 1);
        RootSlots slots = covered(body, handler);
        assertThat(slots.of(a)).isPresent().isNotEqualTo(slots.of(b));
    }

    /// Until `a` is written anew, what it had before may be what the handler finds.
    @Test
    void whatAHandlerNeedsIsLiveBeforeItIsWrittenAnewToo() {
        BasicBlock body = new BasicBlock(1);
        BasicBlock handler = new BasicBlock(2);
        add(new Instruction.Load(number, new Constant.Int64(1)), write(a));
        body.add(write(b), 1);
        body.add(collect(), 1);
        body.add(read(b), 1);
        body.add(write(a), 1);
        handler.add(read(a), 1);
        RootSlots slots = covered(body, handler);
        assertThat(slots.of(a)).isPresent().isNotEqualTo(slots.of(b));
    }

    @Test
    void whatIsNeededAfterACatchHasASlot() {
        BasicBlock body = new BasicBlock(1);
        BasicBlock handler = new BasicBlock(2);
        add(new Instruction.Load(number, new Constant.Int64(1)), write(a));
        body.add(new Instruction.Poll(), 1);
        handler.add(new Instruction.Catch(number), 1);
        handler.add(read(a), 1);
        assertThat(covered(body, handler).of(a)).isPresent();
    }
}
