package coex.bench.jvm;

/// How long a micro-benchmark runs.
///
/// @param forks JVMs it is started in
/// @param warmUps iterations that are not counted
/// @param iterations those that are
public record JmhTiming(
        int forks, int warmUps, int warmUpMillis, int iterations, int iterationMillis) {

    /// Seconds that one benchmark takes, JVM start included.
    public int seconds() {
        return forks * ((warmUps * warmUpMillis + iterations * iterationMillis) / 1000 + 1);
    }
}
