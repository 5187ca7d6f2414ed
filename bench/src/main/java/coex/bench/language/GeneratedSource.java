package coex.bench.language;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A program of many small functions that call each other, in Coex and, the same, in Java.
final class GeneratedSource {

    private static final int LINES_OF_FUNCTION = 12;
    private static final int FUNCTIONS_OF_CLASS = 500;

    private static final String COEX =
            """
            func step%1$d(n: int, text: string) -> int
                sum = %1$d
                for i in 0..n
                    sum += i * %1$d
                    if sum > 1000000
                        sum = sum / 3
                    ~
                ~
                words = text.split(" ")
                name = text + "%1$d"
                return sum + words.len() + name.len() + %2$s
            ~
            """;

    private static final String JAVA =
            """
            static long step%1$d(long n, String text) {
                long sum = %1$d;
                for (long i = 0; i < n; i++) {
                    sum += i * %1$d;
                    if (sum > 1000000) {
                        sum = sum / 3;
                    }
                }
                var words = java.util.List.of(text.split(" "));
                var name = text + "%1$d";
                return sum + words.size() + name.length() + %2$s;
            }
            """;

    private GeneratedSource() {}

    static String coex(int lines) {
        return IntStream.range(0, lines / LINES_OF_FUNCTION)
                        .mapToObj(i -> COEX.formatted(i, coexCall(i)))
                        .collect(Collectors.joining())
                + "func main() -> int\n    print(step7(3, \"a b\"))\n    return 0\n~\n";
    }

    private static String coexCall(int number) {
        return number == 0 ? "0" : "step%d(n / 2, text)".formatted(number / 2);
    }

    static String java(int lines) {
        return IntStream.range(0, lines / LINES_OF_FUNCTION)
                        .mapToObj(
                                i ->
                                        (i % FUNCTIONS_OF_CLASS == 0 ? opening(i) : "")
                                                + JAVA.formatted(i, javaCall(i)))
                        .collect(Collectors.joining())
                + "}\n";
    }

    private static String opening(int number) {
        return (number == 0 ? "" : "}\n")
                + "final class Part%d {\n".formatted(number / FUNCTIONS_OF_CLASS);
    }

    private static String javaCall(int number) {
        return number == 0
                ? "0"
                : "Part%d.step%d(n / 2, text)"
                        .formatted(number / 2 / FUNCTIONS_OF_CLASS, number / 2);
    }
}
