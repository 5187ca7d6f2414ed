package coex.codegen.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What `results = for …` becomes.
class GatherLoweringTest {

    private static void expect(String function, String instructions) {
        assertThat(Lowered.functions(function).text("f")).isEqualTo(instructions);
    }

    /// The variable is given the list at the end: the loop may read what it had before.
    @Test
    void valuesAreAppendedToAListOfTheLoopsOwn() {
        expect(
                """
                func f(n: int) -> [int]
                    r = for i in 0..n
                        i * i
                    ~
                    return r
                ~
                """,
                """
                b0:
                    $list = empty
                    %0 = 0
                    %1 = n
                    goto b1
                b1:
                    if %0 LESS %1 goto b2 else b4
                b2:
                    i = %0
                    %2 = MULTIPLY_INT64 i, i
                    $list = ListCalls.appendToOwn(List<int>, $list, bits %2)
                    goto b3
                b3:
                    %3 = 1
                    %0 = ADD_INT64 %0, %3
                    poll
                    goto b1
                b4:
                    r = $list
                    return r
                """);
    }

    /// First a list of futures (b2), then their results in the same order (b6).
    @Test
    void tasksAreAllStartedBeforeAnyIsWaitedFor() {
        expect(
                """
                task work(n: int) -> int
                    return n
                ~
                func f(n: int) -> [int]
                    r = for i in 0..n
                        work(i)
                    ~
                    return r
                ~
                """,
                """
                b0:
                    %0 = TaskCalls.count()
                    %1 = empty
                    %2 = 0
                    %3 = n
                    %4 = TaskCalls.count()
                    goto b1
                b1:
                    if %2 LESS %3 goto b2 else b4
                b2:
                    i = %2
                    %5 = new closure of work(i)
                    %6 = TaskCalls.start(%5, %4, 'work', 'f (test.coex:6)', 'i', #0)
                    %1 = ListCalls.appendToOwn(List<string>, %1, bits %6)
                    goto b3
                b3:
                    %7 = 1
                    %2 = ADD_INT64 %2, %7
                    poll
                    goto b1
                b4:
                    TaskCalls.joinLoop(%4)
                    $results = empty
                    %8 = ListCalls.length(List<string>, %1)
                    %9 = 0
                    goto b5
                b5:
                    if %9 LESS %8 goto b6 else b7
                b6:
                    %10 = ListCalls.get(List<string>, %1, %9)
                    $value = TaskCalls.await(%10)
                    $results = ListCalls.appendToOwn(List<int>, $results, bits $value)
                    %11 = 1
                    %9 = ADD_INT64 %9, %11
                    poll
                    goto b5
                b7:
                    r = $results
                    TaskCalls.joinFunction(%0)
                    return r
                """);
    }
}
