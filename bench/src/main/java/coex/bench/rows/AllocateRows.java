package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.JmhRun;
import coex.bench.micro.Allocate;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.List;

/// Allocating, collections included, beside `new`.
public final class AllocateRows implements RowGroup {

    private static final long HEAP_MEBIBYTES = Allocate.HEAP_BYTES >> 20;
    private static final String UNIT = "ns/object";
    private static final String NOTE =
            "one thread, the last 1,024 objects kept, heap of " + HEAP_MEBIBYTES + " MiB";

    @Override
    public String name() {
        return "allocate-24";
    }

    @Override
    public int seconds(Effort effort) {
        return 8 * effort.microSeconds();
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException {
        Goal goal = Goal.ratioAtMost(3);
        Measured g1 = plain("G1", effort);
        Measured checked = JmhRun.of(Allocate.class, "checked", effort, HostJvm.OURS);
        Measured created = JmhRun.of(Allocate.class, "created", effort, HostJvm.OURS);
        Measured unchecked = JmhRun.of(Allocate.class, "unchecked", effort, HostJvm.OURS);
        Measured zgc = plain("Z", effort);
        Measured checkedArena = JmhRun.of(Allocate.class, "checked", effort, HostJvm.OURS_ARENA);
        Measured createdArena = JmhRun.of(Allocate.class, "created", effort, HostJvm.OURS_ARENA);
        Measured uncheckedArena =
                JmhRun.of(Allocate.class, "unchecked", effort, HostJvm.OURS_ARENA);
        return List.of(
                row("allocate-24/checked", checked, g1, "new, G1", goal),
                row("allocate-24/create", created, g1, "new, G1", goal),
                row("allocate-24/unchecked", unchecked, g1, "new, G1", Goal.ratioAtMost(1.2, 1.5)),
                row("allocate-24/checked", checked, zgc, "new, ZGC", Goal.NONE),
                row("allocate-24/create", created, zgc, "new, ZGC", Goal.NONE),
                row("allocate-24/unchecked", unchecked, zgc, "new, ZGC", Goal.NONE),
                row("allocate-24/checked/arena", checkedArena, checked, "native", Goal.NONE),
                row("allocate-24/create/arena", createdArena, created, "native", Goal.NONE),
                row("allocate-24/unchecked/arena", uncheckedArena, unchecked, "native", Goal.NONE));
    }

    private static Measured plain(String collector, Effort effort) throws IOException {
        return JmhRun.of(Allocate.class, "plain", effort, HostJvm.peer(collector, HEAP_MEBIBYTES));
    }

    private static Row row(String name, Measured ours, Measured peer, String peerName, Goal goal) {
        return new Row(name, ours, peer, peerName, UNIT, goal, NOTE);
    }
}
