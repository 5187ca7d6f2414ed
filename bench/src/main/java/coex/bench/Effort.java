package coex.bench;

import coex.bench.jvm.JmhTiming;
import coex.bench.subject.Contender;

import java.util.EnumSet;
import java.util.Set;

/// How much time a run takes, and so how far its numbers can be trusted.
public enum Effort {
    /// Just enough to see that it runs; for tests.
    SMOKE,
    QUICK,
    FULL;

    private boolean isQuick() {
        return this != FULL;
    }

    /// How long the micro-benchmarks of the collector run.
    public JmhTiming micro() {
        return isQuick() ? new JmhTiming(1, 3, 1000, 15, 200) : new JmhTiming(3, 5, 2000, 25, 400);
    }

    /// How long those of collections of `size` entries run. There are many; and building a large
    /// one has compiled most of the code before.
    public JmhTiming collectionMicro(int size) {
        return switch (this) {
            case SMOKE -> new JmhTiming(1, 1, 10, 1, 10);
            case QUICK -> new JmhTiming(1, size < 1_000_000 ? 4 : 2, 500, 5, 200);
            case FULL -> new JmhTiming(1, 3, 400, 6, 200);
        };
    }

    /// Seconds that one micro-benchmark takes, JVM start included.
    public int microSeconds() {
        return micro().seconds();
    }

    /// Keys with equal hashes.
    public int floodKeys() {
        return this == SMOKE ? 100 : 50_000;
    }

    /// How often work with them is timed.
    public int floodRounds() {
        return switch (this) {
            case SMOKE -> 1;
            case QUICK -> 7;
            case FULL -> 25;
        };
    }

    /// Entries of a map that is saved and restored, beside peers.
    public int savedEntries() {
        return switch (this) {
            case SMOKE -> 1000;
            case QUICK -> 300_000;
            case FULL -> 1_000_000;
        };
    }

    /// Entries of a map that is saved while a writer goes on.
    public int savedBesideWriter() {
        return switch (this) {
            case SMOKE -> 10_000;
            case QUICK -> 2_000_000;
            case FULL -> 10_000_000;
        };
    }

    /// How often something is saved.
    public int savings() {
        return switch (this) {
            case SMOKE -> 1;
            case QUICK -> 5;
            case FULL -> 9;
        };
    }

    /// Objects whose marking is timed.
    public int markedObjects() {
        return 10_000_000;
    }

    /// Collections measured on the heap of [#markedObjects].
    public int markCollections() {
        return isQuick() ? 3 : 15;
    }

    /// Mebibytes of the smaller old part beside which young cycles are timed.
    public int oldMebibytes() {
        return switch (this) {
            case SMOKE -> 16;
            case QUICK -> 256;
            case FULL -> 1024;
        };
    }

    /// Young cycles timed beside it.
    public int youngCycles() {
        return switch (this) {
            case SMOKE -> 3;
            case QUICK -> 30;
            case FULL -> 100;
        };
    }

    /// Objects of a list that is built and of which none dies.
    public int builtObjects() {
        return this == SMOKE ? 100_000 : 10_000_000;
    }

    /// Objects of which nine of ten die.
    public int dyingObjects() {
        return this == SMOKE ? 100_000 : 10_000_000;
    }

    /// How often it is built.
    public int buildRounds() {
        return this == FULL ? 5 : 3;
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
        return switch (this) {
            case SMOKE -> 1 << 20;
            case QUICK -> 8 << 20;
            case FULL -> 32 << 20;
        };
    }

    /// How long they allocate.
    public int holdMillis() {
        return switch (this) {
            case SMOKE -> 200;
            case QUICK -> 10_000;
            case FULL -> 20_000;
        };
    }

    /// Sizes of the heap they allocate in, as multiples of what is alive.
    public double[] heapMultiples() {
        return isQuick() ? new double[] {2} : new double[] {1.5, 2, 3, 4};
    }

    /// Objects whose space is measured.
    public int measuredObjects() {
        return isQuick() ? 4_000_000 : 16_000_000;
    }

    /// Sizes of the collections whose operations are measured.
    public int[] collectionSizes() {
        return switch (this) {
            case SMOKE -> new int[] {16};
            case QUICK -> new int[] {1000, 1_000_000};
            case FULL -> new int[] {16, 1000, 100_000, 1_000_000};
        };
    }

    /// Whose they are; the Java face is measured beside them where it matters.
    public Set<Contender> contenders() {
        return switch (this) {
            case SMOKE -> EnumSet.of(Contender.OURS, Contender.KOTLINX, Contender.JAVA_UTIL);
            case QUICK ->
                    EnumSet.complementOf(
                            EnumSet.of(Contender.OUR_FACE, Contender.VAVR, Contender.PCOLLECTIONS));
            case FULL -> EnumSet.complementOf(EnumSet.of(Contender.OUR_FACE));
        };
    }

    /// Entries of the collections whose space is measured.
    public int spaceEntries() {
        return switch (this) {
            case SMOKE -> 1000;
            case QUICK -> 300_000;
            case FULL -> 1_000_000;
        };
    }

    /// Entries of the map that is read while it is written.
    public int churnedEntries() {
        return this == SMOKE ? 1000 : 1_000_000;
    }

    /// How long it is.
    public int churnMillis() {
        return switch (this) {
            case SMOKE -> 100;
            case QUICK -> 5000;
            case FULL -> 20_000;
        };
    }

    /// Sizes of its heap, as multiples of what is alive.
    public int[] churnMultiples() {
        return switch (this) {
            case SMOKE -> new int[] {2};
            case QUICK -> new int[] {2, 4};
            case FULL -> new int[] {2, 4, 8};
        };
    }

    /// What the numbers of capacity are divided by.
    public int capacityDivisor() {
        return this == SMOKE ? 1000 : 1;
    }

    /// How often a Coex program and its Java twin do their work; the first half is not counted.
    public int languageRounds() {
        return switch (this) {
            case SMOKE -> 1;
            case QUICK -> 6;
            case FULL -> 14;
        };
    }
}
