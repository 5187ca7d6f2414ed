package coex.codegen.lower;

import coex.codegen.ir.AssignedVariables;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Variable;
import coex.language.checked.Local;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What debuggers are shown of a function. A debugger may stop at any line and read whatever has a
/// value there, so a variable is kept alive as long as it has one: at the end of every block.
final class VariablesForDebuggers {

    private VariablesForDebuggers() {}

    /// The variables that the program has named.
    ///
    /// @param previous of double-buffered variables what the program reads, which has their name
    static List<Variable> of(Map<Local, Register> registers, Map<Local, Register> previous) {
        var variables = new ArrayList<Variable>();
        registers.forEach(
                (local, register) -> {
                    if (isNamed(local)) {
                        String name = local.name() + (previous.containsKey(local) ? "'" : "");
                        variables.add(new Variable(name, register, local.type()));
                    }
                });
        previous.forEach(
                (local, register) -> {
                    if (isNamed(local)) {
                        variables.add(new Variable(local.name(), register, local.type()));
                    }
                });
        return List.copyOf(variables);
    }

    private static boolean isNamed(Local local) {
        return !local.name().isEmpty() && !local.name().startsWith("$");
    }

    static void keepAlive(
            List<BasicBlock> blocks, List<Register> parameters, List<Variable> variables) {
        var assigned = new AssignedVariables(blocks, parameters, variables);
        for (BasicBlock block : blocks) {
            for (Variable variable : assigned.atEndOf(block)) {
                if (variable.register().kind() == Kind.HANDLE) {
                    block.steps()
                            .add(
                                    new BasicBlock.Step(
                                            new Instruction.Keep(variable.register()),
                                            block.lastLine()));
                }
            }
        }
    }
}
