// SPDX-License-Identifier: Apache-2.0
package coex.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// What a heap holds before and after a cycle. Beside `jdk.GCHeapSummary`.
@Name("coex.HeapSummary")
@Label("Heap Summary")
@Description("What a heap holds before and after a collection")
@Category({"Coex", "GC", "Heap"})
public final class HeapSummaryEvent extends HeapEvent {

    public static final String BEFORE = "Before GC";
    public static final String AFTER = "After GC";

    @CycleId
    @Label("GC Identifier")
    public long gcId;

    @Label("When")
    public String when;

    @Label("Heap Used")
    @Description("Bytes in objects that are not known to be dead")
    @DataAmount
    public long heapUsed;

    @Label("Committed Size")
    @Description("Bytes committed for objects")
    @DataAmount
    public long committedSize;

    @Label("Reserved Size")
    @Description("Bytes that may be committed for objects")
    @DataAmount
    public long reservedSize;

    @Label("Side Tables")
    @Description("Bytes committed for everything that is not objects")
    @DataAmount
    public long sideSize;

    @Label("Handles in Use")
    public long handlesInUse;
}
