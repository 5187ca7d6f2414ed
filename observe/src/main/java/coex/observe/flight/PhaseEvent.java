// SPDX-License-Identifier: Apache-2.0
package coex.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/// A phase of a cycle. Beside `jdk.GCPhaseConcurrent`.
@Name("coex.Phase")
@Label("Collection Phase")
@Description("A phase of a collection, during which all mutators ran")
@Category({"Coex", "GC", "Phases"})
@Threshold("100 us")
public final class PhaseEvent extends HeapEvent {

    @CycleId
    @Label("GC Identifier")
    public long gcId;

    @Label("Name")
    public String name;

    @Label("Phase Time")
    @Description(
            "How long the phase took by the heap's own clock, without any verification before it")
    @Timespan(Timespan.NANOSECONDS)
    public long phaseTime;
}
