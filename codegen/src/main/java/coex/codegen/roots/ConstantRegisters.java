package coex.codegen.roots;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The registers of a routine that are written once, with a constant, and that no debugger is
/// shown. They need no variable and no slot: whoever reads one takes the constant, and the runtime
/// keeps the objects that are constants.
public final class ConstantRegisters {

    private final Map<Integer, Constant> constants = new HashMap<>();

    private ConstantRegisters() {}

    public static ConstantRegisters of(Routine routine) {
        int[] writes = new int[routine.registerCount()];
        routine.parameters().forEach(parameter -> writes[parameter.number()]++);
        var result = new ConstantRegisters();
        for (BasicBlock block : routine.blocks()) {
            for (BasicBlock.Step step : block.steps()) {
                step.instruction().target().ifPresent(target -> writes[target.number()]++);
                if (step.instruction() instanceof Instruction.Load(Register to, Constant value)) {
                    result.constants.put(to.number(), value);
                }
            }
        }
        result.constants.keySet().removeIf(number -> writes[number] != 1);
        routine.variables().forEach(each -> result.constants.remove(each.register().number()));
        return result;
    }

    public boolean has(Register register) {
        return constants.containsKey(register.number());
    }

    public Optional<Constant> of(Register register) {
        return Optional.ofNullable(constants.get(register.number()));
    }
}
