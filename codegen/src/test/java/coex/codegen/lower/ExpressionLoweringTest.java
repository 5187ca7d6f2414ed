package coex.codegen.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What expressions become: values in registers, in the order in which they are written.
class ExpressionLoweringTest {

    private static void expect(String functions, String instructions) {
        assertThat(Lowered.functions(functions).text("f")).isEqualTo(instructions);
    }

    @Test
    void argumentsAreWorkedOutFromTheInsideInOrder() {
        expect(
                """
                func g(a: string, b: string) -> string
                    return a
                ~
                func f(a: string) -> string
                    return g(a, g(a, "x"))
                ~
                """,
                """
                b0:
                    %0 = "x"
                    %1 = g(a, %0)
                    %2 = g(a, %1)
                    return %2
                """);
    }

    @Test
    void anIntBecomesAFloatBeforeItIsAddedToOne() {
        expect(
                """
                func f(a: int) -> float
                    return a + 1.5
                ~
                """,
                """
                b0:
                    %0 = INT64_TO_FLOAT64 a
                    %1 = 1.5
                    %2 = ADD_FLOAT64 %0, %1
                    return %2
                """);
    }

    @Test
    void anElementComesAsBits() {
        expect(
                """
                func f(xs: [float]) -> float
                    return xs[1]
                ~
                """,
                """
                b0:
                    %0 = 1
                    %1 = ListCalls.get(List<float>, xs, %0)
                    %2 = BITS_TO_VALUE %1
                    return %2
                """);
    }

    @Test
    void anOptionalNumberIsInABox() {
        expect(
                """
                func f(a: int) -> int?
                    return a
                ~
                """,
                """
                b0:
                    %0 = new box of int(a)
                    return %0
                """);
        expect(
                """
                func f(a: int?) -> int
                    return a ?? 7
                ~
                """,
                """
                b0:
                    %0 = empty
                    if a EQUAL %0 goto b2 else b1
                b1:
                    %1 = a.0
                    goto b3
                b2:
                    %1 = 7
                    goto b3
                b3:
                    return %1
                """);
    }

    @Test
    void anOptionalStringIsTheStringItself() {
        expect(
                """
                func f(a: string?) -> string
                    return a ?? "x"
                ~
                """,
                """
                b0:
                    %0 = nil
                    if a EQUAL %0 goto b2 else b1
                b1:
                    %1 = a
                    goto b3
                b2:
                    %1 = "x"
                    goto b3
                b3:
                    return %1
                """);
    }

    /// The new object has the other fields of the old one; both uses refuse nil.
    @Test
    void settingAFieldMakesAnotherStruct() {
        expect(
                """
                type P:
                    x: int
                    name: string
                ~
                func f(p: P) -> P
                    p.x = p.x + 1
                    return p
                ~
                """,
                """
                b0:
                    refuse nil p
                    refuse nil p
                    %0 = p.0
                    %1 = 1
                    %2 = ADD_INT64 %0, %1
                    %3 = p.1
                    p = new P(%2, %3)
                    return p
                """);
    }

    @Test
    void matchAsksForOneVariantAfterTheOther() {
        expect(
                """
                type S:
                    case A(r: float)
                    case B(s: float, n: float)
                ~
                func f(s: S) -> float
                    match s
                        case A(r): return r ~
                        case B(x, n): return n ~
                    ~
                    return 0.0
                ~
                """,
                """
                b0:
                    $0 = s
                    refuse nil $0
                    %0 = $0 is S#0
                    if %0 goto b1 else b2
                b1:
                    r = $0.0
                    return r
                b2:
                    refuse nil $0
                    %1 = $0 is S#1
                    if %1 goto b3 else b4
                b3:
                    x = $0.0
                    n = $0.1
                    return n
                b4:
                    goto b5
                b5:
                    goto b6
                b6:
                    %2 = 0.0
                    return %2
                """);
    }

    @Test
    void onlyTheChosenSideOfAConditionalIsWorkedOut() {
        expect(
                """
                func f(a: int) -> int
                    return a > 0 ? a : -a
                ~
                """,
                """
                b0:
                    %0 = 0
                    if a GREATER %0 goto b1 else b2
                b1:
                    %1 = a
                    goto b3
                b2:
                    %1 = NEGATE_INT64 a
                    goto b3
                b3:
                    return %1
                """);
    }

    @Test
    void aMapHasTheZeroValueForWhatIsNotThere() {
        expect(
                """
                func f(m: Map<string, int>) -> int
                    m["a"] = 1
                    return m["a"]
                ~
                """,
                """
                b0:
                    %0 = "a"
                    %1 = 1
                    m = MapCalls.set(Map<string, int>, m, bits %0, bits %1)
                    %2 = "a"
                    %3 = 0
                    %4 = MapCalls.get(Map<string, int>, m, bits %2, bits %3)
                    return %4
                """);
    }

    @Test
    void aClosureHoldsWhatItCapturesAndIsRefusedAsNilWhenItIsCalled() {
        assertThat(
                        Lowered.functions(
                                        """
                                        func f(n: int) -> int
                                            g = func(x: int) => x + n
                                            return g(3)
                                        ~
                                        """)
                                .text("f"))
                .matches("(?s)b0:\\n    g = new closure of \\S+\\(n\\)\\n.*")
                .endsWith("%0 = 3\n    refuse nil g\n    %1 = call (g, %0)\n    return %1\n");
    }

    @Test
    void aFunctionThatEndsWithoutAReturnGivesTheZeroValue() {
        expect(
                """
                func f() -> string
                ~
                """,
                """
                b0:
                    %0 = empty
                    return %0
                """);
    }
}
