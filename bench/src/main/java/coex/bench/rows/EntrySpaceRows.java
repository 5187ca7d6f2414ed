package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.OurEntrySpace;
import coex.bench.program.PeerEntrySpace;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;
import coex.bench.subject.Contender;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What an entry of a collection costs, keys, values and all tables included.
public final class EntrySpaceRows implements RowGroup {

    private static final int PEER_MEBIBYTES = 4096;

    /// Compact headers are the smallest that peers can be. JOL reads the layout of classes in ways
    /// the JVM warns about.
    private static final String[] JOL = {
        "-XX:+UseCompactObjectHeaders", "--sun-misc-unsafe-memory-access=allow"
    };

    @Override
    public String name() {
        return "entry-space";
    }

    @Override
    public int seconds(Effort effort) {
        return 5 + effort.contenders().size() * (1 + effort.spaceEntries() / 100_000);
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        int entries = effort.spaceEntries();
        Figures ours =
                new ChildJvm(OurEntrySpace.class)
                        .flags(HostJvm.OURS)
                        .flags("-Xmx1g")
                        .arguments(entries)
                        .run()
                        .figures();
        Map<Contender, Figures> peers = new EnumMap<>(Contender.class);
        for (Contender contender : effort.contenders()) {
            if (!contender.isOurs()) {
                peers.put(contender, peer(contender, entries));
            }
        }
        List<Row> rows = new ArrayList<>();
        rows.addAll(rows("long-map", ours, peers, Goal.atMost(40), entries));
        rows.addAll(rows("string-map", ours, peers, Goal.NONE, entries));
        rows.addAll(rows("long-list", ours, peers, Goal.atMost(10), entries));
        rows.add(row("long-set", ours, Measured.NONE, "", Goal.NONE, entries + " elements"));
        return rows;
    }

    private static Figures peer(Contender contender, int entries)
            throws IOException, InterruptedException {
        return new ChildJvm(PeerEntrySpace.class)
                .flags(HostJvm.peer(HostJvm.PEERS_COLLECTOR, PEER_MEBIBYTES))
                .flags(JOL)
                .arguments(contender, entries)
                .run()
                .figures();
    }

    private static List<Row> rows(
            String kind, Figures ours, Map<Contender, Figures> peers, Goal goal, int entries) {
        Contender best = null;
        List<String> said = new ArrayList<>();
        for (Contender contender : peers.keySet()) {
            double bytes = peers.get(contender).single(kind);
            if (contender.isPeer()) {
                said.add("%s %.1f".formatted(contender.title(), bytes));
                best = best == null || bytes < peers.get(best).single(kind) ? contender : best;
            }
        }
        String note =
                "%,d entries; peers with compact headers, by JOL: %s"
                        .formatted(entries, String.join(", ", said));
        List<Row> rows = new ArrayList<>();
        for (Contender contender : new Contender[] {best, Contender.JAVA_UTIL}) {
            Measured bytes = Measured.once(peers.get(contender).single(kind));
            boolean isBest = contender == best;
            rows.add(
                    row(
                            kind,
                            ours,
                            bytes,
                            contender.title(),
                            isBest ? goal : Goal.NONE,
                            isBest ? note : "the mutable bound"));
        }
        return rows;
    }

    private static Row row(
            String kind, Figures ours, Measured peer, String peerName, Goal goal, String note) {
        Measured bytes = Measured.once(ours.single(kind));
        return new Row("entry-space/" + kind, bytes, peer, peerName, "bytes", goal, note);
    }
}
