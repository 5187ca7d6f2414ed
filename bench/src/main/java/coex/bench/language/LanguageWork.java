package coex.bench.language;

import coex.bench.report.Goal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/// Programs that exist twice: in Coex, as a resource of the same name, and in Java, in
/// [JavaWork]. Both compute the same number.
public enum LanguageWork {
    ARITHMETIC_INTS(JavaWork::collatz, 1_000_000, 300_000, Goal.ratioAtMost(1.2), ""),
    ARITHMETIC_RANGES(JavaWork::products, 20_000, 10_000, Goal.ratioAtMost(1.2), ""),
    ARITHMETIC_FLOATS(JavaWork::mandelbrot, 800, 500, Goal.ratioAtMost(1.2), ""),
    CALLS_NUMBERS(JavaWork::fib, 36, 34, Goal.ratioAtMost(1.2), "no handles: no frames"),
    CALLS_STRUCTS(JavaWork::fibByRule, 36, 34, Goal.ratioAtMost(1.5), "Java: a record"),
    CALLS_LISTS(
            JavaWork::coins, 900, 500, Goal.ratioAtMost(1.5, 2), "Java: List.of of boxed longs"),
    APPEND(
            JavaWork::append,
            1_000_000,
            1_000_000,
            Goal.ratioAtMost(2),
            "Java: ArrayList of boxed longs"),
    ITERATE(
            JavaWork::iterate,
            1_000_000,
            1_000_000,
            Goal.ratioAtMost(2),
            "the same list, 20 times through"),
    MAP(JavaWork::map, 500_000, 500_000, Goal.ratioAtMost(2), "Java: HashMap of boxed longs"),
    SPLIT(
            JavaWork::split,
            100_000,
            50_000,
            Goal.ratioAtMost(2),
            "Java: StringBuilder and String.split"),
    TREE(JavaWork::tree, 20, 20, Goal.ratioAtMost(2), "Java: records"),
    CHURN(
            JavaWork::churn,
            1_000_000,
            100_000,
            Goal.ratioAtMost(2),
            "Java: System.gc() every 1,000"),
    MATRIX(
            JavaWork::life,
            200,
            100,
            Goal.ratioAtMost(2),
            "life on 256 times 256; Java: two int[][]");

    private static final int SMOKE_DIVISOR = 50;

    private final LongUnaryOperator java;
    private final int size;
    private final int quickSize;
    private final Goal goal;
    private final String note;

    LanguageWork(LongUnaryOperator java, int size, int quickSize, Goal goal, String note) {
        this.java = java;
        this.size = size;
        this.quickSize = quickSize;
        this.goal = goal;
        this.note = note;
    }

    /// What the Java program computes.
    public long inJava(long givenSize) {
        return java.applyAsLong(givenSize);
    }

    /// The Coex program, with a `main` that runs and times its `work`.
    public String inCoex() {
        return text(word()) + "\n" + text("harness");
    }

    private static String text(String name) {
        String path = "/language/" + name + ".coex";
        try (InputStream in = LanguageWork.class.getResourceAsStream(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        }
    }

    /// Its name in results.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public int size() {
        return size;
    }

    public int quickSize() {
        return quickSize;
    }

    /// Just enough to see that it runs. What recursion takes grows faster than the size.
    public int smokeSize() {
        return quickSize < 1000 ? Math.min(12, quickSize) : quickSize / SMOKE_DIVISOR;
    }

    public Goal goal() {
        return goal;
    }

    public String note() {
        return note;
    }
}
