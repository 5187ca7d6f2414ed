package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.JmhRun;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;
import coex.bench.subject.Contender;
import coex.bench.subject.Keyed;
import coex.bench.subject.OurHeap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One operation of all contenders at one size: ours beside the best peer, then beside the mutable
/// bound.
///
/// @param name of the rows
/// @param benchmarks the class with the JMH benchmark
/// @param method the benchmark
/// @param parameters all but the contender
/// @param perInvocation operations that the time of an invocation is divided by
/// @param mebibytes of every heap
/// @param face whether our Java face takes part too
/// @param allocates whether the collector has to run for the number to count
record Contest(
        String name,
        Class<?> benchmarks,
        String method,
        Map<String, Object> parameters,
        int perInvocation,
        int mebibytes,
        boolean face,
        boolean allocates) {

    /// Of every heap, unless what is alive is large.
    static final int MEBIBYTES = 128;

    private static final int MEBIBYTES_IF_LARGE = 512;
    private static final int LARGE = 1_000_000;
    private static final Goal GOAL = Goal.ratioAtMost(1, 1.5);

    /// Mebibytes of every heap with collections of `size` boxed longs.
    static int mebibytes(int size) {
        return size < LARGE ? MEBIBYTES : MEBIBYTES_IF_LARGE;
    }

    /// About how many seconds a contender takes for an operation at all sizes of an effort.
    static int seconds(Effort effort) {
        int seconds = 0;
        for (int size : effort.collectionSizes()) {
            seconds += effort.collectionMicro(size).seconds() + 1;
        }
        return seconds;
    }

    /// Who takes part with a kind of collection. Few libraries have sorted maps and sets
    /// that can be compared.
    static Set<Contender> contenders(Effort effort, Object collection) {
        Set<Contender> contenders = EnumSet.copyOf(effort.contenders());
        if (collection instanceof Keyed keyed && keyed.isSorted()) {
            contenders.removeIf(contender -> !contender.hasSorted());
            contenders.add(Contender.CLOJURE);
        }
        return contenders;
    }

    private int size() {
        return (int) parameters.get("size");
    }

    List<Row> measure(Effort effort) throws IOException {
        Map<Contender, Measured> times = new EnumMap<>(Contender.class);
        List<String> said = new ArrayList<>();
        Set<Contender> contenders = contenders(effort, parameters.get("collection"));
        if (face) {
            contenders.add(Contender.OUR_FACE);
        }
        for (Contender contender : contenders) {
            try {
                times.put(contender, measure(contender, effort));
                if (contender.isPeer()) {
                    said.add("%s %.3g".formatted(contender.title(), times.get(contender).value()));
                }
            } catch (IOException e) {
                if (contender.isOurs()) {
                    throw e;
                }
                said.add(contender.title() + " failed");
            }
        }
        return rows(times, String.join(", ", said));
    }

    private Measured measure(Contender contender, Effort effort) throws IOException {
        List<String> flags;
        if (contender.isOurs()) {
            flags = new ArrayList<>(HostJvm.ourCollections(mebibytes));
            flags.add("-D" + OurHeap.MUST_COLLECT + "=" + (allocates && effort != Effort.SMOKE));
        } else {
            flags = HostJvm.peerCollections(mebibytes);
        }
        Map<String, Object> all = new HashMap<>(parameters);
        all.put("contender", contender);
        Measured invocation =
                JmhRun.of(benchmarks, method, all, effort.collectionMicro(size()), flags);
        return invocation.dividedBy(perInvocation);
    }

    private List<Row> rows(Map<Contender, Measured> times, String said) {
        Contender best = null;
        for (Contender contender : times.keySet()) {
            if (contender.isPeer()
                    && (best == null || times.get(contender).value() < times.get(best).value())) {
                best = contender;
            }
        }
        String note =
                "heaps of %d MiB, peers under %s: %s"
                        .formatted(mebibytes, HostJvm.PEERS_COLLECTOR, said);
        List<Row> rows = new ArrayList<>();
        rows.add(row(name, times.get(Contender.OURS), times, best, GOAL, note));
        rows.add(
                row(
                        name,
                        times.get(Contender.OURS),
                        times,
                        Contender.JAVA_UTIL,
                        Goal.NONE,
                        "the mutable bound"));
        if (face) {
            Measured ours = times.get(Contender.OUR_FACE);
            rows.add(row(name + "/face", ours, times, best, Goal.NONE, "through the Java face"));
        }
        return rows;
    }

    private static Row row(
            String name,
            Measured ours,
            Map<Contender, Measured> times,
            Contender peer,
            Goal goal,
            String note) {
        return new Row(
                name,
                ours,
                peer == null ? Measured.NONE : times.getOrDefault(peer, Measured.NONE),
                peer == null ? "" : peer.title(),
                "ns",
                goal,
                note);
    }
}
