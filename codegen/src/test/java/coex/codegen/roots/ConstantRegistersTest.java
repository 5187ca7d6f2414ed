package coex.codegen.roots;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Routine;
import coex.codegen.lower.Lowered;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.TreeMap;

/// Which variables of small programs are constants all the time.
class ConstantRegistersTest {

    private static Map<String, Constant> constants(String function) {
        Routine routine = Lowered.functions(function).routine("f");
        ConstantRegisters constants = ConstantRegisters.of(routine);
        var result = new TreeMap<String, Constant>();
        for (BasicBlock block : routine.blocks()) {
            for (BasicBlock.Step step : block.steps()) {
                step.instruction()
                        .target()
                        .filter(register -> !register.name().isEmpty() && constants.has(register))
                        .ifPresent(
                                register ->
                                        result.put(
                                                register.name(),
                                                constants.of(register).orElseThrow()));
            }
        }
        return result;
    }

    @Test
    void aVariableThatIsWrittenOnceWithAConstantIsOne() {
        assertThat(
                        constants(
                                """
                                func f(n: int) -> int
                                    a = "text"
                                    b = 7
                                    c = n
                                    print(a)
                                    return b + c
                                ~
                                """))
                .isEqualTo(Map.of("a", new Constant.Text("text"), "b", new Constant.Int64(7)));
    }

    @Test
    void aVariableThatIsAssignedAnewIsNone() {
        assertThat(
                        constants(
                                """
                                func f(flag: bool) -> string
                                    a = "text"
                                    if flag
                                        a = "other"
                                    ~
                                    return a
                                ~
                                """))
                .isEmpty();
    }

    /// It has what its caller gave it before that.
    @Test
    void aParameterThatIsAssignedAConstantIsNone() {
        assertThat(
                        constants(
                                """
                                func f(a: string) -> string
                                    print(a)
                                    a = "text"
                                    return a
                                ~
                                """))
                .isEmpty();
    }
}
