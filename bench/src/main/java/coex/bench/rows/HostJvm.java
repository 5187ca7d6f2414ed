package coex.bench.rows;

import coex.bench.jvm.ChildJvm;

/// The flags of the JVMs that measurements run in.
final class HostJvm {

    private static final String HEAP = "-Xmx256m";

    /// For our heap: a JVM that has next to nothing to collect itself.
    static final String[] OURS = {"-XX:+UseSerialGC", HEAP, ChildJvm.NATIVE_ACCESS};

    /// For our heap where native access is not granted: slower, and without flags.
    static final String[] OURS_ARENA = {"-XX:+UseSerialGC", HEAP, "-Dcoex.gc.memory=arena"};

    private HostJvm() {}

    /// For a peer: `collector` as in `G1`, with a heap of `mebibytes`.
    static String[] peer(String collector, long mebibytes) {
        return new String[] {
            "-XX:+Use" + collector + "GC", "-Xms" + mebibytes + "m", "-Xmx" + mebibytes + "m"
        };
    }
}
