package coex.bench;

/// How much time a run takes, and so how far its numbers can be trusted.
public enum Effort {
    QUICK,
    FULL;

    private boolean isQuick() {
        return this == QUICK;
    }

    /// JVMs a micro-benchmark is started in.
    public int forks() {
        return isQuick() ? 1 : 3;
    }

    /// Iterations of [#warmUpMillis] that are not counted.
    public int warmUps() {
        return isQuick() ? 3 : 5;
    }

    public int warmUpMillis() {
        return isQuick() ? 1000 : 2000;
    }

    /// Iterations of [#iterationMillis] that are.
    public int iterations() {
        return isQuick() ? 15 : 25;
    }

    public int iterationMillis() {
        return isQuick() ? 200 : 400;
    }

    /// Seconds that one micro-benchmark takes, JVM start included.
    public int microSeconds() {
        int millis = warmUps() * warmUpMillis() + iterations() * iterationMillis();
        return forks() * (millis / 1000 + 1);
    }

    /// Objects whose marking is timed.
    public int markedObjects() {
        return 10_000_000;
    }

    /// Collections measured on the heap of [#markedObjects].
    public int markCollections() {
        return isQuick() ? 3 : 15;
    }

    /// Collections measured of a heap of a thousand objects; an eighth of it for `System.gc()`.
    public int smallCollections() {
        return isQuick() ? 2000 : 20_000;
    }

    /// Collections that are answered by a deep stack.
    public int handshakeCollections() {
        return isQuick() ? 100 : 1000;
    }

    /// Objects that stay alive while mutators allocate.
    public int heldObjects() {
        return isQuick() ? 8 << 20 : 32 << 20;
    }

    /// How long they allocate.
    public int holdSeconds() {
        return isQuick() ? 10 : 20;
    }

    /// Sizes of the heap they allocate in, as multiples of what is alive.
    public double[] heapMultiples() {
        return isQuick() ? new double[] {2} : new double[] {1.5, 2, 3, 4};
    }

    /// Objects whose space is measured.
    public int measuredObjects() {
        return isQuick() ? 4_000_000 : 16_000_000;
    }
}
