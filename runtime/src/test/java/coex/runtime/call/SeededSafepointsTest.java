package coex.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.codegen.CompiledProgram;
import coex.codegen.LineProbes;
import coex.codegen.emit.ProgramEmitter;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.RuntimeMethod;
import coex.codegen.lower.LoweredProgram;
import coex.codegen.lower.ProgramLowering;
import coex.runtime.Program;
import coex.runtime.TestPrograms;
import coex.runtime.library.FileModules;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.UnaryOperator;

/// Mistakes of the code generator, made on purpose, are found where safepoints are checked.
class SeededSafepointsTest {

    private static final String APPENDING =
            """
            func main() -> int
                xs: List<int> = []
                for i in 0..100
                    xs = xs.append(i)
                ~
                ys: List<int> = xs.append(1)
                sum: int = 0
                for x in ys
                    sum = sum + x
                ~
                print(sum)
                return 0
            ~
            """;

    @Test
    void theProgramRunsAsItIs() throws InterruptedException {
        TestPrograms.Outcome outcome = run(UnaryOperator.identity());
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("4951\n");
    }

    @Test
    void anAllocatingMethodDeclaredQuietIsFound() {
        assertThatThrownBy(() -> run(SeededSafepointsTest::declareAppendQuiet))
                .hasMessageContaining(
                        "a safepoint in what is declared to have none: ListCalls.append");
    }

    private static BasicBlock.Step declareAppendQuiet(BasicBlock.Step step) {
        return step.instruction() instanceof Instruction.CallRuntime call
                        && call.method().name().startsWith("append")
                ? new BasicBlock.Step(
                        new Instruction.CallRuntime(
                                call.target(), quiet(call.method()), call.arguments()),
                        step.line())
                : step;
    }

    private static RuntimeMethod quiet(RuntimeMethod method) {
        return new RuntimeMethod(method.owner(), method.name(), false, false);
    }

    /// The address of a chunk's elements is good for all rounds of a loop that has no safepoint.
    /// Here it gets one.
    @Test
    void anAddressThatGeneratedCodeHoldsAcrossAPollIsFound() {
        LoweredProgram lowered = lowered();
        int loads = 0;
        for (BasicBlock block : blocks(lowered)) {
            if (!block.steps().isEmpty() && isLoad(block.steps().getFirst())) {
                int line = block.steps().getFirst().line();
                block.steps().addFirst(new BasicBlock.Step(new Instruction.Poll(), line));
                loads++;
            }
        }
        assertThat(loads).isEqualTo(1);
        assertThatThrownBy(() -> run(lowered))
                .hasMessageContaining("an address was used after a safepoint");
    }

    private static boolean isLoad(BasicBlock.Step step) {
        return step.instruction() instanceof Instruction.CallRuntime call
                && call.method().toString().equals("ListCalls.load");
    }

    private static LoweredProgram lowered() {
        return ProgramLowering.lower(
                TestPrograms.check("seeded.coex", APPENDING, new FileModules()));
    }

    private static List<BasicBlock> blocks(LoweredProgram lowered) {
        return lowered.routines().stream().flatMap(routine -> routine.blocks().stream()).toList();
    }

    private static TestPrograms.Outcome run(UnaryOperator<BasicBlock.Step> change)
            throws InterruptedException {
        LoweredProgram lowered = lowered();
        blocks(lowered).forEach(block -> block.steps().replaceAll(change));
        return run(lowered);
    }

    private static TestPrograms.Outcome run(LoweredProgram lowered) throws InterruptedException {
        CompiledProgram compiled = ProgramEmitter.emit(lowered, false, LineProbes.NONE).getFirst();
        var program =
                new Program(
                        compiled.classes(),
                        compiled.mainClass(),
                        compiled.mainMethod(),
                        compiled.mainParameters(),
                        compiled.hasResult(),
                        List.of());
        return TestPrograms.run(program, TestPrograms.plain(), "", List.of("program"));
    }
}
