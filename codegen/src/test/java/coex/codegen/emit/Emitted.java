package coex.codegen.emit;

import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleFinder;
import coex.language.type.ModuleLoader;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The bytecode of a function of a small program, as text that a test can hold: a line for each
/// instruction. Labels that nothing leads to are left out.
final class Emitted {

    private final Map<Label, String> labels = new HashMap<>();
    private final Set<Label> targets = new HashSet<>();

    private Emitted() {}

    /// Prints the function `f` of a program, in a process that may have other options.
    ///
    /// @param arguments the program
    public static void main(String[] arguments) {
        System.out.print(of(arguments[0]));
    }

    /// The function `f`, beside a main function that does nothing.
    static String of(String function) {
        String source = function + "func main() -> int\n    return 0\n~\n";
        var problems = new Problems();
        var modules =
                ModuleLoader.load(
                        new SourceFile("test.coex", source),
                        (_, _) -> new ModuleFinder.Found.Nothing("nowhere"),
                        problems);
        var checked =
                Checker.check(modules, OutputOptions.AS_WRITTEN, problems)
                        .orElseThrow(() -> new AssertionError(problems.inOrder().toString()));
        CompiledProgram program = Compiler.compile(checked, false);
        byte[] file = program.classes().get(program.mainClass());
        MethodModel method =
                ClassFile.of().parse(file).methods().stream()
                        .filter(each -> each.methodName().equalsString("f"))
                        .findFirst()
                        .orElseThrow();
        return new Emitted().text(method);
    }

    private String text(MethodModel method) {
        var code = method.code().orElseThrow();
        for (CodeElement element : code) {
            if (element instanceof BranchInstruction branch) {
                targets.add(branch.target());
            }
        }
        var text = new StringBuilder();
        for (CodeElement element : code) {
            if (element instanceof LabelTarget place && targets.contains(place.label())) {
                text.append(name(place.label())).append(":\n");
            } else if (element instanceof Instruction instruction) {
                text.append("    ").append(text(instruction)).append('\n');
            }
        }
        return text.toString();
    }

    private String name(Label label) {
        return labels.computeIfAbsent(label, _ -> "L" + labels.size());
    }

    private String text(Instruction instruction) {
        String name = instruction.opcode().name().toLowerCase(Locale.ROOT);
        return switch (instruction) {
            case InvokeInstruction call ->
                    name + " " + owner(call.owner().asInternalName()) + call.name().stringValue();
            case FieldInstruction field ->
                    name + " " + owner(field.owner().asInternalName()) + field.name().stringValue();
            case BranchInstruction branch -> name + " " + name(branch.target());
            case ConstantInstruction constant -> "push " + constant.constantValue();
            case LoadInstruction load -> "load %s %d".formatted(load.typeKind(), load.slot());
            case StoreInstruction store -> "store %s %d".formatted(store.typeKind(), store.slot());
            case IncrementInstruction increment ->
                    name + " " + increment.slot() + " " + increment.constant();
            default -> name;
        };
    }

    /// Without its package.
    private static String owner(String internalName) {
        return internalName.substring(internalName.lastIndexOf('/') + 1) + ".";
    }
}
