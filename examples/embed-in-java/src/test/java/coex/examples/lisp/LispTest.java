package coex.examples.lisp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.StressOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Every program runs in a heap that collects all the time and notices each use of what it has
/// freed.
class LispTest {

    private static final String COUNT =
            "(set count (function (n) (if (= n 0) 0 (count (- n 1)))))\n";
    private static final String BUILD =
            "(set build (function (n list) (if (= n 0) list (build (- n 1) (pair n list)))))\n";

    private static HeapOptions strict(long bytes) {
        return HeapOptions.builder()
                .maximumBytes(bytes)
                .stress(
                        StressOptions.NONE
                                .withCollectEvery(3)
                                .withPoison(true)
                                .withQuarantine(true))
                .build();
    }

    private static String run(String program) {
        try (Heap heap = Heap.open(strict(32 << 20));
                Lisp lisp = new Lisp(heap, _ -> {})) {
            return lisp.run(program);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    42                                                        | 42
                    "a text"                                                  | a text
                    (quote (a 1 "b" (c)))                                     | (a 1 b (c))
                    ()                                                        | ()
                    (+ 1 (* 2 (- 10 7)))                                      | 7
                    (if (< 1 2) 10 20)                                        | 10
                    (if (= 1 2) 10 20)                                        | 20
                    (head (tail (pair 1 (pair 2 ()))))                        | 2
                    ((function (x y) (- x y)) 10 3)                           | 7
                    (((function (x) (function (y) (+ x y))) 1) 2)             | 3
                    (set x 1) (set f (function () (set x (+ x 1)))) (f) (f) x | 3
                    (both (+ 1 1) (+ 2 2))                                    | (2 4)
                    ; only a comment                                          | ()
                    """)
    void aProgramGivesTheValueOfItsLastExpression(String program, String value) {
        assertThat(run(program)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    (+ 1 nothing)                  | nothing is called nothing
                    (+ 1 "one")                    | one is no Number
                    (5 1)                          | 5 is no Function
                    (head ())                      | () is no Pair
                    ((function (x) x) 1 2)         | called with (1 2): (x)
                    (set 5 1)                      | 5 is no Symbol
                    (+ 1                           | a ( without its )
                    )                              | a ) without its (
                    "open                          | a text without its second quote
                    99999999999999999999           | a number beyond 64 bits: 99999999999999999999
                    (* 9999999999 9999999999)      | a number beyond 64 bits
                    """)
    void aMistakeIsSaidInWords(String program, String message) {
        assertThatThrownBy(() -> run(program))
                .isInstanceOf(LispException.class)
                .hasMessage(message);
    }

    @Test
    void aCallInTheLastPlaceTakesNoStack() {
        assertThat(run(COUNT + "(count 20000)")).isEqualTo("0");
    }

    @Test
    void callsNestedTooDeepAreAMistakeOfTheProgram() {
        String deep = "(set f (function (n) (+ 1 (f n)))) (f 1)";
        assertThatThrownBy(() -> run(deep)).hasMessage("calls are nested too deep");
        assertThatThrownBy(() -> run("(".repeat(100_000))).hasMessage("lists are nested too deep");
    }

    @Test
    void whatTheThreadsOfBothComputeIsKept() {
        String tree =
                BUILD
                        + "(set tree (function (n) (if (= n 0) (build 20 ())"
                        + " (both (tree (- n 1)) (tree (- n 1))))))"
                        + "(set last (function (t) (if (tail t) (last (tail t)) (head t))))"
                        + "(last (last (last (last (last (tree 4))))))";
        assertThat(run(tree)).isEqualTo("20");
    }

    @Test
    void aProgramThatWantsTooMuchEndsAndTheNextOneRuns() {
        List<String> printed = new CopyOnWriteArrayList<>();
        HeapOptions small = HeapOptions.builder().maximumBytes(4 << 20).build();
        try (Heap heap = Heap.open(small);
                Lisp lisp = new Lisp(heap, printed::add)) {
            assertThatThrownBy(() -> lisp.run(BUILD + "(build -1 ())"))
                    .isInstanceOf(LispException.class)
                    .hasMessageStartingWith("the program needs more memory");
            lisp.run("(print (build 3 ()))");
        }
        assertThat(printed).containsExactly("(1 2 3)");
    }

    @Test
    void theExampleOfTheGuideRuns() throws Exception {
        List<String> printed = new CopyOnWriteArrayList<>();
        try (Heap heap = Heap.open();
                Lisp lisp = new Lisp(heap, printed::add)) {
            lisp.run(Files.readString(Path.of("src", "main", "lisp", "primes.lisp")));
        }
        assertThat(printed)
                .containsExactly(
                        "(2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71 73 79 83 89 97)");
    }
}
