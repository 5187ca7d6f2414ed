package coex.codegen.emit;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator;
import coex.codegen.split.SafepointMarks;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.function.Function;

/// Writes the instructions of blocks.
final class BlockCode {

    private final MethodCode method;
    private final NumberCode numbers;
    private final CallCode calls;
    private final ObjectCode objects;

    BlockCode(MethodCode method) {
        this.method = method;
        this.numbers = new NumberCode(method);
        this.calls = new CallCode(method);
        this.objects = new ObjectCode(method);
    }

    /// All but its end.
    void emit(BasicBlock block) {
        method.begin(block);
        block.steps().forEach(this::emit);
        switch (block.terminator()) {
            case Terminator.Jump _ -> method.near(block.lastLine());
            case Terminator.Branch _, Terminator.BranchIf _, Terminator.Return _ ->
                    method.at(block.lastLine());
        }
    }

    /// Lets what is thrown in a block, whose code ends here, be caught by its handler.
    ///
    /// Loads throw nothing that a handler would keep, and may be no code at all: a block of nothing
    /// else is not covered.
    void cover(BasicBlock block, Function<BasicBlock, Label> labels) {
        boolean hasCode =
                block.steps().stream()
                        .anyMatch(step -> !(step.instruction() instanceof Instruction.Load));
        if (hasCode && block.handler().isPresent()) {
            CodeBuilder code = method.code();
            code.exceptionCatchAll(
                    labels.apply(block), code.newBoundLabel(), labels.apply(block.handler().get()));
        }
    }

    private void emit(BasicBlock.Step step) {
        if (step.instruction() instanceof Instruction.Keep) {
            return;
        }
        method.at(step.line());
        if (SafepointMarks.WRITTEN && step.instruction().isSafepoint()) {
            method.passSafepoint();
        }
        switch (step.instruction()) {
            case Instruction.Load(Register result, Constant constant) -> {
                if (!method.isConstant(result)) {
                    method.loadConstant(constant);
                    method.store(result);
                }
            }
            case Instruction.Copy(Register result, Register source) -> {
                method.load(source);
                method.store(result);
            }
            case Instruction.Unary unary -> numbers.emit(unary);
            case Instruction.Binary binary -> numbers.emit(binary);
            case Instruction.Call call -> calls.emit(call);
            case Instruction.CallValue call -> calls.emit(call);
            case Instruction.CallRuntime call -> calls.emit(step, call);
            case Instruction.CallForeign call -> calls.emit(call);
            case Instruction.New made -> objects.emit(made);
            case Instruction.LoadField read -> objects.emit(read);
            case Instruction.HasLayout test -> objects.emit(test);
            case Instruction.RefuseNil(Register object, String use) ->
                    objects.refuseNil(object, use);
            case Instruction.Keep _ -> {}
            case Instruction.Poll() -> method.poll(step);
            case Instruction.Catch(Register deadline) -> calls.abandon(deadline);
        }
    }
}
