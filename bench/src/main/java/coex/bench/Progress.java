package coex.bench;

import coex.bench.rows.RowGroup;

import java.io.PrintStream;
import java.util.List;

/// Tells on standard error what is being measured, and about how long it will take.
final class Progress {

    private final PrintStream out;
    private final List<RowGroup> groups;
    private final Effort effort;

    Progress(PrintStream out, List<RowGroup> groups, Effort effort) {
        this.out = out;
        this.groups = groups;
        this.effort = effort;
    }

    void starts(RowGroup group) {
        int number = groups.indexOf(group);
        int left = groups.stream().skip(number).mapToInt(each -> each.seconds(effort)).sum();
        out.printf(
                "coex bench: %s (%d of %d), about %s; about %s left in all%n",
                group.name(),
                number + 1,
                groups.size(),
                duration(group.seconds(effort)),
                duration(left));
    }

    void failed(RowGroup group, Exception cause) {
        out.printf("coex bench: %s could not be measured: %s%n", group.name(), cause.getMessage());
    }

    private static String duration(int seconds) {
        return seconds < 90 ? seconds + " s" : (seconds + 30) / 60 + " min";
    }
}
