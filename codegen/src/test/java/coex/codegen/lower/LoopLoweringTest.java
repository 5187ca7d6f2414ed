package coex.codegen.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What loops become. Every way back passes a poll, and what a loop goes through is settled when it
/// begins.
class LoopLoweringTest {

    private static void expect(String function, String instructions) {
        assertThat(Lowered.functions(function).text("f")).isEqualTo(instructions);
    }

    @Test
    void aWhileLoopTestsFirstAndPollsOnItsWayBack() {
        expect(
                """
                func f(n: int) -> int
                    i = 0
                    while i < n
                        i += 1
                    ~
                    return i
                ~
                """,
                """
                b0:
                    i = 0
                    goto b1
                b1:
                    if i LESS n goto b2 else b4
                b2:
                    %0 = 1
                    i = ADD_INT64 i, %0
                    goto b3
                b3:
                    poll
                    goto b1
                b4:
                    return i
                """);
    }

    @Test
    void continueGoesToThePollAndBreakBehindTheLoop() {
        expect(
                """
                func f(n: int) -> int
                    while true
                        n -= 1
                        if n == 3
                            continue
                        ~
                        if n < 0
                            break
                        ~
                    ~
                    return n
                ~
                """,
                """
                b0:
                    goto b1
                b1:
                    goto b2
                b2:
                    %0 = 1
                    n = SUBTRACT_INT64 n, %0
                    %1 = 3
                    if n EQUAL %1 goto b3 else b4
                b3:
                    goto b9
                b4:
                    goto b5
                b5:
                    %2 = 0
                    if n LESS %2 goto b6 else b7
                b6:
                    goto b10
                b7:
                    goto b8
                b8:
                    goto b9
                b9:
                    poll
                    goto b1
                b10:
                    return n
                """);
    }

    /// Both ends are copied, so assignments to `n` and `i` do not change how often the loop runs.
    @Test
    void theBoundsOfARangeAreThoseItBeganWith() {
        expect(
                """
                func f(n: int)
                    for i in 0..n
                        n -= 1
                        print(i)
                    ~
                ~
                """,
                """
                b0:
                    %0 = 0
                    %1 = n
                    goto b1
                b1:
                    if %0 LESS %1 goto b2 else b4
                b2:
                    i = %0
                    %2 = 1
                    n = SUBTRACT_INT64 n, %2
                    OutputCalls.print(int, bits i)
                    goto b3
                b3:
                    %3 = 1
                    %0 = ADD_INT64 %0, %3
                    poll
                    goto b1
                b4:
                    return
                """);
    }

    /// b4 finds where the strip ends: 1000 rounds on, or where the range ends; a difference that is
    /// too large for a number is negative. b9 is where the loop polls.
    @Test
    void aRangeWithAShortBodyPollsAfterAStripOfRounds() {
        expect(
                """
                func f(n: int) -> int
                    s = 0
                    for i in 0..n
                        s += i
                    ~
                    return s
                ~
                """,
                """
                b0:
                    s = 0
                    %0 = 0
                    %1 = n
                    goto b1
                b1:
                    if %0 LESS %1 goto b4 else b10
                b2:
                    i = %0
                    s = ADD_INT64 s, i
                    goto b3
                b3:
                    %2 = 1
                    %0 = ADD_INT64 %0, %2
                    goto b8
                b4:
                    %3 = SUBTRACT_INT64 %1, %0
                    %4 = 1000
                    %5 = 0
                    if %3 LESS %5 goto b6 else b5
                b5:
                    if %3 LESS %4 goto b7 else b6
                b6:
                    %6 = ADD_INT64 %0, %4
                    goto b8
                b7:
                    %6 = %1
                    goto b8
                b8:
                    if %0 LESS %6 goto b2 else b9
                b9:
                    poll
                    goto b1
                b10:
                    return s
                """);
    }

    /// The element is read from the chunk's handle again in each round: there is a poll in between,
    /// and no address may outlive it.
    @Test
    void aListWhoseLoopPollsIsReadByTheHandlesOfItsChunks() {
        expect(
                """
                func f(xs: [string]) -> int
                    n = 0
                    for x in xs
                        n += x.len()
                    ~
                    return n
                ~
                """,
                """
                b0:
                    n = 0
                    %0 = xs
                    %1 = ListCalls.length(List<string>, %0)
                    %2 = 0
                    goto b1
                b1:
                    if %2 LESS %1 goto b2 else b7
                b2:
                    %3 = ListCalls.chunk(List<string>, %0, %2)
                    %4 = ListCalls.endOfChunk(List<string>, %0, %2)
                    %5 = ListCalls.shift(List<string>, %0, %2)
                    goto b3
                b3:
                    if %2 LESS %4 goto b4 else b6
                b4:
                    x = ListCalls.inChunk(List<string>, %3, %5, %2)
                    %6 = StringCalls.length(x)
                    n = ADD_INT64 n, %6
                    goto b5
                b5:
                    %7 = 1
                    %2 = ADD_INT64 %2, %7
                    poll
                    goto b3
                b6:
                    goto b1
                b7:
                    return n
                """);
    }

    @Test
    void aListWhoseBodyIsShortIsReadByTheAddressOfAChunkWithAPollAfterEach() {
        expect(
                """
                func f(xs: [int]) -> int
                    n = 0
                    for x in xs
                        n += x
                    ~
                    return n
                ~
                """,
                """
                b0:
                    n = 0
                    %0 = xs
                    %1 = ListCalls.length(List<int>, %0)
                    %2 = 0
                    goto b1
                b1:
                    if %2 LESS %1 goto b2 else b7
                b2:
                    %3 = ListCalls.chunk(List<int>, %0, %2)
                    %4 = ListCalls.endOfChunk(List<int>, %0, %2)
                    %5 = ListCalls.origin(List<int>, %0, %3, %2)
                    goto b3
                b3:
                    if %2 LESS %4 goto b4 else b6
                b4:
                    x = ListCalls.load(List<int>, %5, %2)
                    n = ADD_INT64 n, x
                    goto b5
                b5:
                    %6 = 1
                    %2 = ADD_INT64 %2, %6
                    goto b3
                b6:
                    poll
                    goto b1
                b7:
                    return n
                """);
    }

    @Test
    void aListThatIsBuiltInALoopIsLengthenedInPlace() {
        assertThat(
                        Lowered.functions(
                                        """
                                        func f(xs: [int]) -> [int]
                                            return [x * 2 for x in xs if x > 0]
                                        ~
                                        """)
                                .text("f"))
                .contains("$0 = empty", "$0 = ListCalls.appendToOwn(List<int>, $0, bits %8)")
                .doesNotContain("ListCalls.append(");
    }
}
