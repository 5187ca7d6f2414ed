package coex.codegen.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What conditions become: branches, without a value in between where nobody wants one.
class ConditionLoweringTest {

    /// The blocks before the two that return 1 and 2.
    private static String branches(String parameters, String condition) {
        String text =
                Lowered.functions(
                                """
                                func f(%s) -> int
                                    if %s
                                        return 1
                                    ~
                                    return 2
                                ~
                                """
                                        .formatted(parameters, condition))
                        .text("f");
        int then = text.indexOf(" = 1\n    return");
        return text.substring(0, text.lastIndexOf("\nb", then) + 1);
    }

    @Test
    void andOrAndNotAreBranches() {
        assertThat(branches("a: bool, b: bool, c: bool", "a and (b or not c)"))
                .isEqualTo(
                        """
                        b0:
                            if a goto b1 else b4
                        b1:
                            if b goto b3 else b2
                        b2:
                            if c goto b4 else b3
                        """);
    }

    @ParameterizedTest
    @CsvSource({
        "==, EQUAL",
        "!=, NOT_EQUAL",
        "<, LESS",
        "<=, LESS_EQUAL",
        ">, GREATER",
        ">=, GREATER_EQUAL"
    })
    void numbersAreComparedByTheBranchItself(String operator, String comparison) {
        String branch = "b0:\n    if a %s b goto b1 else b2\n".formatted(comparison);
        assertThat(branches("a: int, b: int", "a %s b".formatted(operator))).isEqualTo(branch);
        assertThat(branches("a: float, b: float", "a %s b".formatted(operator))).isEqualTo(branch);
    }

    @Test
    void stringsAreComparedByTheRuntime() {
        assertThat(branches("a: string, b: string", "a <= b"))
                .isEqualTo(
                        """
                        b0:
                            %0 = StringCalls.compare(a, b)
                            %1 = 0
                            if %0 LESS_EQUAL %1 goto b1 else b2
                        """);
    }

    @Test
    void inequalityIsEqualityWithTheWaysExchanged() {
        assertThat(branches("a: string, b: string", "a == b"))
                .isEqualTo(
                        """
                        b0:
                            %0 = StringCalls.equal(a, b)
                            if %0 goto b1 else b2
                        """);
        assertThat(branches("a: [int], b: [int]", "a != b"))
                .isEqualTo(
                        """
                        b0:
                            %0 = ValueCalls.equal(List<int>, bits a, bits b)
                            if %0 goto b2 else b1
                        """);
    }

    /// An empty string is handle 0, so nil is another handle there.
    @Test
    void nilIsHandleZeroUnlessThatIsAValue() {
        assertThat(branches("a: int?, b: string?", "a == nil or b == nil"))
                .isEqualTo(
                        """
                        b0:
                            %0 = empty
                            if a EQUAL %0 goto b2 else b1
                        b1:
                            %1 = nil
                            if b EQUAL %1 goto b2 else b3
                        """);
    }

    @Test
    void aConditionWhoseValueIsWantedGivesTrueOrFalse() {
        assertThat(
                        Lowered.functions(
                                        """
                                        func f(a: bool, b: bool) -> bool
                                            return a or b
                                        ~
                                        """)
                                .text("f"))
                .isEqualTo(
                        """
                        b0:
                            if a goto b2 else b1
                        b1:
                            if b goto b2 else b3
                        b2:
                            %0 = true
                            goto b4
                        b3:
                            %0 = false
                            goto b4
                        b4:
                            return %0
                        """);
    }
}
