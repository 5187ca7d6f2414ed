// SPDX-License-Identifier: Apache-2.0
package coex.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/// A cycle that has ended. Beside `jdk.GarbageCollection`.
@Name("coex.Cycle")
@Label("Collection Cycle")
@Description("A collection, during which all mutators ran")
@Category({"Coex", "GC", "Collector"})
@Threshold("0 ms")
public final class CycleEvent extends HeapEvent {

    @CycleId
    @Label("GC Identifier")
    public long gcId;

    @Label("Name")
    @Description("The collector")
    public String name;

    @Label("Kind")
    @Description("Young if it looked only at objects that no cycle had traced, or Full")
    public String kind;

    @Label("Cause")
    public String cause;

    @Label("Marked Objects")
    @Description("Objects it traced: with a full cycle, all that were alive at the snapshots")
    public long objectsMarked;

    @Label("Marked Bytes")
    @DataAmount
    public long bytesMarked;

    @Label("Old Bytes")
    @Description("Size of all objects that cycles have traced and no full one has found dead")
    @DataAmount
    public long bytesOld;

    @Label("Reclaimed Objects")
    public long objectsReclaimed;

    @Label("Reclaimed Bytes")
    @DataAmount
    public long bytesReclaimed;

    @Label("Moved Objects")
    @Description("Objects it copied out of sparse blocks")
    public long objectsMoved;

    @Label("Moved Bytes")
    @DataAmount
    public long bytesMoved;

    @Label("Flush Rounds")
    @Description("How often mutators were asked for what they had shaded")
    public long flushRounds;

    @Label("Markers")
    @Description("How many threads have traced objects")
    public int markers;

    @Label("Cycle Time")
    @Description("How long the cycle took by the heap's own clock")
    @Timespan(Timespan.NANOSECONDS)
    public long cycleTime;

    @Label("Longest Handshake")
    @Description("The longest time from a request to the last mutator's answer")
    @Timespan(Timespan.NANOSECONDS)
    public long longestHandshake;
}
