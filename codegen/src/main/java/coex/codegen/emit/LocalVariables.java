package coex.codegen.emit;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.roots.ConstantRegisters;

import java.lang.classfile.CodeBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Registers that are variables of the method: the parameters where the JVM puts them, then all
/// others. Constants need none.
final class LocalVariables implements Variables {

    private final Map<Integer, Integer> variables = new HashMap<>();
    private Consumer<Register> written = _ -> {};
    private int next;

    private LocalVariables(int first) {
        next = first;
    }

    static LocalVariables of(Routine routine, ConstantRegisters constants, int first) {
        var result = new LocalVariables(first);
        routine.parameters().forEach(result::add);
        result.addWritten(routine.blocks(), constants);
        return result;
    }

    /// The parameters of a routine only.
    static LocalVariables ofParameters(Routine routine, int first) {
        var result = new LocalVariables(first);
        routine.parameters().forEach(result::add);
        return result;
    }

    private void addWritten(List<BasicBlock> blocks, ConstantRegisters constants) {
        for (BasicBlock block : blocks) {
            for (BasicBlock.Step step : block.steps()) {
                step.instruction()
                        .target()
                        .filter(target -> !constants.has(target))
                        .ifPresent(this::add);
            }
        }
    }

    /// Gives a register a variable, if it has none yet.
    private void add(Register register) {
        if (variables.putIfAbsent(register.number(), next) == null) {
            next += register.kind().typeKind().slotSize();
        }
    }

    /// Says whom to tell of each store, right behind it.
    void whenWritten(Consumer<Register> listener) {
        written = listener;
    }

    @Override
    public void load(Register register, CodeBuilder code) {
        code.loadLocal(register.kind().typeKind(), variables.get(register.number()));
    }

    @Override
    public void store(Register register, CodeBuilder code) {
        code.storeLocal(register.kind().typeKind(), variables.get(register.number()));
        written.accept(register);
    }

    @Override
    public int end() {
        return next;
    }

    /// The variable of the method that a register is.
    int slot(Register register) {
        return variables.get(register.number());
    }
}
