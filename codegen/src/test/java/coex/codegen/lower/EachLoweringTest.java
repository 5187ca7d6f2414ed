package coex.codegen.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What loops over collections other than lists become: what they go through is settled when they
/// begin, and each way back polls.
class EachLoweringTest {

    private static void expect(String function, String instructions) {
        assertThat(Lowered.functions(function).text("f")).isEqualTo(instructions);
    }

    /// A list is gone through chunk by chunk (b2), and within one without looking for it (b4).
    @Test
    void aLoopOverAMapGoesThroughAListOfItsKeys() {
        expect(
                """
                func f(m: Map<string, int>)
                    for k in m
                        print(k)
                    ~
                ~
                """,
                """
                b0:
                    %0 = MapCalls.keys(Map<string, int>, m)
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
                    k = ListCalls.inChunk(List<string>, %3, %5, %2)
                    OutputCalls.print(string, bits k)
                    goto b5
                b5:
                    %6 = 1
                    %2 = ADD_INT64 %2, %6
                    poll
                    goto b3
                b6:
                    goto b1
                b7:
                    return
                """);
    }

    @Test
    void aLoopOverASetGoesThroughAListOfItsElements() {
        expect(
                """
                func f(s: Set<int>)
                    for n in s
                        print(n)
                    ~
                ~
                """,
                """
                b0:
                    %0 = SetCalls.toList(Set<int>, s)
                    %1 = ListCalls.length(List<int>, %0)
                    %2 = 0
                    goto b1
                b1:
                    if %2 LESS %1 goto b2 else b7
                b2:
                    %3 = ListCalls.chunk(List<int>, %0, %2)
                    %4 = ListCalls.endOfChunk(List<int>, %0, %2)
                    %5 = ListCalls.shift(List<int>, %0, %2)
                    goto b3
                b3:
                    if %2 LESS %4 goto b4 else b6
                b4:
                    n = ListCalls.inChunk(List<int>, %3, %5, %2)
                    OutputCalls.print(int, bits n)
                    goto b5
                b5:
                    %6 = 1
                    %2 = ADD_INT64 %2, %6
                    poll
                    goto b3
                b6:
                    goto b1
                b7:
                    return
                """);
    }

    /// Positions are of bytes; each character is a string.
    @Test
    void aLoopOverAStringGoesFromCharacterToCharacter() {
        expect(
                """
                func f(s: string)
                    for c in s
                        print(c)
                    ~
                ~
                """,
                """
                b0:
                    %0 = s
                    %1 = StringCalls.byteLength(%0)
                    %2 = 0
                    goto b1
                b1:
                    if %2 LESS %1 goto b2 else b4
                b2:
                    %3 = StringCalls.endOfCharacter(%0, %2)
                    c = StringCalls.slice(%0, %2, %3)
                    OutputCalls.print(string, bits c)
                    goto b3
                b3:
                    %2 = %3
                    poll
                    goto b1
                b4:
                    return
                """);
    }

    @Test
    void aLoopOverAnArrayCounts() {
        expect(
                """
                func f(a: Array<int>)
                    for n in a
                        print(n)
                    ~
                ~
                """,
                """
                b0:
                    %0 = a
                    %1 = ArrayCalls.length(Array<int>, %0)
                    %2 = 0
                    goto b1
                b1:
                    if %2 LESS %1 goto b2 else b4
                b2:
                    n = ArrayCalls.get(Array<int>, %0, %2)
                    OutputCalls.print(int, bits n)
                    goto b3
                b3:
                    %3 = 1
                    %2 = ADD_INT64 %2, %3
                    poll
                    goto b1
                b4:
                    return
                """);
    }
}
