package coex.codegen.roots;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.BasicBlock;
import coex.codegen.lower.Lowered;

import org.junit.jupiter.api.Test;

import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/// Which handles of small programs are needed after which safepoints.
class LivenessTest {

    private static final String HELPERS =
            """
            func make() -> string
                return "a" + String.from(1)
            ~
            func use(s: string)
                print(s)
            ~
            """;

    /// The instructions of `f`, with what is live at safepoints behind them.
    private static String live(String function) {
        Lowered program = Lowered.functions(HELPERS + function);
        Map<BasicBlock.Step, BitSet> found = new IdentityHashMap<>();
        new Liveness(program.routine("f"))
                .visit(
                        new Liveness.Visitor() {
                            @Override
                            public void atSafepoint(BasicBlock.Step step, BitSet live) {
                                found.put(step, (BitSet) live.clone());
                            }
                        });
        return program.text("f", step -> Optional.ofNullable(found.get(step)));
    }

    @Test
    void whatIsNeededLaterIsLiveAtACallAndItsResultIsNot() {
        assertThat(
                        live(
                                """
                                func f() -> string
                                    a = make()
                                    b = make()
                                    return a + b
                                ~
                                """))
                .isEqualTo(
                        """
                        b0:
                            a = make()  # []
                            b = make()  # [a]
                            %0 = StringCalls.concat(a, b)  # []
                            return %0
                        """);
    }

    /// The caller keeps the arguments of a call for the callee. The runtime keeps what it is given
    /// itself.
    @Test
    void theArgumentsOfACallAreLiveWhileItRuns() {
        assertThat(
                        live(
                                """
                                func f()
                                    a = make()
                                    use(a)
                                    b = make()
                                    print(b)
                                ~
                                """))
                .isEqualTo(
                        """
                        b0:
                            a = make()  # []
                            use(a)  # [a]
                            b = make()  # []
                            OutputCalls.print(string, bits b)  # []
                            return
                        """);
    }

    @Test
    void whatTheNextRoundNeedsIsLiveInTheWholeLoop() {
        assertThat(
                        live(
                                """
                                func f(n: int)
                                    a = make()
                                    while n > 0
                                        use(a)
                                        b = make()
                                        use(b)
                                        n -= 1
                                    ~
                                ~
                                """))
                .isEqualTo(
                        """
                        b0:
                            a = make()  # []
                            goto b1
                        b1:
                            %0 = 0
                            if n GREATER %0 goto b2 else b4
                        b2:
                            use(a)  # [a]
                            b = make()  # [a]
                            use(b)  # [a, b]
                            %1 = 1
                            n = SUBTRACT_INT64 n, %1
                            goto b3
                        b3:
                            poll  # [a]
                            goto b1
                        b4:
                            return
                        """);
    }

    @Test
    void whatOnlyOneWayNeedsIsLiveUpToTheBranchAndOnThatWay() {
        assertThat(
                        live(
                                """
                                func f(flag: bool)
                                    a = make()
                                    gc()
                                    if flag
                                        gc()
                                        use(a)
                                    else
                                        gc()
                                    ~
                                ~
                                """))
                .isEqualTo(
                        """
                        b0:
                            a = make()  # []
                            GcCalls.collect()  # [a]
                            if flag goto b1 else b2
                        b1:
                            GcCalls.collect()  # [a]
                            use(a)  # [a]
                            goto b3
                        b2:
                            GcCalls.collect()  # []
                            goto b3
                        b3:
                            return
                        """);
    }

    @Test
    void aVariableThatIsAssignedAnewIsNotLiveBefore() {
        assertThat(
                        live(
                                """
                                func f()
                                    a = make()
                                    use(a)
                                    gc()
                                    a = make()
                                    use(a)
                                ~
                                """))
                .isEqualTo(
                        """
                        b0:
                            a = make()  # []
                            use(a)  # [a]
                            GcCalls.collect()  # []
                            a = make()  # []
                            use(a)  # [a]
                            return
                        """);
    }

    /// The caller keeps parameters, and with them what is read from them.
    @Test
    void parametersAndTheirPartsAreNotLiveUnlessTheRoutineIsATasks() {
        String body =
                """
                 f(words: [string]) -> string
                    first = words[0]
                    gc()
                    return first
                ~
                """;
        assertThat(live("func" + body))
                .isEqualTo(
                        """
                        b0:
                            %0 = 0
                            first = ListCalls.get(List<string>, words, %0)
                            GcCalls.collect()  # []
                            return first
                        """);
        assertThat(live("task" + body)).contains("GcCalls.collect()  # [first]");
    }

    @Test
    void numbersAreNeverLive() {
        assertThat(
                        live(
                                """
                                func f(n: int) -> float
                                    x = n + 1.5
                                    gc()
                                    return x
                                ~
                                """))
                .contains("# []")
                .doesNotContain("x]");
    }
}
