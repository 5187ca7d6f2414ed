package coex.codegen.emit;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.roots.ConstantRegisters;

import java.lang.classfile.CodeBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Registers that are variables of the method: the parameters where the JVM puts them, then all
/// others. Constants need none.
final class LocalVariables implements Variables {

    private static final int LONGEST_NAME = 1000;

    private final Map<Integer, Integer> variables = new HashMap<>();
    private final Map<Register, Integer> named = new HashMap<>();
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
            if (!register.name().isEmpty() && !register.name().startsWith("$")) {
                named.put(register, next);
            }
            next += register.kind().typeKind().slotSize();
        }
    }

    @Override
    public void load(Register register, CodeBuilder code) {
        code.loadLocal(register.kind().typeKind(), variables.get(register.number()));
    }

    @Override
    public void store(Register register, CodeBuilder code) {
        code.storeLocal(register.kind().typeKind(), variables.get(register.number()));
    }

    @Override
    public int end() {
        return next;
    }

    /// Tells debuggers how the program calls them.
    void name(CodeBuilder code) {
        named.forEach(
                (register, variable) ->
                        code.localVariable(
                                variable,
                                shown(register.name()),
                                register.kind().classDesc(),
                                code.startLabel(),
                                code.endLabel()));
    }

    /// The beginning of a long name: the JVM's names have an end.
    private static String shown(String name) {
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }
}
