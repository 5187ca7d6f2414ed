package coex.codegen.lower;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator;
import coex.language.type.Type;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A list object is lengthened in place only where nobody but its register can have it.
class OwnListsTest {

    private static final Type LIST = new Type.ListOf(Type.Basic.INT);

    private final Register list = new Register(0, Kind.HANDLE, "list");
    private final Register other = new Register(1, Kind.HANDLE, "other");
    private final Register number = new Register(2, Kind.INT64, "number");
    private final List<BasicBlock> blocks = new ArrayList<>();

    private BasicBlock block(Instruction... instructions) {
        var block = new BasicBlock(blocks.size());
        for (Instruction instruction : instructions) {
            block.add(instruction, 1);
        }
        blocks.add(block);
        return block;
    }

    private static void jump(BasicBlock from, BasicBlock to) {
        from.end(new Terminator.Jump(to), 1);
    }

    private static void end(BasicBlock block) {
        block.end(new Terminator.Return(Optional.empty()), 1);
    }

    private Instruction call(Register target, String method, Register of, Argument... more) {
        var arguments = new ArrayList<Argument>();
        arguments.add(new Argument.CollectionObject(LIST));
        arguments.add(new Argument.InRegister(of));
        arguments.addAll(List.of(more));
        return new Instruction.CallRuntime(
                Optional.of(target), RuntimeMethods.safepoint("ListCalls", method), arguments);
    }

    private Instruction append(Register target, Register source) {
        return call(target, "append", source, new Argument.AsBits(number));
    }

    private Instruction append() {
        return append(list, list);
    }

    /// For each append to itself, in order: whether it is done in place.
    private List<Boolean> inPlace() {
        OwnLists.in(blocks);
        return blocks.stream()
                .flatMap(block -> block.steps().stream())
                .map(BasicBlock.Step::instruction)
                .filter(Instruction.CallRuntime.class::isInstance)
                .map(instruction -> (Instruction.CallRuntime) instruction)
                .filter(call -> call.target().orElseThrow().equals(list))
                .map(call -> call.method().name().equals("appendToOwn"))
                .toList();
    }

    @Test
    void theFirstAppendMakesAnObjectAndTheSecondLengthensIt() {
        end(block(append(), append()));
        assertThat(inPlace()).containsExactly(false, true);
    }

    @Test
    void lookingAtAListDoesNotGiveItAway() {
        end(block(append(), call(number, "length", list), append()));
        assertThat(inPlace()).containsExactly(false, true);
    }

    @Test
    void aCopiedListIsNotOwnedUntilTheNextAppend() {
        end(block(append(), new Instruction.Copy(other, list), append(), append()));
        assertThat(inPlace()).containsExactly(false, false, true);
    }

    @Test
    void aListThatWasCopiedFromAnotherRegisterIsNotOwned() {
        end(block(append(), append(other, list), new Instruction.Copy(list, other), append()));
        assertThat(inPlace()).containsExactly(false, false);
    }

    @Test
    void aListThatIsAnElementOfAnotherIsNotOwned() {
        end(block(append(), call(other, "append", other, new Argument.AsBits(list)), append()));
        assertThat(inPlace()).containsExactly(false, false);
    }

    @Test
    void aSliceMayBeTheListItself() {
        end(block(append(), call(other, "slice", list), append()));
        assertThat(inPlace()).containsExactly(false, false);
    }

    @Test
    void aLoopDoesNotOwnWhatItBeginsWith() {
        BasicBlock before = block();
        BasicBlock loop = block(append());
        jump(before, loop);
        jump(loop, loop);
        assertThat(inPlace()).containsExactly(false);
    }

    @Test
    void aLoopOwnsWhatItBeginsWithIfThatIsOwnedAndItGivesNothingAway() {
        BasicBlock before = block(append());
        BasicBlock loop = block(append());
        jump(before, loop);
        jump(loop, loop);
        assertThat(inPlace()).containsExactly(false, true);
    }

    @Test
    void aLoopThatGivesTheListAwayAtItsEndDoesNotOwnItAtItsStart() {
        BasicBlock before = block(append());
        BasicBlock loop = block(append(), new Instruction.Copy(other, list));
        jump(before, loop);
        jump(loop, loop);
        assertThat(inPlace()).containsExactly(false, false);
    }

    @Test
    void aLoopOwnsAListThatWasEmptyBefore() {
        BasicBlock before = block(new Instruction.Load(list, new Constant.Empty()));
        BasicBlock loop = block(append());
        jump(before, loop);
        jump(loop, loop);
        assertThat(inPlace()).containsExactly(true);
    }

    @Test
    void aLiteralHandsOnWhatItOwns() {
        BasicBlock before =
                block(
                        new Instruction.Load(other, new Constant.Empty()),
                        append(other, other),
                        new Instruction.Copy(list, other));
        BasicBlock loop = block(append());
        jump(before, loop);
        jump(loop, loop);
        assertThat(inPlace()).containsExactly(true);
    }

    @Test
    void aRegisterThatIsReadAfterItWasCopiedHandsNothingOn() {
        BasicBlock before =
                block(
                        new Instruction.Load(other, new Constant.Empty()),
                        append(other, other),
                        new Instruction.Copy(list, other));
        BasicBlock loop = block(append(), call(number, "length", other));
        jump(before, loop);
        jump(loop, loop);
        assertThat(inPlace()).containsExactly(false);
    }

    @Test
    void aRegisterThatIsReadInItsBlockBeforeItIsWrittenHandsNothingOn() {
        BasicBlock before = block(append());
        BasicBlock loop =
                block(
                        call(number, "length", other),
                        append(),
                        append(other, other),
                        new Instruction.Copy(list, other));
        jump(before, loop);
        jump(loop, loop);
        assertThat(inPlace()).containsExactly(false, false);
    }

    @Test
    void aHandlerOwnsNothing() {
        BasicBlock body = block(append());
        BasicBlock handler = block(append(), append());
        body.setHandler(Optional.of(handler));
        end(body);
        end(handler);
        assertThat(inPlace()).containsExactly(false, false, true);
    }
}
