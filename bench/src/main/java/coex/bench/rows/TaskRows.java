package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;
import coex.bench.tasks.CoexTasks;
import coex.bench.tasks.JavaTasks;
import coex.bench.tasks.TaskWork;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Tasks and channels of Coex programs, beside virtual threads and the queues of the JDK; and how
/// long the collector held any task meanwhile.
public final class TaskRows implements RowGroup {

    private static final String ONE_PROCESSOR = "-XX:ActiveProcessorCount=1";

    private final TaskWork work;

    public TaskRows(TaskWork work) {
        this.work = work;
    }

    @Override
    public String name() {
        return work.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public int seconds(Effort effort) {
        return effort == Effort.SMOKE ? 4 : 12;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        Figures ours = run(CoexTasks.class, effort);
        Figures peer = run(JavaTasks.class, effort);
        var rows = new ArrayList<Row>();
        String note =
                "the collector held a task for at most %.0f us, in %d collections"
                        .formatted(ours.single("held-us"), (long) ours.single("collections"));
        rows.add(
                new Row(
                        name(),
                        median(ours, effort),
                        median(peer, effort),
                        work.peer(),
                        work.isPerItem() ? "ns" : "ms",
                        work.isPerItem() ? Goal.ratioAtMost(2) : Goal.NONE,
                        note));
        if (!work.isPerItem()) {
            rows.add(speedUp(ours, peer, effort));
        }
        return rows;
    }

    /// How much faster it is with all processors than with one.
    private Row speedUp(Figures ours, Figures peer, Effort effort)
            throws IOException, InterruptedException {
        double alone = median(run(CoexTasks.class, effort, ONE_PROCESSOR), effort).value();
        double peerAlone = median(run(JavaTasks.class, effort, ONE_PROCESSOR), effort).value();
        return new Row(
                name() + "/speed-up",
                Measured.once(alone / median(ours, effort).value()),
                Measured.once(peerAlone / median(peer, effort).value()),
                work.peer(),
                "times",
                Goal.NONE,
                "all processors, %d of them, beside one"
                        .formatted(Runtime.getRuntime().availableProcessors()));
    }

    private Figures run(Class<?> program, Effort effort, String... flags)
            throws IOException, InterruptedException {
        var arguments = new ArrayList<Object>();
        arguments.add(work.program());
        arguments.add(rounds(effort));
        arguments.add(size(effort));
        arguments.addAll(Arrays.asList(work.arguments()));
        return new ChildJvm(program)
                .flags("-XX:+UseSerialGC", "-Xmx1g", ChildJvm.NATIVE_ACCESS)
                .flags(flags)
                .arguments(arguments.toArray())
                .run()
                .figures();
    }

    private static int rounds(Effort effort) {
        return effort == Effort.SMOKE ? 1 : 15;
    }

    private int size(Effort effort) {
        return effort == Effort.SMOKE ? Math.max(1, work.size() / 100) : work.size();
    }

    /// Of the second half of the rounds: the first warms up.
    private Measured median(Figures figures, Effort effort) {
        double[] nanos = figures.samples("nanos");
        double[] warm = Arrays.copyOfRange(nanos, nanos.length / 2, nanos.length);
        double divisor = work.isPerItem() ? size(effort) : 1e6;
        return Measured.medianOf(Arrays.stream(warm).map(each -> each / divisor).toArray());
    }
}
