package coex.codegen.roots;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// The registers of a routine whose handles others keep alive while it runs. They need no slots.
///
/// A caller keeps the arguments of a call alive until the call returns. So a parameter is borrowed;
/// so is what is read from a borrowed object, since objects with fields, lists and arrays never
/// lose what they refer to; so are constants, which the runtime keeps. A register is borrowed if
/// everything that is ever written to it is. That may go in a circle, as in `node = node.next`:
/// what the register had before was borrowed too.
final class BorrowedRegisters {

    private final BitSet borrowed = new BitSet();

    private BorrowedRegisters() {}

    static BorrowedRegisters of(Routine routine) {
        var result = new BorrowedRegisters();
        result.borrowed.set(0, routine.registerCount());
        if (!routine.borrowsArguments()) {
            routine.parameters().forEach(parameter -> result.borrowed.clear(parameter.number()));
        }
        List<Instruction> writes =
                routine.blocks().stream()
                        .flatMap(block -> block.steps().stream())
                        .map(BasicBlock.Step::instruction)
                        .filter(instruction -> instruction.target().isPresent())
                        .toList();
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (Instruction instruction : writes) {
                int target = instruction.target().orElseThrow().number();
                if (result.borrowed.get(target) && !result.givesBorrowed(instruction)) {
                    result.borrowed.clear(target);
                    isChanged = true;
                }
            }
        }
        return result;
    }

    private boolean givesBorrowed(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Load _ -> true;
            case Instruction.Copy(_, Register source) -> has(source);
            case Instruction.LoadField read -> has(read.object());
            case Instruction.CallRuntime call ->
                    call.method().givesPart() && firstOperand(call).filter(this::has).isPresent();
            default -> false;
        };
    }

    private static Optional<Register> firstOperand(Instruction.CallRuntime call) {
        return call.arguments().stream()
                .filter(Argument.InRegister.class::isInstance)
                .map(argument -> ((Argument.InRegister) argument).register())
                .findFirst();
    }

    boolean has(Register register) {
        return register.kind() == Kind.HANDLE && borrowed.get(register.number());
    }
}
