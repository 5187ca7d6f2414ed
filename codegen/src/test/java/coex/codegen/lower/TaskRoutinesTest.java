package coex.codegen.lower;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.Kind;
import coex.codegen.ir.Routine;
import coex.codegen.roots.FramePlan;
import coex.codegen.roots.RootSlots;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleFinder;
import coex.language.type.ModuleLoader;

import org.junit.jupiter.api.Test;

import java.util.List;

/// Nobody keeps the arguments of what a task runs: the closure they came in is let go of before.
/// What the starter still has in its slots is luck, so no program can tell.
class TaskRoutinesTest {

    private static final String PROGRAM =
            """
            matrix Marks[8, 8]:
                type: int
                init: 0

                formula mark(words: [string])
                    return cell + words.len()
                ~
            ~
            task count(words: [string]) -> int
                return words.len()
            ~
            formula plain(words: [string]) -> int
                return words.len()
            ~
            func main() -> int
                m = Marks.new()
                m.mark(["a"])
                n = count(["b"])
                print(n + plain(["c"]))
                return 0
            ~
            """;

    private static List<Routine> routines() {
        var problems = new Problems();
        var file = new SourceFile("marks.coex", PROGRAM);
        var modules =
                ModuleLoader.load(
                        file, (_, _) -> new ModuleFinder.Found.Nothing("nowhere"), problems);
        return ProgramLowering.lower(
                        Checker.check(modules, OutputOptions.AS_WRITTEN, problems).orElseThrow())
                .routines();
    }

    private static Routine routine(String className, String method) {
        return routines().stream()
                .filter(each -> each.name().className().equals(className))
                .filter(each -> each.name().method().startsWith(method))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theRoutineOfATaskKeepsItsArguments() {
        assertThat(routine("Main", "count").borrowsArguments()).isFalse();
    }

    private static void expectSlots(Routine routine) {
        RootSlots slots = FramePlan.of(routine).slots();
        assertThat(routine.parameters())
                .filteredOn(parameter -> parameter.kind() == Kind.HANDLE)
                .hasSize(3)
                .allMatch(parameter -> slots.of(parameter).isPresent());
    }

    @Test
    void theRoutineForCellsKeepsItsArguments() {
        expectSlots(routine("Cells", ""));
    }

    @Test
    void otherRoutinesBorrowThem() {
        assertThat(routine("Main", "plain").borrowsArguments()).isTrue();
    }
}
