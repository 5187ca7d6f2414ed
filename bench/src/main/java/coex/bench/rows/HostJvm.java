package coex.bench.rows;

import coex.bench.jvm.ChildJvm;
import coex.bench.subject.OurHeap;

import java.util.ArrayList;
import java.util.List;

/// The flags of the JVMs that measurements run in.
public final class HostJvm {

    private static final String HEAP = "-Xmx256m";

    /// The collector of JVMs with a peer's collections: for one thread that allocates at full speed
    /// it has the cheapest barriers, and its pauses are part of the mean.
    static final String PEERS_COLLECTOR = "Parallel";

    /// For our heap: a JVM that has next to nothing to collect itself.
    static final String[] OURS = {"-XX:+UseSerialGC", HEAP, ChildJvm.NATIVE_ACCESS};

    /// For our heap where native access is not granted: slower, and without flags.
    static final String[] OURS_ARENA = {"-XX:+UseSerialGC", HEAP, "-Dcoex.gc.memory=arena"};

    /// For a program in plain Java: the JVM's default collector for one thread's work, room for
    /// all.
    static final String[] PLAIN_JAVA = {"-XX:+UseSerialGC", "-Xmx2g"};

    /// Beside the flags of [#peer] for `Shenandoah`.
    static final List<String> GENERATIONAL_SHENANDOAH =
            List.of("-XX:+UnlockExperimentalVMOptions", "-XX:ShenandoahGCMode=generational");

    private HostJvm() {}

    /// The flags of every JVM that hosts our heap, but for the rows named `/arena`.
    public static List<String> flagsOfOurs() {
        return List.of(OURS);
    }

    /// For a peer: `collector` as in `G1`, with a heap of `mebibytes`.
    static String[] peer(String collector, long mebibytes) {
        return new String[] {
            "-XX:+Use" + collector + "GC", "-Xms" + mebibytes + "m", "-Xmx" + mebibytes + "m"
        };
    }

    /// For collections in our heap of `mebibytes`: the JVM holds the keys that are looked up.
    static List<String> ourCollections(int mebibytes) {
        return List.of(
                "-XX:+UseSerialGC",
                "-Xmx1g",
                ChildJvm.NATIVE_ACCESS,
                "-D" + OurHeap.MEBIBYTES + "=" + mebibytes);
    }

    /// For a peer's collections: with what our heap has too, huge pages that were touched before.
    static List<String> peerCollections(int mebibytes) {
        List<String> flags = new ArrayList<>(List.of(peer(PEERS_COLLECTOR, mebibytes)));
        flags.addAll(List.of("-XX:+AlwaysPreTouch", "-XX:+UseTransparentHugePages"));
        return flags;
    }
}
