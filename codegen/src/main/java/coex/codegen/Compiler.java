package coex.codegen;

import coex.codegen.emit.ProgramEmitter;
import coex.codegen.ir.IrText;
import coex.codegen.lower.ProgramLowering;
import coex.language.checked.CheckedProgram;

import java.util.List;

/// Compiles checked programs to class files.
public final class Compiler {

    /// Whether compiled code checks its frames although nobody asks for it:
    /// `-Dcoex.checkFrames=true`.
    private static final boolean CHECKS_FRAMES = Boolean.getBoolean("coex.checkFrames");

    private Compiler() {}

    public static CompiledProgram compile(CheckedProgram program) {
        return compile(program, CHECKS_FRAMES);
    }

    /// @param checksFrames whether the code checks, before it pops a frame of roots, that this is
    ///     the top one. A mistake of the compiler then ends the program there, with both frames
    ///     named, and does not cost it an object later
    public static CompiledProgram compile(CheckedProgram program, boolean checksFrames) {
        return ProgramEmitter.emit(ProgramLowering.lower(program), checksFrames, LineProbes.NONE)
                .getFirst();
    }

    /// Compiles a program so that a debugger sees all its variables, each as long as the program
    /// can name it. It takes somewhat longer to run, and values live longer.
    public static CompiledProgram compileForDebugger(CheckedProgram program) {
        return ProgramEmitter.emit(
                        ProgramLowering.lowerForDebugger(program), CHECKS_FRAMES, LineProbes.NONE)
                .getFirst();
    }

    /// Compiles programs that differ in nothing but their `main`. They have their classes in
    /// common.
    ///
    /// @param probes numbers the lines that tell when they are run
    public static List<CompiledProgram> compileEach(
            List<CheckedProgram> programs, LineProbes probes) {
        return ProgramEmitter.emit(ProgramLowering.lowerEach(programs), CHECKS_FRAMES, probes);
    }

    /// The intermediate form of a program, for people.
    public static String intermediateText(CheckedProgram program) {
        return IrText.of(ProgramLowering.lower(program).routines());
    }
}
