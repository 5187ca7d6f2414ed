package coex.gc.memory;

/// What a sweep over blocks has found so far. Used by the collector only.
public final class SweepTally {
    public long blocksFreed;
    public long linesFreed;
}
