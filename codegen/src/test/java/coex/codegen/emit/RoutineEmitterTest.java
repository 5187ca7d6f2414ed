package coex.codegen.emit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What functions become in class files: a local variable for each register, the mutator in the
/// first, and two for each number of 64 bits.
class RoutineEmitterTest {

    private static void expect(String function, String bytecode) {
        assertThat(Emitted.of(function)).isEqualTo(bytecode);
    }

    @Test
    void eachRegisterIsALocalVariableAndConstantsArePushed() {
        expect(
                """
                func f(a: int, b: int) -> int
                    return a * b + 1
                ~
                """,
                """
                    load LONG 1
                    load LONG 3
                    lmul
                    store LONG 5
                    load LONG 5
                    push 1
                    ladd
                    store LONG 7
                    load LONG 7
                    lreturn
                """);
    }

    /// The branch goes away if the condition does not hold: what comes next is fallen into.
    @Test
    void aConditionIsOneComparisonAndABranch() {
        expect(
                """
                func f(a: int, b: int) -> int
                    if a < b
                        return a
                    ~
                    return b
                ~
                """,
                """
                    load LONG 1
                    load LONG 3
                    lcmp
                    ifge L0
                    load LONG 1
                    lreturn
                L0:
                    load LONG 3
                    lreturn
                """);
    }

    @Test
    void aLoopPollsBeforeItGoesBack() {
        expect(
                """
                func f(n: int) -> int
                    s = 0
                    while s < n
                        s += 2
                    ~
                    return s
                ~
                """,
                """
                    push 0
                    store LONG 3
                L0:
                    load LONG 3
                    load LONG 1
                    lcmp
                    ifge L1
                    load LONG 3
                    push 2
                    ladd
                    store LONG 3
                    load REFERENCE 0
                    invokestatic TaskCalls.poll
                    goto L0
                L1:
                    load LONG 3
                    lreturn
                """);
    }

    /// Of what is no number, nothing is less: a comparison with it takes the other way (`dcmpg`).
    @Test
    void aComparisonOfFloatsIsFalseForWhatIsNoNumber() {
        expect(
                """
                func f(a: float, b: float) -> bool
                    return a < b
                ~
                """,
                """
                    load DOUBLE 1
                    load DOUBLE 3
                    dcmpg
                    ifge L0
                    push 1
                    store INT 5
                    goto L1
                L0:
                    push 0
                    store INT 5
                L1:
                    load INT 5
                    ireturn
                """);
    }

    /// The mutator comes first, then what a run of the program has.
    @Test
    void theRuntimeIsCalledStatically() {
        expect(
                """
                func f(a: string, b: string) -> string
                    c = a + b
                    return c + a
                ~
                """,
                """
                    load REFERENCE 0
                    getstatic Constants.runtime
                    load LONG 1
                    load LONG 3
                    invokestatic StringCalls.concat
                    store LONG 5
                    load REFERENCE 0
                    getstatic Constants.runtime
                    load LONG 5
                    load LONG 1
                    invokestatic StringCalls.concat
                    store LONG 7
                    load LONG 7
                    lreturn
                """);
    }
}
