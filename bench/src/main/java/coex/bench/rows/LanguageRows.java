package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.language.CoexProgram;
import coex.bench.language.JavaProgram;
import coex.bench.language.LanguageWork;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// A Coex program beside the same program in Java: its time, and its memory.
///
/// Each runs in a JVM of its own, the same work several times; the first rounds, in which the JIT
/// compiles, are left out. What it cannot tell: how long a program takes that runs once.
public final class LanguageRows implements RowGroup {

    private static final double NANOS_OF_MILLI = 1e6;

    private final LanguageWork work;

    public LanguageRows(LanguageWork work) {
        this.work = work;
    }

    @Override
    public String name() {
        return work.word();
    }

    @Override
    public int seconds(Effort effort) {
        return 2 + effort.languageRounds();
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        int size =
                switch (effort) {
                    case SMOKE -> work.smokeSize();
                    case QUICK -> work.quickSize();
                    case FULL -> work.size();
                };
        Figures ours = run(CoexProgram.class, HostJvm.OURS, size, effort);
        Figures javas = run(JavaProgram.class, HostJvm.PLAIN_JAVA, size, effort);
        if (ours.single("result") != javas.single("result")) {
            throw new IllegalStateException(
                    "the programs disagree: coex=%s java=%s"
                            .formatted(ours.single("result"), javas.single("result")));
        }
        return List.of(time(ours, javas, size), memory(ours, javas));
    }

    private Figures run(Class<?> program, String[] flags, int size, Effort effort)
            throws IOException, InterruptedException {
        return new ChildJvm(program)
                .flags(flags)
                .arguments(work.name(), size, effort.languageRounds())
                .run()
                .figures();
    }

    private Row time(Figures ours, Figures javas, int size) {
        return new Row(
                "language/" + work.word(),
                steady(ours),
                steady(javas),
                "Java",
                "ms",
                work.goal(),
                "size %,d%s".formatted(size, work.note().isEmpty() ? "" : "; " + work.note()));
    }

    private static Measured steady(Figures figures) {
        double[] nanos = figures.samples("nanos");
        double[] last = Arrays.copyOfRange(nanos, nanos.length / 2, nanos.length);
        return Measured.medianOf(last).dividedBy(NANOS_OF_MILLI);
    }

    private Row memory(Figures ours, Figures javas) {
        return new Row(
                "language/" + work.word() + "/memory",
                Measured.once(ours.single("process-mib")),
                Measured.once(javas.single("process-mib")),
                "Java",
                "MiB",
                Goal.NONE,
                "whole process at most; committed for heaps: ours %.0f MiB, Java's %.0f MiB"
                        .formatted(ours.single("heap-mib"), javas.single("heap-mib")));
    }
}
