// SPDX-License-Identifier: Apache-2.0
package coex.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/// An allocation had to wait for a collection, a short while ago. Beside `jdk.ZAllocationStall`.
///
/// It has no duration: it is told after the fact, perhaps by another thread, and would be drawn at
/// the wrong place.
@Name("coex.AllocationStall")
@Label("Allocation Stall")
@Description("An allocation found no room and had waited for a collection")
@Category({"Coex", "GC", "Allocation"})
public final class AllocationStallEvent extends HeapEvent {

    @Label("Mutator")
    @Description("Name of the thread that waited")
    public String mutator;

    @Label("Size")
    @Description("Bytes asked for")
    @DataAmount
    public long size;

    @Label("Stall Time")
    @Timespan(Timespan.NANOSECONDS)
    public long stallTime;
}
