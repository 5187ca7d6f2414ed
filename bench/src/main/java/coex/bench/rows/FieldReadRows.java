package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.JmhRun;
import coex.bench.micro.FieldRead;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.List;

/// Reading a field through a handle, beside reading it through a reference.
public final class FieldReadRows implements RowGroup {

    private static final String UNIT = "ns/read";
    private static final String NOTE = "2,048 objects in shuffled order, all in the cache";

    @Override
    public String name() {
        return "field-read";
    }

    @Override
    public int seconds(Effort effort) {
        return 5 * effort.microSeconds();
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException {
        Measured plain = JmhRun.of(FieldRead.class, "plain", effort, HostJvm.peer("G1", 256));
        Measured checked = JmhRun.of(FieldRead.class, "checked", effort, HostJvm.OURS);
        Measured unchecked = JmhRun.of(FieldRead.class, "unchecked", effort, HostJvm.OURS);
        Measured checkedArena = JmhRun.of(FieldRead.class, "checked", effort, HostJvm.OURS_ARENA);
        Measured uncheckedArena =
                JmhRun.of(FieldRead.class, "unchecked", effort, HostJvm.OURS_ARENA);
        return List.of(
                row("field-read/checked", checked, plain, "Java field", Goal.ratioAtMost(3)),
                row("field-read/unchecked", unchecked, plain, "Java field", Goal.ratioAtMost(2)),
                row("field-read/checked/arena", checkedArena, checked, "native", Goal.NONE),
                row("field-read/unchecked/arena", uncheckedArena, unchecked, "native", Goal.NONE));
    }

    private static Row row(String name, Measured ours, Measured peer, String peerName, Goal goal) {
        return new Row(name, ours, peer, peerName, UNIT, goal, NOTE);
    }
}
