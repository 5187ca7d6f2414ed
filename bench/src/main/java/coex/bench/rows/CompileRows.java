package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.language.CompileSpeed;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Lines compiled in a second, of a generated program with many functions, beside javac and the
/// same functions in Java: once in a JVM that has just started, and once in one that is warm.
public final class CompileRows implements RowGroup {

    @Override
    public String name() {
        return "compile";
    }

    @Override
    public int seconds(Effort effort) {
        return 12;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        int lines = effort == Effort.SMOKE ? 1000 : 50_000;
        Figures ours = run("coex", lines, effort);
        Figures javac = run("java", lines, effort);
        List<Row> rows = new ArrayList<>();
        for (String state : List.of("cold", "warm")) {
            rows.add(
                    new Row(
                            "language/compile/" + state,
                            Measured.once(ours.single(state)),
                            Measured.once(javac.single(state)),
                            "javac",
                            "lines/s",
                            Goal.NONE,
                            "%,d lines to class files in memory".formatted(lines)));
        }
        return rows;
    }

    private static Figures run(String compiler, int lines, Effort effort)
            throws IOException, InterruptedException {
        return new ChildJvm(CompileSpeed.class)
                .flags("-XX:+UseSerialGC", "-Xmx1g")
                .arguments(compiler, lines, effort == Effort.SMOKE ? 1 : 5)
                .run()
                .figures();
    }
}
