// SPDX-License-Identifier: Apache-2.0
package coex.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// A region of a heap has grown or shrunk, a short while ago.
@Name("coex.Growth")
@Label("Growth")
@Description("Memory was committed for a region of a heap, or given back")
@Category({"Coex", "GC", "Heap"})
public final class GrowthEvent extends HeapEvent {

    @Label("Region")
    public String region;

    @Label("Old Size")
    @DataAmount
    public long oldSize;

    @Label("New Size")
    @DataAmount
    public long newSize;
}
