package coex.codegen.ir;

import java.util.List;

/// Routines as text for people: each block with its instructions, and the lines of the program they
/// are for.
public final class IrText {

    private IrText() {}

    public static String of(List<Routine> routines) {
        var text = new StringBuilder();
        for (Routine routine : routines) {
            write(routine, text);
        }
        return text.toString();
    }

    private static void write(Routine routine, StringBuilder text) {
        text.append("routine ").append(routine.name()).append(routine.parameters());
        routine.result().ifPresent(kind -> text.append(" -> ").append(kind));
        text.append("  # ").append(routine.sourceName()).append(':').append(routine.line());
        text.append('\n');
        for (BasicBlock block : routine.blocks()) {
            text.append("  ").append(block).append(':');
            block.handler().ifPresent(handler -> text.append("  # catch ").append(handler));
            text.append('\n');
            for (BasicBlock.Step step : block.steps()) {
                line(step.line(), step.instruction(), text);
            }
            line(block.lastLine(), block.terminator(), text);
        }
        text.append('\n');
    }

    private static void line(int line, Object what, StringBuilder text) {
        text.append("%6d  ".formatted(line)).append(what).append('\n');
    }
}
