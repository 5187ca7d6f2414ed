package coex.codegen.roots;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.lower.Lowered;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.TreeMap;

/// Which variables of small programs get which slots of the frame.
class SlotsOfProgramsTest {

    private static Map<String, Integer> slots(String function) {
        Routine routine =
                Lowered.functions(
                                """
                                func make() -> string
                                    return "a" + String.from(1)
                                ~
                                """
                                        + function)
                        .routine("f");
        RootSlots slots = FramePlan.of(routine).slots();
        var result = new TreeMap<String, Integer>();
        for (BasicBlock block : routine.blocks()) {
            for (BasicBlock.Step step : block.steps()) {
                step.instruction()
                        .target()
                        .filter(register -> slots.of(register).isPresent())
                        .ifPresent(
                                register ->
                                        result.put(name(register), slots.of(register).getAsInt()));
            }
        }
        return result;
    }

    private static String name(Register register) {
        return register.name().isEmpty() ? "%" : register.name();
    }

    @Test
    void variablesThatAreNeededTogetherHaveDifferentSlots() {
        assertThat(
                        slots(
                                """
                                func f() -> string
                                    a = make()
                                    b = make()
                                    c = make()
                                    return a + b + c
                                ~
                                """))
                .isEqualTo(Map.of("a", 0, "b", 1, "c", 2));
    }

    @Test
    void variablesThatFollowOneAnotherShareASlot() {
        assertThat(
                        slots(
                                """
                                func f()
                                    a = make()
                                    gc()
                                    print(a)
                                    b = make()
                                    gc()
                                    print(b)
                                ~
                                """))
                .isEqualTo(Map.of("a", 0, "b", 0));
    }

    @Test
    void aVariableThatIsOnlyNeededAtOnceHasNone() {
        assertThat(
                        slots(
                                """
                                func f()
                                    a = make()
                                    print(a)
                                ~
                                """))
                .isEmpty();
    }

    /// A poll roots what it has to itself, when the collector wants something.
    @Test
    void aVariableThatIsNeededAfterPollsOnlyHasNone() {
        assertThat(
                        slots(
                                """
                                func f(n: int) -> string
                                    a = make()
                                    i = 0
                                    while i < n
                                        i += 1
                                    ~
                                    return a
                                ~
                                """))
                .isEmpty();
    }

    @Test
    void aConstantHasNone() {
        assertThat(
                        slots(
                                """
                                func f() -> string
                                    a = "constant"
                                    gc()
                                    return a
                                ~
                                """))
                .isEmpty();
    }

    @Test
    void aVariableThatIsSometimesAConstantHasOne() {
        assertThat(
                        slots(
                                """
                                func f(flag: bool) -> string
                                    a = "constant"
                                    if flag
                                        a = make()
                                    ~
                                    gc()
                                    return a
                                ~
                                """))
                .isEqualTo(Map.of("a", 0));
    }
}
