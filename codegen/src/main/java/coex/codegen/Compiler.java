package coex.codegen;

import coex.codegen.emit.ProgramEmitter;
import coex.codegen.ir.IrText;
import coex.codegen.lower.ProgramLowering;
import coex.language.checked.CheckedProgram;

/// Compiles checked programs to class files.
public final class Compiler {

    private Compiler() {}

    public static CompiledProgram compile(CheckedProgram program) {
        return ProgramEmitter.emit(ProgramLowering.lower(program));
    }

    /// The intermediate form of a program, for people.
    public static String intermediateText(CheckedProgram program) {
        return IrText.of(ProgramLowering.lower(program).routines());
    }
}
