package coex.codegen.emit;

import coex.codegen.ir.AssignedVariables;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.Variable;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Tells debuggers which variables of the program have a value where in a method.
///
/// The value of a handle's variable is a number of no use to anybody. So its entry in the table of
/// generic types names the field with its runtime type, by which a
/// debugger that knows Coex has the runtime write the value, with the mutator `$mutator`.
final class VariableTable {

    private static final int LONGEST_NAME = 1000;

    private final Routine routine;
    private final LocalVariables locals;
    private final ConstantPool constants;
    private final CodeBuilder code;
    private final AssignedVariables assigned;
    private final Map<Integer, Variable> byRegister = new HashMap<>();

    /// The variables that have a value here, and since where in the method.
    private final Map<Variable, Label> open = new LinkedHashMap<>();

    VariableTable(
            Routine routine, LocalVariables locals, ConstantPool constants, CodeBuilder code) {
        this.routine = routine;
        this.locals = locals;
        this.constants = constants;
        this.code = code;
        this.assigned =
                new AssignedVariables(routine.blocks(), routine.parameters(), routine.variables());
        routine.variables().forEach(each -> byRegister.put(each.register().number(), each));
    }

    /// What follows is of this block.
    void begin(BasicBlock block) {
        if (routine.variables().isEmpty()) {
            return;
        }
        List<Variable> here = assigned.atStartOf(block);
        Label start = code.newBoundLabel();
        open.entrySet()
                .removeIf(
                        entry -> {
                            boolean ends = !here.contains(entry.getKey());
                            if (ends) {
                                tell(entry.getKey(), entry.getValue(), start);
                            }
                            return ends;
                        });
        here.forEach(variable -> open.putIfAbsent(variable, start));
        code.nop(); // so that no two ranges are empty and at the same place, which the JVM refuses
    }

    /// A register has just been written.
    void written(Register register) {
        Variable variable = byRegister.get(register.number());
        if (variable != null && !open.containsKey(variable)) {
            open.put(variable, code.newBoundLabel());
        }
    }

    /// The method ends here.
    void end() {
        if (!routine.variables().isEmpty()) {
            code.localVariable(
                    MethodCode.MUTATOR,
                    "$mutator",
                    Names.MUTATOR,
                    code.startLabel(),
                    code.endLabel());
        }
        open.forEach((variable, start) -> tell(variable, start, code.endLabel()));
    }

    private void tell(Variable variable, Label start, Label end) {
        int slot = locals.slot(variable.register());
        String name = shown(variable.name());
        code.localVariable(slot, name, variable.register().kind().classDesc(), start, end);
        if (variable.register().kind() == Kind.HANDLE) {
            ConstantPool.Place type = constants.type(variable.type());
            String signature =
                    type.owner().descriptorString().replace(";", "$" + type.field() + ";");
            code.localVariableType(
                    slot,
                    code.constantPool().utf8Entry(name),
                    code.constantPool().utf8Entry(signature),
                    start,
                    end);
        }
    }

    /// The beginning of a long name: the JVM's names have an end.
    private static String shown(String name) {
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }
}
